// Time left until a deadline, by the service's clock. Said aloud only at whole minutes and at the end.
import css from './countdown.module.css';
import { classNames } from './class-names.ts';
import { countdownWords } from './durations.ts';

const URGENT_MS = 2 * 60_000;

export function Countdown({ untilMs, nowMs, label }: { untilMs: number; nowMs: number; label: string }) {
  const leftMs = untilMs - nowMs;
  return (
    <span
      className={classNames(css.countdown, leftMs < URGENT_MS && css.urgent)}
      role="timer"
      aria-label={label}
    >
      {countdownWords(leftMs)}
    </span>
  );
}
