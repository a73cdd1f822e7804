// The slot that is held for the walk-in, with the time left.
import { Hourglass, RotateCcw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import type { BookedOver } from '../../../domain/appointment-state.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { pauseEndWords } from '../../shared/connection/connection-words.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import type { Hold } from './use-hold.ts';
import css from './walk-in.module.css';

/** `stranded`: this desk was set to another location since. `overnight`: the slot is of a day that is over. */
export function HeldSlot(props: { hold: Hold; timeZone: string; stranded: boolean; overnight: boolean }) {
  const { hold, timeZone, stranded, overnight } = props;
  const [leaving, setLeaving] = useState(false);
  const [notGivenBack, setNotGivenBack] = useState<AppError | null>(null);
  const mayNotRelease = useMayNot('walkIn.release');
  const appointment = hold.visit?.appointment;
  const state = hold.state;
  return (
    <div className={css.held}>
      <p className={css.heldTime}>
        <Hourglass aria-hidden="true" size={22} />
        {hold.visit && !hold.isHere && <span className={css.quiet}>{dayWords(hold.visit.date)}</span>}
        {appointment ? <time>{shownClockAt(appointment.startsAtMs, timeZone).time}</time> : '…'}
        {appointment?.overridesAvailability && appointment.bookedOver === null && (
          <span className={css.quiet}>outside the timetable</span>
        )}
      </p>
      {stranded && (
        <p role="alert" className={css.over}>
          <TriangleAlert aria-hidden="true" size={20} />
          {`This slot is at ${hold.visit?.locationName ?? 'another location'}, where this desk does not work any more. Give it back and hold one here, or set the desk back to that location.`}
        </p>
      )}
      {overnight && (
        <p role="alert" className={css.over}>
          <TriangleAlert aria-hidden="true" size={20} />
          This slot is of a day that is over, so nobody can be checked in for it. Give it back and hold one of
          today: the person and the tests stay as they are.
        </p>
      )}
      {appointment?.bookedOver && state?.kind === 'held' && (
        <p role="alert" className={css.over}>
          <TriangleAlert aria-hidden="true" size={20} />
          {BOOKED_OVER_WORDS[appointment.bookedOver]}
        </p>
      )}
      {state?.kind === 'held' && state.untilMs !== null && (
        <p>
          Held for <Countdown untilMs={state.untilMs} nowMs={hold.nowMs} label="Held for" />
        </p>
      )}
      {state?.kind === 'held' && state.untilMs === null && <p>The slot is confirmed.</p>}
      {(state === null || state.kind === 'asked') && <Asked timeZone={timeZone} />}
      {notGivenBack && <ErrorNotice error={notGivenBack} />}
      <div>
        <Button
          size="small"
          icon={<RotateCcw />}
          busy={hold.busy || leaving}
          blocked={mayNotRelease}
          onClick={() => {
            setLeaving(true);
            void hold
              .giveBack()
              .then(setNotGivenBack)
              .finally(() => setLeaving(false));
          }}
        >
          Give the slot back
        </Button>
      </div>
    </div>
  );
}

const BOOKED_OVER_WORDS: Readonly<Record<BookedOver, string>> = {
  somebody:
    'Somebody else has this slot as well. It is held beside them. If another time will do, give the slot back and choose a free one.',
  'perhaps-own':
    'The first answer was lost, and then the slot was taken: most likely by this desk itself, but perhaps by somebody else. If another time will do, give the slot back and choose a free one.',
};

/** Asked for and not answered yet: because the service is slow, cannot be reached, does not accept the key, or asked for a pause. */
function Asked({ timeZone }: { timeZone: string }) {
  const cutOff = useWhyCutOff();
  const pausedUntilMs = useQuery('connection.get', {}).value?.pausedUntilMs ?? null;
  let words = 'Asked for. The service has not answered yet.';
  if (cutOff) words = `Asked for. ${cutOff.why}: this waits until ${cutOff.until}.`;
  else if (pausedUntilMs !== null)
    words = `Not sent yet. The service asks us to slow down: this waits until ${pauseEndWords(pausedUntilMs, timeZone)}.`;
  return <p role="status">{words}</p>;
}
