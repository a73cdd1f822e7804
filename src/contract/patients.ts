// People. They are searched for before a new one is made.
import { z } from 'zod';
import { NAMING_SOURCES } from '../domain/person-doubt.ts';
import { hasHiddenCharacters, isOnlySigns, LONGEST_NAME } from '../domain/person-name.ts';
import { LONGEST_SEARCH } from '../domain/search-text.ts';
import { command, nothing, query } from './operation.ts';
import { registrationRow } from './registration-views.ts';
import { gender, instantMs, personView, recordId, visitRow } from './views.ts';
import { outboxRowView } from './outbox-row-view.ts';

const visible = z.string().refine((text) => !hasHiddenCharacters(text), 'has characters that nobody sees');
const name = visible
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !isOnlySigns(text), 'has no letters');

const line = visible.trim().min(1).max(200);

/** An address in the form in which the service takes one with an order. */
const addressDraft = z.strictObject({
  line1: line,
  line2: line.nullable().default(null),
  line3: line.nullable().default(null),
  city: line,
  postalCode: visible.trim().min(1).max(20),
  /** ISO code of two letters. */
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'is no country code'),
});

export const personDraft = z.strictObject({
  firstName: name,
  lastName: name,
  dateOfBirth: z.iso.date(),
  gender,
  email: z.email().max(200),
  phoneNumber: visible.trim().max(40).nullable().default(null),
  /** The service does not say which words it takes. */
  ethnicity: visible.trim().min(1).max(100).nullable().default(null),
  address: addressDraft.nullable().default(null),
});
/** A person as a screen enters them, before the schema has tidied the fields; see {@link personDraft}. */
export type PersonDraft = z.input<typeof personDraft>;

/** A person with all that is known of them here. */
const patientRecord = z.object({
  person: personView,
  /** The service's id; null until it has the person. */
  serviceId: recordId.nullable(),
  /**
   * Where the facts come from: the patient's own record, the copy on one of their registrations, or what was entered
   * here. Of a copy, phone, address and reference are not known.
   */
  from: z.enum(NAMING_SOURCES),
  ethnicity: z.string().nullable(),
  foreignId: z.string().nullable(),
  /** The service's id of the address on record; what the address is, it does not tell. */
  addressId: z.string().nullable(),
  /** What was entered here, in lines, while the person was not sent yet. */
  enteredAddress: z.string().nullable(),
  /** Visits at this desk, the newest first. */
  visits: z.array(visitRow),
  /** The newest first; `registrationCount` is how many there are. */
  registrations: z.array(registrationRow),
  registrationCount: z.number().int(),
  /** Orders of these registrations, as far as they were read. */
  orders: z.array(
    z.object({
      orderId: recordId,
      /** What people know the order by; null where the service gives none. */
      number: z.string().nullable(),
      registrationId: recordId,
      code: z.string().nullable(),
    }),
  ),
  /** What the service has not confirmed: changes of the person and of their registrations. */
  changes: z.array(outboxRowView),
  asOfMs: instantMs.nullable(),
});
/** A person with all that is known of them here. */
export type PatientRecordView = z.infer<typeof patientRecord>;

export const patientOperations = {
  'patients.search': query(
    z.strictObject({
      text: z.string().max(LONGEST_SEARCH),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    /**
     * `people`: whom a name, a date of birth, a telephone number, an e-mail address, a reference or a code fits. `more`:
     * there are more than `limit`. `similar`: people whose name is spelled nearly as it was typed.
     */
    z.object({ people: z.array(personView), more: z.boolean(), similar: z.array(personView) }),
    { staleOn: ['patients'] },
  ),
  'patients.get': query(z.strictObject({ patientId: recordId }), personView, { staleOn: ['patients'] }),
  /** How many people are known here. */
  'patients.count': query(nothing, z.object({ people: z.number().int(), asOfMs: instantMs.nullable() }), {
    staleOn: ['patients', 'board', 'session'],
  }),
  /** All that is known here of a person. */
  'patients.record': query(z.strictObject({ patientId: recordId }), patientRecord, {
    staleOn: ['board', 'patients', 'outbox', 'session'],
  }),
  /**
   * A person's visits of today at any location, without those that were cancelled or missed. It tells whether the
   * person is booked already.
   */
  'patients.visitsToday': query(
    z.strictObject({ patientId: recordId }),
    z.object({ visits: z.array(visitRow) }),
    { staleOn: ['board', 'patients'] },
  ),
  /**
   * Creates a person. Where somebody similar is known it creates nobody and answers with them, unless
   * `acceptDuplicates` says that a person has looked at them.
   */
  'patients.create': command(
    z.strictObject({ draft: personDraft, acceptDuplicates: z.boolean().default(false) }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('created'), person: personView }),
      z.object({ kind: z.literal('possible-duplicates'), people: z.array(personView) }),
    ]),
    { answersWith: 'other' },
  ),
};
