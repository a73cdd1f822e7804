// How old what is shown is. Amber at five minutes, red at fifteen.
import { wallClockAt, formatDate } from '../../../domain/site-time.ts';
import css from './as-of.module.css';
import { classNames } from '../../ui/class-names.ts';
import { freshnessOf, waitingWords } from '../../ui/durations.ts';

export function AsOf({
  asOfMs,
  nowMs,
  timeZone,
}: {
  asOfMs: number | null;
  nowMs: number;
  timeZone: string;
}) {
  if (asOfMs === null)
    return <span className={classNames(css.asOf, css['very-old'])}>not heard from yet</span>;
  const clock = wallClockAt(asOfMs, timeZone);
  const age = nowMs - asOfMs;
  const freshness = freshnessOf(age);
  const otherDay = clock.date !== wallClockAt(nowMs, timeZone).date;
  return (
    <span className={classNames(css.asOf, css[freshness])}>
      as of {otherDay && `${formatDate(clock.date)} `}
      <time>{clock.time}</time>
      {freshness !== 'fresh' && ` (${waitingWords(age)} old)`}
    </span>
  );
}
