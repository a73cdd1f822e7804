// A visit from check-in to collected.
import { z } from 'zod';
import { NOT_TAKEN_REASONS } from '../domain/sample.ts';
import { command, DEFAULT_ACTOR, query } from './operation.ts';
import { reason } from './reason.ts';
import {
  chosenAs,
  deskState,
  identifier,
  instantMs,
  personShown,
  recordId,
  seenVersion,
  visitDetail,
} from './views.ts';

/** A name and date of birth as one of the service's records says them. */
const personNamedAs = personShown.pick({ firstName: true, lastName: true, dateOfBirth: true });

const onVisit = { visitId: recordId, seenVersion };

/**
 * Whose appointment the screen showed, and when: refused as changed where it is somebody else's or at another time by then, which the
 * version of the visit does not tell. Null: not said.
 */
const shownBooking = z
  .strictObject({ person: personShown.nullable(), startsAtMs: instantMs })
  .nullable()
  .default(null);

export const visitOperations = {
  'visits.get': query(z.strictObject({ visitId: recordId }), visitDetail, {
    staleOn: ['board', 'patients', 'print-jobs', 'outbox', 'activity'],
  }),
  /**
   * Who else has this visit open, each with since when. A window that asks has it open itself, for a little more than a
   * minute or until it says that it is `leaving`. `as`: the initials of whoever works there, where nobody signs in.
   */
  'visits.company': query(
    z.strictObject({
      visitId: recordId,
      windowId: z.uuid(),
      as: z.string().min(1).max(12).default(DEFAULT_ACTOR),
      leaving: z.boolean().default(false),
    }),
    z.object({
      items: z.array(
        z.object({
          /** `here`: another window of the desk that asks; `site`: the site desk itself. */
          where: z.discriminatedUnion('kind', [
            z.object({ kind: z.enum(['here', 'site']) }),
            z.object({ kind: z.literal('desk'), name: z.string() }),
          ]),
          who: z.string(),
          sinceMs: instantMs,
        }),
      ),
    }),
    { staleOn: ['presence'] },
  ),
  /**
   * Confirms the identity and marks the person as arrived. Refused while the patient is missing. With a `relaxedReason`
   * one identifier is enough. While the service contradicts itself about the person (`person-in-doubt`), `confirmedAs`
   * is the naming that the person themselves has stated; what differs between the namings must be among the
   * identifiers. `shownPerson` is whom the screen showed: refused as changed where the visit is somebody else's by then, or
   * their record names them otherwise. Null: not said.
   */
  'visits.checkIn': command(
    z.strictObject({
      ...onVisit,
      identifiers: z.array(identifier).min(1).max(6),
      shownPerson: personShown.nullable().default(null),
      confirmedAs: personNamedAs.nullable().default(null),
      relaxedReason: reason.nullable().default(null),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * Assigns the patient to every registration of the visit that lacks one. `shownIds`: those that the screen showed; refused as changed
   * where one more has come since, which the version of the visit does not tell. Null: not said.
   */
  'visits.assignPatient': command(
    z.strictObject({
      ...onVisit,
      patientId: recordId,
      chosenAs,
      shownIds: z.array(recordId).max(100).nullable().default(null),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * Cancels the appointment at the service, before its time and while nobody has come for it. It cannot be undone: the
   * slot is free for others, and the person has to be booked again. The registrations stay.
   */
  'visits.cancelAppointment': command(
    z.strictObject({ ...onVisit, shown: shownBooking, reason }),
    visitDetail,
    {
      answersWith: 'visit',
    },
  ),
  /**
   * Moves the appointment to the slot that begins at `startsAtMs` at this location, while nobody has come for it. The visit
   * is shown there at once; the service may still refuse. `startsAtMs` is refused as `same`, `slot-past`, `no-slot`, or
   * `day-not-read` before the slots of that day were read.
   */
  'visits.moveAppointment': command(
    z.strictObject({ ...onVisit, shown: shownBooking, locationId: recordId, startsAtMs: instantMs }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /** One step forward or back along the desk states, for example to undo an arrival. */
  'visits.move': command(z.strictObject({ ...onVisit, to: deskState }), visitDetail, {
    answersWith: 'visit',
  }),
  /**
   * The samples were taken at `collectedAtMs`. Each label has to be scanned back first; with a `relaxedReason`, which
   * is recorded, it need not.
   */
  'visits.collect': command(
    z.strictObject({
      ...onVisit,
      collectedAtMs: instantMs,
      relaxedReason: reason.nullable().default(null),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * The samples of these labels were not taken; labels that were printed for them have to be destroyed. `andLeft`: the
   * person leaves, which is refused while another sample of the visit was taken or is still to be taken. The reason
   * `other` needs a note. `provenSeen`: those labels of the visit that the screen showed as proven; another one of `labelIds` that
   * is proven by now is a `conflict` (`changed`), because somebody has taken that sample.
   */
  'visits.sampleNotTaken': command(
    z.strictObject({
      ...onVisit,
      labelIds: z.array(recordId).min(1).max(100),
      provenSeen: z.array(recordId).max(100).default([]),
      reason: z.enum(NOT_TAKEN_REASONS),
      note: reason.nullable().default(null),
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
