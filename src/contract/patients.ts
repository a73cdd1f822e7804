// People: found before they are made.
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
export type PersonDraft = z.input<typeof personDraft>;

export const patientOperations = {
  'patients.search': query(
    z.strictObject({ text: z.string().max(200) }),
    /** `similar`: people whose name is spelled nearly so. */
    z.object({ people: z.array(personView), similar: z.array(personView) }),
    { staleOn: ['patients'] },
  ),
  'patients.get': query(z.strictObject({ patientId: recordId }), personView, { staleOn: ['patients'] }),
  /** A person's visits of today at any location, those that are off left out: whether they are booked already. */
  'patients.visitsToday': query(
    z.strictObject({ patientId: recordId }),
    z.object({ visits: z.array(visitRow) }),
    { staleOn: ['board', 'patients'] },
  ),
  /** Answers with possible duplicates, and makes nobody, unless `acceptDuplicates` says that they were looked at. */
  'patients.create': command(
    z.strictObject({ draft: personDraft, acceptDuplicates: z.boolean().default(false) }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('created'), person: personView }),
      z.object({ kind: z.literal('possible-duplicates'), people: z.array(personView) }),
    ]),
    { answersWith: 'other' },
  ),
};
