// Warns when the person who is being booked is on the board of that day already.
import { TriangleAlert } from 'lucide-react';
import type { PersonView, VisitRow } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { visitStateWords } from '../../shared/visit/visit-words.ts';
import { inOrderOfTime, visitsOfPerson } from './visits-of-person.ts';
import css from './walk-in.module.css';

/** `date`: the day that is booked; null for today. */
export function BookedAlready(props: { person: PersonView; date: string | null; timeZone: string }) {
  const { person, date, timeZone } = props;
  const board = useQuery('board.get', date === null ? {} : { date }).value;
  const own =
    useQuery('patients.visitsToday', date === null ? { patientId: person.id } : skip).value?.visits ?? [];
  const visits = inOrderOfTime<VisitRow>(own, visitsOfPerson(board?.rows ?? [], person));
  if (visits.length === 0) return null;
  const when = date === null ? 'today' : `on ${dayWords(date)}`;
  // Whoever came before midnight is on today's board with a visit of the day before.
  const isOfOtherDay = board !== null && visits.every((visit) => visit.date !== board.date);
  return (
    <div className={css.over} role="alert">
      <TriangleAlert aria-hidden="true" size={20} />
      <div>
        <p>
          {formatName(person)} {isOfOtherDay ? 'is here' : `is booked ${when}`} already. Go on only if this is
          another visit.
        </p>
        <ul>
          {visits.map((visit) => (
            <li key={visit.id}>
              <a href={hrefOf(date === null ? links.visit(visit.id) : links.visitOnDay(date, visit.id))}>
                {visit.appointment && `${shownClockAt(visit.appointment.startsAtMs, timeZone).time}, `}
                {visitStateWords(visit)}: open this visit
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
