// One measured or calculated value of a test registration.
import { z } from 'zod';
import { incidental } from './record.ts';
import { id } from './value.ts';

const labResultFields = z.object({
  id,
  name: z.string().describe('Name of the biomarker.'),
  code: z.string().describe('Code of the biomarker.'),
  value: z.string().nullable().describe('The number as text; null without a result.'),
  min_range: z.string().nullable().describe('Lower end of the reference range.'),
  max_range: z.string().nullable().describe('Upper end of the reference range.'),
  unit_type: z.string().nullable().describe('Unit of measurement.'),
  out_of_range: z.string().nullable().describe('`high` or `low`; null within the range.'),
  successful: z.boolean().describe('Whether the laboratory could measure it.'),
  status: z.string().describe('Such as `pending`, `success` or `failed`.'),
  biomarker_id: id.describe('What was measured.'),
  comment: z.string().nullable().describe('A remark on this result.'),
  human_readable_value: z.string().describe('Value with its unit.'),
  error_reason: z.string().nullable().describe('Why a failed result failed.'),
  fallback_range_applied: z.boolean().describe('True when a general range stood in for a more specific one.'),
});
/** A wrong value, unit, range or flag sets a result aside, because what is left of it could be read as another finding. */
export const labResult = incidental(labResultFields, { code: '', human_readable_value: '' });
/** One result. Numbers are texts, as the laboratory writes them. */
export type LabResult = z.output<typeof labResult>;
