// What stands in the way of working on a visit, in the words of the desk.
import type { PersonShownView, VisitTrouble } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import type { PersonChange } from '../../../domain/identity.ts';
import { formatDate } from '../../../domain/site-time.ts';

export function hasTrouble(
  visit: { readonly troubles: readonly VisitTrouble[] },
  ...kinds: readonly VisitTrouble['kind'][]
): boolean {
  return visit.troubles.some((trouble) => kinds.includes(trouble.kind));
}

/** For a line on a board. */
export function troubleTag(trouble: VisitTrouble): string {
  switch (trouble.kind) {
    case 'identity-withdrawn':
      // The line bears the name of whoever the visit belongs to now; the one who is here is somebody else.
      return trouble.confirmedFor && trouble.changes.includes('person')
        ? `Confirmed for ${formatName(trouble.confirmedFor)}: confirm identity again`
        : 'Confirm identity again';
    case 'patient-contested':
      return 'Whose is it? Needs attention';
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

const CHANGES: Readonly<Record<PersonChange, string>> = {
  person: 'the patient',
  'first-name': 'the first name',
  'last-name': 'the last name',
  'date-of-birth': 'the date of birth',
};

export function changeWords(changes: readonly PersonChange[]): string {
  return changes.map((change) => CHANGES[change]).join(' and ');
}

/** `OLIVER, James, born 15-Mar-1984` */
export function shownWords(person: PersonShownView): string {
  const birth =
    person.dateOfBirth === null ? 'date of birth not known' : `born ${formatDate(person.dateOfBirth)}`;
  return `${formatName(person)}, ${birth}`;
}
