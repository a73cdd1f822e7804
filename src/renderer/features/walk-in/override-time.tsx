// A time that is taken or closed, booked all the same: a deliberate act, with what it means said first and a reason.
import { CalendarX2 } from 'lucide-react';
import { instantOf, isSkipped } from '../../../domain/site-time.ts';
import { serviceNowMs } from '../../host/service-clock.ts';
import { dayWords, skippedWords } from '../../shared/dates/day-words.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Hold } from './use-hold.ts';
import { useWalkInDraft, WALK_IN_FORM } from './walk-in-draft.ts';
import css from './walk-in.module.css';

export function OverrideTime(props: { date: string; timeZone: string; hold: Hold }) {
  const { override, askOverride } = useWalkInDraft();
  return (
    <div>
      <Button
        size="small"
        look="quiet"
        icon={<CalendarX2 />}
        onClick={() => askOverride({ time: '', reason: '' })}
      >
        A taken or closed time
      </Button>
      {override && (
        <OverrideDialog
          {...props}
          typed={override.time}
          reason={override.reason}
          onTyped={(changes) => askOverride({ ...override, ...changes })}
          onClose={() => askOverride(null)}
        />
      )}
    </div>
  );
}

type Standing = 'free' | 'taken' | 'closed' | 'past';

const MEANS: Readonly<Record<Exclude<Standing, 'free' | 'past'>, string>> = {
  taken: 'Somebody else has this slot: two people are booked for the same time.',
  closed: 'There is no slot at this time: the location may be closed then.',
};

function OverrideDialog(props: {
  date: string;
  timeZone: string;
  hold: Hold;
  typed: string;
  reason: string;
  onTyped: (changes: { time?: string; reason?: string }) => void;
  onClose: () => void;
}) {
  const { date, timeZone, hold, typed, reason, onTyped } = props;
  const time = readTime(typed);
  const skipped = time !== null && isSkipped(date, time, timeZone);
  const startsAtMs = time === null || skipped ? null : instantOf(date, time, timeZone);
  const standing = startsAtMs === null ? null : standingOf(hold, startsAtMs);
  const problem =
    typed.trim() === ''
      ? 'Enter the time first.'
      : time !== null && skipped
        ? `${skippedWords(date, time)}.`
        : startsAtMs === null
          ? 'Enter a time of this day, such as 14:10.'
          : standing === 'past'
            ? 'That time has passed.'
            : standing === 'free'
              ? 'That slot is free: close this and choose it.'
              : reasonProblem(reason);
  return (
    <Dialog title={`Book a taken or closed time on ${dayWords(date)}?`} onClose={props.onClose}>
      <form
        className={css.override}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null && startsAtMs !== null) void hold.override(startsAtMs, reason.trim());
        }}
      >
        <TextField
          label="Time"
          hint="Hours and minutes, such as 14:10 or 1410"
          inputMode="numeric"
          value={typed}
          autoFocus
          onChange={(event) => onTyped({ time: event.target.value })}
        />
        <p role="status" className={css.quiet}>
          {standing === 'taken' || standing === 'closed'
            ? MEANS[standing]
            : 'The service is told to book it all the same.'}
        </p>
        <TextField
          label="Reason"
          hint="Recorded"
          readOnly={hold.busy}
          value={reason}
          onChange={(event) => onTyped({ reason: event.target.value })}
        />
        <TooLongToKeep form={WALK_IN_FORM} />
        {hold.error && <ErrorNotice error={hold.error} />}
        <div>
          <Button type="submit" look="danger" busy={hold.busy} blocked={problem}>
            Hold it all the same
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** `1410`, `14:10`, `14.10` and `9:05` to `HH:MM`; null for anything else. */
function readTime(typed: string): string | null {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.\s]?(\d{2})\s*$/.exec(typed) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

function standingOf(hold: Hold, startsAtMs: number): Standing {
  if (startsAtMs <= serviceNowMs()) return 'past';
  const slot = hold.slots.value?.slots.find((one) => one.startsAtMs === startsAtMs);
  if (!slot) return 'closed';
  return slot.available ? 'free' : 'taken';
}
