// People. They are searched for before a new one is made.
import { z } from 'zod';
import { hasHiddenCharacters, LONGEST_NAME } from '../domain/person-name.ts';
import { command, query } from './operation.ts';
import { gender, personView, recordId, visitRow } from './views.ts';

const visible = z.string().refine((text) => !hasHiddenCharacters(text), 'has characters that nobody sees');
const name = visible.trim().min(1).max(LONGEST_NAME);

export const personDraft = z.strictObject({
  firstName: name,
  lastName: name,
  dateOfBirth: z.iso.date(),
  gender,
  email: z.email().max(200),
  phoneNumber: visible.trim().max(40).nullable().default(null),
});
/** A person as a screen enters them, before the schema has tidied the fields; see {@link personDraft}. */
export type PersonDraft = z.input<typeof personDraft>;

export const patientOperations = {
  'patients.search': query(
    z.strictObject({ text: z.string().max(200) }),
    /** `similar`: people whose name is spelled nearly as it was typed. */
    z.object({ people: z.array(personView), similar: z.array(personView) }),
    { staleOn: ['patients'] },
  ),
  'patients.get': query(z.strictObject({ patientId: recordId }), personView, { staleOn: ['patients'] }),
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
