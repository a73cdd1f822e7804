// Test registrations of all days: the list, one of them, finding one at the service, and what is asked of the service about
// one of them.
import { z } from 'zod';
import { hasHiddenCharacters } from '../domain/person-name.ts';
import { LONGEST_SEARCH } from '../domain/search-text.ts';
import { keptAnswer } from './kept-answer.ts';
import { command, commandInConfidence, nothing, query } from './operation.ts';
import {
  foundRegistration,
  MOST_REGISTRATIONS_SHOWN,
  partLines,
  REGISTRATION_PARTS,
  registrationDetail,
  registrationFilter,
  registrationRow,
} from './registration-views.ts';
import { badgeHolder } from './staff.ts';
import { chosenAs, instantMs, recordId, seenVersion } from './views.ts';
import { outboxRowView } from './outbox-row-view.ts';

const visible = z
  .string()
  .trim()
  .refine((text) => !hasHiddenCharacters(text), 'has characters that nobody sees');

/** A telephone number as people write it: digits, with a plus, spaces, brackets, dots and hyphens. */
const mobileNumber = visible.regex(/^\+?[0-9][0-9 ().-]{5,28}$/, 'is no telephone number');

/** Why something cannot be asked of the service about a registration now. */
const REQUEST_OBSTACLES = [
  /** The registration has no patient, and the service wants one named with every change. */
  'no-patient',
  /** It is not settled whose registration it is. */
  'contested',
  /** The service has refused to make it. */
  'untaken',
  /** Nobody knows whether the service has made it. */
  'perhaps-made',
  'no-results',
  /** The service has not made the registration yet. */
  'not-made',
  /** The service had it, and does not have it any more. */
  'gone',
  /** The service's record of it was not read here yet. */
  'unread',
  /** The same was asked for before, and it is neither done nor given up. */
  'under-way',
  'has-patient',
] as const;
const obstacle = z.enum(REQUEST_OBSTACLES).nullable();

/** What a person can ask of the service about a registration, and what was asked already. */
const registrationRequests = z.object({
  registrationId: recordId,
  /** Grows with each change of the registration that is saved at this desk. */
  version: seenVersion,
  trfCode: z.string().nullable(),
  patientId: recordId.nullable(),
  /** As it will be once the changes that wait are sent. */
  foreignId: z.string().nullable(),
  /** The last number that this desk asked for and that was not given up; the service does not show its own. */
  mobileNumber: z.string().nullable(),
  /** For each request: why it cannot be made now; null when it can. The service may refuse it all the same. */
  obstacles: z.object({ update: obstacle, retest: obstacle, email: obstacle }),
  /** Registrations that repeat this one, as far as they were read. */
  retests: z.array(z.object({ id: recordId, trfCode: z.string() })),
  /** The changes about it that are kept, the oldest first. */
  changes: z.array(outboxRowView),
});
/** What a person can ask of the service about a registration, and what was asked already. */
export type RegistrationRequests = z.infer<typeof registrationRequests>;

const onRegistration = { registrationId: recordId, seenVersion };

