// An appointment on its way to another slot: what is moved, what to do, and the last question before it is done.
import { ArrowRight, ArrowRightLeft, X } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { bookingChanges, isSameBooking, shownBooking } from '../../shared/visit/booking-changes.ts';
import { meanwhileWords } from '../../shared/visit/meanwhile-words.ts';
import { mayMove, visitName, whyNotMoved } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import css from './calendar.module.css';

export interface Target {
  readonly locationId: string;
  readonly startsAtMs: number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function MovingBar(props: { visit: VisitDetail; timeZone: string; onStop: () => void }) {
  const { visit, timeZone, onStop } = props;
  const mayNot = useMayNot('visits.moveAppointment');
  useAction({ id: 'stop-moving', words: 'Stop moving the appointment', run: onStop });
  return (
    <div className={css.movingBar} role="status">
      <ArrowRightLeft aria-hidden="true" size={22} />
      <p>
        Moving <strong>{visitName(visit)}</strong>
        {visit.appointment && (
          <> from {placeWords(visit.appointment.startsAtMs, visit.locationName, timeZone)}</>
        )}
        . {mayNot ?? whyNotMoved(visit) ?? 'Choose a day and one of its free slots.'}
      </p>
      <Button icon={<X />} onClick={onStop}>
        Stop moving
      </Button>
    </div>
  );
}

/** `Tuesday 03-Mar-2026, 09:10 at Marylebone` */
function placeWords(startsAtMs: number, locationName: string | null, timeZone: string): string {
  const { date, time } = shownClockAt(startsAtMs, timeZone);
  return `${dayWords(date)}, ${time}${locationName === null ? '' : ` at ${locationName}`}`;
}

/** Says from where to where, and what follows from it, before anything is done. */
export function ConfirmMove(props: {
  visit: VisitDetail;
  to: Target;
  locations: readonly Named[];
  timeZone: string;
  onClose: () => void;
  onMoved: (visit: VisitDetail) => void;
}) {
  const { visit, to, timeZone } = props;
  const move = useCommand('visits.moveAppointment');
  const mayNot = useMayNot('visits.moveAppointment');
  const cutOff = useWhyCutOff();
  const isStillHere = useStillHere();
  const { appointment } = visit;
  const who = visitName(visit);
  const title = `Move the appointment of ${who}?`;
  const seen = useSeen(visit, { isSame: isSameBooking, command: move });
  const isOvertaken = useOvertaken(mayMove(visit), mayBeOwnDoing(move));
  if (isOvertaken || !appointment)
    return <Overtaken title={title} words={meanwhileWords(visit, timeZone)} onClose={props.onClose} />;
  const place = props.locations.find(({ id }) => id === to.locationId)?.name ?? null;
  const [before, after] = [appointment.startsAtMs, to.startsAtMs].map((at) => shownClockAt(at, timeZone));
  const consequences = [
    `Its slot at ${before?.time ?? ''} becomes free for others.`,
    ...(before?.date === after?.date ? [] : ['The visit stands on the board of the other day from now on.']),
    ...(visit.locationId === to.locationId
      ? []
      : [`It is at another location then: ${place ?? 'not known by name'}.`]),
    ...(visit.deskState === 'no-show' ? ['The person is expected again.'] : []),
    'Tell the person: this desk sends no message about it.',
    ...(cutOff
      ? [
          `${cutOff.why}: this waits until ${cutOff.until}. If somebody else has the slot by then, it stays where it is, and you are asked again.`,
        ]
      : []),
  ];

  async function confirm(): Promise<void> {
    const answer = await move.run({
      visitId: visit.id,
      seenVersion: seen.value.version,
      shown: shownBooking(seen.value),
      ...to,
    });
    if (!answer.ok) return;
    notify(`${who} is moved to ${placeWords(to.startsAtMs, null, timeZone)}`);
    if (isStillHere()) props.onMoved(answer.value);
  }

  return (
    <Dialog title={title} onClose={props.onClose}>
      <dl className={css.fromTo}>
        <dt>From</dt>
        <dd>{placeWords(appointment.startsAtMs, visit.locationName, timeZone)}</dd>
        <dt>
          <ArrowRight aria-hidden="true" size={18} /> To
        </dt>
        <dd>
          <strong>{placeWords(to.startsAtMs, place, timeZone)}</strong>
        </dd>
      </dl>
      <ul className={css.consequences}>
        {consequences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {seen.isChanged && (
        <ChangedMeanwhile lines={bookingChanges(seen.value, visit, timeZone)} onRead={seen.read} />
      )}
      {seen.error && <ErrorNotice error={seen.error} />}
      <div className={css.dialogActions}>
        <Button
          look="main"
          icon={<ArrowRightLeft />}
          busy={move.busy}
          blocked={mayNot ?? (seen.isChanged ? READ_FIRST : null)}
          // The dialog was opened to answer this.
          autoFocus
          onClick={() => void confirm()}
        >
          Move the appointment
        </Button>
        <Button onClick={props.onClose}>Keep it where it is</Button>
      </div>
    </Dialog>
  );
}
