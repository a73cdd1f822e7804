// A visit from check-in to collected.
import { z } from 'zod';
import { command, query } from './operation.ts';
import {
  deskState,
  identifier,
  recordId,
  instantMs,
  seenVersion,
  visitDetail,
  visitRow,
  personView,
  printJobView,
} from './views.ts';

const onVisit = { visitId: recordId, seenVersion };

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

export const visitOperations = {
  'visits.get': query(z.strictObject({ visitId: recordId }), visitDetail),
  /** Finds visits and people while somebody types: name, TRF code, label code, foreign_id, date of birth. */
  'search.find': query(
    z.strictObject({ text: z.string().max(200) }),
    z.object({ visits: z.array(visitRow), people: z.array(personView) }),
  ),
  /** Everything scanned or entered in the search box. `visitId` is the visit whose labels are being scanned back. */
  'scan.submit': command(
    z.strictObject({
      text: z.string().max(2_000),
      visitId: recordId.nullable(),
      source: z.enum(['scanner', 'typed']),
    }),
    scanOutcome,
  ),
  /** Identity confirmed, state arrived. Refused while the patient is missing. `relaxedReason` replaces the second identifier. */
  'visits.checkIn': command(
    z.strictObject({
      ...onVisit,
      identifiers: z.array(identifier).min(1).max(6),
      relaxedReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    visitDetail,
  ),
  /** Assigns the patient to every registration of the visit that lacks one. */
  'visits.assignPatient': command(z.strictObject({ ...onVisit, patientId: recordId }), visitDetail),
  /** A step forward or back along the desk states, such as the undo of an arrival. */
  'visits.move': command(z.strictObject({ ...onVisit, to: deskState }), visitDetail),
  /** All labels scanned back, samples taken at `collectedAtMs`. `relaxedReason` lets a label go unscanned, and is recorded. */
  'visits.collect': command(
    z.strictObject({
      ...onVisit,
      collectedAtMs: instantMs,
      relaxedReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    visitDetail,
  ),
  /** Queues the labels of a visit that were not printed yet; with `labelId` and a reason, prints one again. */
  'labels.print': command(
    z.strictObject({
      visitId: recordId,
      labelId: recordId.nullable().default(null),
      reprintReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    z.object({ jobs: z.array(printJobView), visit: visitDetail }),
  ),
  'documents.get': query(
    z.strictObject({ registrationId: recordId, kind: z.enum(['trf', 'label']) }),
    z.object({ contentType: z.string(), base64: z.string(), fetchedAtMs: instantMs, stored: z.boolean() }),
  ),
};
