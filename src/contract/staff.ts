// The people who work at this desk.
import { z } from 'zod';
import { inCapitals } from '../domain/person-name.ts';
import { command, nothing, query } from './operation.ts';

export const staffOperations = {
  'staff.list': query(
    nothing,
    z.object({ items: z.array(z.object({ initials: z.string(), name: z.string() })) }),
    { staleOn: ['staff'] },
  ),
  'staff.add': command(
    z.strictObject({
      initials: z
        .string()
        .trim()
        .overwrite(inCapitals)
        .regex(/^[\p{L}]{2,4}$/u),
      name: z.string().trim().min(1).max(80),
    }),
    z.object({ initials: z.string() }),
    { answersWith: 'other' },
  ),
};