export const registrationOperations = {
  /**
   * A part of the list of all registrations that are stored here, newest first: `count` of them from position `from` on.
   * Those that wait to be sent come first.
   */
  'registrations.list': query(
    z.strictObject({
      filter: registrationFilter.default(registrationFilter.parse({})),
      from: z.number().int().min(0).max(10_000_000),
      count: z.number().int().min(1).max(200),
    }),
    z.object({
      /** How many the filter leaves. */
      total: z.number().int(),
      from: z.number().int(),
      rows: z.array(registrationRow),
      /** All registrations were read after this time; null before the service was read in full once. */
      asOfMs: instantMs.nullable(),
      /** The service is being read just now: what is missing may come at any moment. */
      reading: z.boolean(),
    }),
    { staleOn: ['board', 'patients', 'outbox', 'session'] },
  ),
  /** The statuses that registrations have here, as the service words them, and how many there are of each. */
  'registrations.statuses': query(
    nothing,
    z.object({ statuses: z.array(z.object({ status: z.string(), registrations: z.number().int() })) }),
    { staleOn: ['board'] },
  ),
  'registrations.get': query(z.strictObject({ registrationId: recordId }), registrationDetail, {
    staleOn: ['board', 'patients', 'outbox', 'session'],
  }),
  /**
   * Reads a part of a registration from the service, or gives what was read last while the service does not tell.
   * `items` is empty where the service says that there is none.
   */
  'registrations.part': query(
    z.strictObject({ registrationId: recordId, part: z.enum(REGISTRATION_PARTS) }),
    z.object({ items: z.array(partLines), fetchedAtMs: instantMs, ...keptAnswer }),
    { staleOn: [], isForgottenWhenLeft: true },
  ),
  /**
   * Finds registrations by any of their names: UUID, TRF code, the brand's reference, the code on a label, an order
   * number. What is not known here is asked for at the service and kept; for the number of an order the service is asked whenever
   * it can be, and those that are known here are the answer while it cannot. The text may be the code of a staff badge, so nothing
   * is kept of it, and sent again it looks again.
   */
  'registrations.find': commandInConfidence(
    z.strictObject({ text: z.string().trim().min(1).max(LONGEST_SEARCH) }),
    z.object({
      /** The text as it was asked for, without what nobody sees. */
      text: z.string(),
      rows: z.array(foundRegistration),
      /** True where the service was asked. Otherwise an order may have more there than are known here. */
      askedService: z.boolean(),
      /** Whose staff badge it is; the service is never asked for such a code. Null: nobody's. */
      badgeOf: badgeHolder.nullable(),
    }),
  ),
  /**
   * Puts a patient on the registration. `seenPatientId` is the one whom the screen showed on it, null for none: another one
   * by now is a conflict. Where there was one already, everything confirmed or labelled for them is withdrawn.
   */
  'registrations.assign': command(
    z.strictObject({
      registrationId: recordId,
      patientId: recordId,
      chosenAs,
      seenPatientId: recordId.nullable(),
    }),
    registrationDetail,
    { answersWith: 'other' },
  ),
  /**
   * Makes the appointment of a registration the appointment of its patient. `seenPatientId` is the registration's patient and
   * `seenAppointmentPatientId` the appointment's (null for nobody), as the screen showed them: others by now are a conflict.
   */
  'registrations.assignAppointment': command(
    z.strictObject({
      registrationId: recordId,
      seenPatientId: recordId,
      seenAppointmentPatientId: recordId.nullable(),
    }),
    registrationDetail,
    { answersWith: 'other' },
  ),
  /**
   * Registers a person for tests without an appointment: they come with the form, at any time. With `biomarkerCodes` only these of
   * the tests' biomarkers are asked for. `seenRegistrationIds` are the registrations that the person's record showed: one more, made at
   * another window or read meanwhile, is a conflict, because it may be the same one.
   */
  'registrations.create': command(
    z.strictObject({
      patientId: recordId,
      chosenAs,
      seenRegistrationIds: z.array(recordId).max(MOST_REGISTRATIONS_SHOWN),
      productIds: z.array(recordId).min(1).max(20),
      biomarkerCodes: z.array(z.string().trim().toUpperCase().min(1).max(40)).max(100).default([]),
    }),
    z.object({ registrationId: recordId }),
    { answersWith: 'other' },
  ),
  'registrations.requests': query(z.strictObject({ registrationId: recordId }), registrationRequests, {
    staleOn: ['board', 'outbox', 'patients'],
  }),
  /**
   * Changes the number to which results are announced by text message, the reference (`foreign_id`), or both.
   * `seenPatientId` is the patient whom the screen showed: another one, here or at the service, is a conflict. What is left
   * out stays as it is.
   */
  'registrations.update': command(
    z
      .strictObject({
        ...onRegistration,
        seenPatientId: recordId,
        mobileNumber: mobileNumber.optional(),
        foreignId: visible.min(1).max(100).optional(),
      })
      .refine((input) => input.mobileNumber !== undefined || input.foreignId !== undefined, {
        path: ['mobileNumber'],
        message: 'a number or a reference is needed',
      }),
    registrationRequests,
    { answersWith: 'requests' },
  ),
  /**
   * Asks for failed tests to be repeated: a new order and a new registration. It is sent once. After a lost answer a person
   * says whether it was done; see `outbox.repeat` and `outbox.settle`.
   */
  'registrations.retest': command(z.strictObject(onRegistration), registrationRequests, {
    answersWith: 'requests',
  }),
  /**
   * Has the service send the e-mail with which a person completes the registration; only while it has no patient. It is
   * sent once, as a retest is.
   */
  'registrations.sendCompleteEmail': command(
    z.strictObject({ ...onRegistration, email: z.email().max(200) }),
    registrationRequests,
    { answersWith: 'requests' },
  ),
};
