// What a scan or a typed code leads to.
import { z } from 'zod';
import { command } from './operation.ts';
import { personView, recordId, visitDetail, visitRow } from './views.ts';

/** What a scan or a typed code led to. */
export const scanOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('visit'), visit: visitDetail, matchedBy: z.string() }),
  /** The label belongs to the open visit and is now proven to be on the right tube. */
  z.object({
    kind: z.literal('label-verified'),
    visit: visitDetail,
    code: z.string(),
    alreadyVerified: z.boolean(),
  }),
  /** A code that does not belong to the open visit; recorded. `belongsTo` is whose it is, when known here. */
  z.object({
    kind: z.literal('label-refused'),
    visit: visitDetail,
    code: z.string(),
    belongsTo: visitRow.nullable(),
  }),
  /** Known, but nobody of today: the registration's facts. */
  z.object({
    kind: z.literal('registration'),
    registrationId: recordId,
    trfCode: z.string().nullable(),
    person: personView.nullable(),
    status: z.string(),
  }),
  z.object({ kind: z.literal('person'), person: personView }),
  z.object({ kind: z.literal('several'), visits: z.array(visitRow), people: z.array(personView) }),
  /** `text` is what was read, cleaned of control characters, so that a person can go on from it. */
  z.object({ kind: z.literal('unknown'), text: z.string() }),
]);
export type ScanOutcome = z.infer<typeof scanOutcome>;

export const scanOperations = {
  /** Everything scanned or entered in the search box. `visitId` is the visit whose labels are being scanned back. */
  'scan.submit': command(
    z.strictObject({
      text: z.string().max(2_000),
      visitId: recordId.nullable(),
      source: z.enum(['scanner', 'typed']),
    }),
    scanOutcome,
    { answersWith: 'visit-within' },
  ),
};
