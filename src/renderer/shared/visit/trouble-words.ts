// Why a visit cannot be worked on, in the words of the desk.
import type { PersonShownView, PersonView, VisitTrouble } from '../../../contract/views.ts';
import { formatName, wholeName } from '../../../domain/person-name.ts';
import type { WithdrawalReason } from '../../../domain/identity.ts';
import type { PatientAnswer, NamingSource } from '../../../domain/person-doubt.ts';
import { formatDate } from '../../../domain/site-time.ts';

export function hasTrouble(
  visit: { readonly troubles: readonly VisitTrouble[] },
  ...kinds: readonly VisitTrouble['kind'][]
): boolean {
  return visit.troubles.some((trouble) => kinds.includes(trouble.kind));
}

type Withdrawn = Extract<VisitTrouble, { kind: 'identity-withdrawn' }>;

/** Whether the visit is again whose it was when the identity was confirmed: the confirmation ended when it was not. */
export function isTheirsAgain(
  { confirmedFor }: Pick<Withdrawn, 'confirmedFor'>,
  person: Pick<PersonView, 'id'> | null,
): boolean {
  return confirmedFor !== null && confirmedFor.patientId === person?.id;
}

/** For a line on a board. `person`: whose visit it is now. */
export function troubleTag(trouble: VisitTrouble, person: Pick<PersonView, 'id'> | null): string {
  switch (trouble.kind) {
    case 'identity-withdrawn':
      if (trouble.changes.includes('person') && isTheirsAgain(trouble, person))
        return 'Not theirs meanwhile: confirm identity again';
      // The row shows the name of the person whose visit it is now; the person who is here is somebody else.
      return trouble.confirmedFor && trouble.changes.includes('person')
        ? `Confirmed for ${formatName(trouble.confirmedFor)}: confirm identity again`
        : 'Confirm identity again';
    case 'person-in-doubt': {
      const [first, second] = trouble.namings;
      if (!first || !second) return 'Two patients named by the service: confirm identity';
      // Two names are told apart at once; of two dates of birth the year alone may be the same.
      return wholeName(first) === wholeName(second)
        ? `Or born ${second.dateOfBirth === null ? 'on another day' : formatDate(second.dateOfBirth)}? Records disagree`
        : `Or ${formatName(second)}? Records disagree`;
    }
    case 'patient-contested':
      return 'Whose is it? Needs attention';
    case 'registration-untaken':
      return trouble.perhapsMade ? 'Perhaps registered: send it again' : 'Registration not taken: decide';
    case 'appointment-of-another':
      return 'Appointment of somebody else';
    case 'two-people':
      return 'Two people on one visit';
    case 'shared-code':
      return 'Code of two patients';
    case 'destroy-labels':
      return trouble.papers.length === 1 ? 'Destroy a label' : `Destroy ${trouble.papers.length} labels`;
    case 'elsewhere':
      return 'Another location';
    default:
      return trouble satisfies never;
  }
}

const CHANGES: Readonly<Record<WithdrawalReason, string>> = {
  person: 'the patient',
  'first-name': 'the first name',
  'last-name': 'the last name',
  'date-of-birth': 'the date of birth',
  contradicted: 'its records do not agree',
};

/** Why a confirmed identity does not count any more, in whole sentences. `person`: whose visit it is now. */
export function withdrawnWords(trouble: Withdrawn, person: Pick<PersonView, 'id'> | null): string {
  const { changes } = trouble;
  if (changes.includes('person'))
    return isTheirsAgain(trouble, person)
      ? 'This visit was somebody else’s for a while, or nobody’s, and is again whose it was. Confirm the identity once more.'
      : 'This visit belongs to somebody else now, or to nobody yet.';
  if (changes.includes('contradicted'))
    return 'The service’s records did not agree about this person any more.';
  return `The record changed: ${changes.map((change) => CHANGES[change]).join(' and ')}.`;
}

/** `OLIVER, James, born 15-Mar-1984` */
export function shownWords(person: PersonShownView): string {
  const birth =
    person.dateOfBirth === null ? 'date of birth not known' : `born ${formatDate(person.dateOfBirth)}`;
  return `${formatName(person)}, ${birth}`;
}

/** Who says it: `the patient’s own record`. */
export const SOURCE_WORDS: Readonly<Record<NamingSource, string>> = {
  patient: 'the patient’s own record',
  registration: 'the registration',
  desk: 'what was entered at this desk',
};

/** What the service answered when it was asked for the patient, as a whole sentence. */
export function answerWords(answer: PatientAnswer | null): string {
  switch (answer) {
    case null:
      return 'The patient’s own record was not asked for again so far.';
    case 'same':
      return 'The service was asked again and still contradicts itself.';
    case 'not-there':
      return 'Asked for the patient’s own record, the service says that there is none.';
    case 'another':
      return 'Asked for the patient’s own record, the service answers with another patient’s.';
    case 'unreadable':
      return 'The service’s answer about the patient’s own record could not be read.';
    case 'failed':
      return 'The service did not answer when it was asked for the patient’s own record.';
    default:
      return answer satisfies never;
  }
}
