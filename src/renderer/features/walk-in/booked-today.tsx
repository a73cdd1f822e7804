// Warns when the person chosen for a walk-in is on today's board already.
import { TriangleAlert } from 'lucide-react';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { visitStateWords } from '../../shared/visit/visit-words.ts';
import { visitsOfPerson } from './visits-of-person.ts';
import css from './walk-in.module.css';

export function BookedToday({ person, timeZone }: { person: PersonView; timeZone: string }) {
  const board = useQuery('board.get', {}).value;
  const own = useQuery('patients.visitsToday', { patientId: person.id }).value?.visits ?? [];
  const alike = visitsOfPerson(board?.rows ?? [], person);
  const visits = [...own, ...alike.filter((visit) => !own.some((one) => one.id === visit.id))];
  if (visits.length === 0) return null;
  return (
    <div className={css.over} role="alert">
      <TriangleAlert aria-hidden="true" size={20} />
      <div>
        <p>{formatName(person)} is booked today already. Go on only if this is another visit.</p>
        <ul>
          {visits.map((visit) => (
            <li key={visit.id}>
              <a href={hrefOf(links.visit(visit.id))}>
                {visit.appointment && `${wallClockAt(visit.appointment.startsAtMs, timeZone).time}, `}
                {visitStateWords(visit)}: open this visit
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
