// A visit from check-in to collected.
import { z } from 'zod';
import { NOT_TAKEN_REASONS } from '../domain/sample.ts';
import { command, query } from './operation.ts';
import { deskState, identifier, instantMs, recordId, seenVersion, visitDetail } from './views.ts';

const onVisit = { visitId: recordId, seenVersion };

export const visitOperations = {
  'visits.get': query(z.strictObject({ visitId: recordId }), visitDetail, {
    staleOn: ['board', 'patients', 'print-jobs', 'outbox', 'activity'],
  }),
  /** Identity confirmed, state arrived. Refused while the patient is missing. `relaxedReason` replaces the second identifier. */
  'visits.checkIn': command(
    z.strictObject({
      ...onVisit,
      identifiers: z.array(identifier).min(1).max(6),
      relaxedReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /** Assigns the patient to every registration of the visit that lacks one. */
  'visits.assignPatient': command(z.strictObject({ ...onVisit, patientId: recordId }), visitDetail, {
    answersWith: 'visit',
  }),
  /** A step forward or back along the desk states, such as the undo of an arrival. */
  'visits.move': command(z.strictObject({ ...onVisit, to: deskState }), visitDetail, {
    answersWith: 'visit',
  }),
  /** All labels scanned back, samples taken at `collectedAtMs`. `relaxedReason` lets a label go unscanned, and is recorded. */
  'visits.collect': command(
    z.strictObject({
      ...onVisit,
      collectedAtMs: instantMs,
      relaxedReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * The samples of these labels were not taken. What was printed for them is named for destruction. `andLeft`: the person
   * leaves; refused while a sample of the visit is taken or still to be taken. `other` needs a note.
   */
  'visits.sampleNotTaken': command(
    z.strictObject({
      ...onVisit,
      labelIds: z.array(recordId).min(1).max(100),
      reason: z.enum(NOT_TAKEN_REASONS),
      note: z.string().trim().min(3).max(200).nullable().default(null),
      andLeft: z.boolean().default(false),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /** A sample that was not taken is to be taken after all. */
  'visits.sampleToTake': command(z.strictObject({ ...onVisit, labelId: recordId }), visitDetail, {
    answersWith: 'visit',
  }),
};
