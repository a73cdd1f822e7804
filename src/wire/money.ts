// An amount of money.
import { z } from 'zod';

export const money = z.object({
  amount_minor: z.number().int().describe('The amount in the smallest unit of the currency, such as pence.'),
  currency: z.string().describe('Currency code.'),
  formatted_value: z.string().describe('The amount as a person reads it.'),
});
export type Money = z.output<typeof money>;
