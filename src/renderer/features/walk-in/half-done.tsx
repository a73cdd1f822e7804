// A booking for another day that holds a slot, when the address asks for a booking of this day: somebody has pressed W for
// the person who stands here now. Nobody is booked until it is said which of the two is meant.
import { CalendarClock, Undo2 } from 'lucide-react';
import type { PersonView, VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { Button } from '../../ui/button.tsx';
import css from './walk-in.module.css';

export function HalfDone(props: {
  visit: VisitDetail;
  person: PersonView | null;
  timeZone: string;
  onGoOn: () => void;
  onBeginAnew: () => void;
}) {
  const { visit, person, timeZone } = props;
  const time = visit.appointment && shownClockAt(visit.appointment.startsAtMs, timeZone).time;
  return (
    <div className={css.offer} role="alert">
      <CalendarClock aria-hidden="true" size={20} />
      <span>
        A booking is half done: <strong>{person ? formatName(person) : 'nobody chosen yet'}</strong>, for{' '}
        <strong>
          {dayWords(visit.date)}
          {time !== null && ` at ${time}`}
        </strong>
      </span>
      <Button size="small" icon={<Undo2 />} onClick={props.onGoOn}>
        Go on with it
      </Button>
      <Button size="small" onClick={props.onBeginAnew}>
        Begin anew
      </Button>
    </div>
  );
}
