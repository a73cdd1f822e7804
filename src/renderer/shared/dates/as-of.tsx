// How old what is shown is. It turns to a warning when it is older than it should be as the connection stands.
import { shownClockAt, formatDate } from '../../../domain/site-time.ts';
import { useMinutesSince, serviceNowMs } from '../../host/service-clock.ts';
import { useQuery } from '../../host/use-query.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './as-of.module.css';
import { ageOf } from './age.ts';

/**
 * `as of 14:05`, with the day where it is another one and the age where it matters. `asOfMs`: milliseconds since the epoch by
 * the service's clock; null says that it has not been read yet.
 * @example <AsOf asOfMs={board.asOfMs} timeZone={board.timeZone} />
 */
export function AsOf(props: {
  asOfMs: number | null;
  timeZone: string;
  /** Words on both sides of it: it reads as they do, without a ground of its own. */
  inSentence?: boolean;
}) {
  const { asOfMs, timeZone, inSentence = false } = props;
  const connection = useQuery('connection.get', {}).value;
  const minutes = useMinutesSince(asOfMs);
  if (asOfMs === null || minutes === null)
    return <span className={classNames(css.asOf, css['very-old'])}>not read yet</span>;
  const age = ageOf(minutes, connection?.state === 'online');
  if (age.kind === 'unknown')
    return <span className={classNames(css.asOf, css.old)}>read before the clock was set back</span>;
  const clock = shownClockAt(asOfMs, timeZone);
  const otherDay = clock.date !== shownClockAt(serviceNowMs(), timeZone).date;
  return (
    <span className={classNames(css.asOf, inSentence ? css.inSentence : css[age.tone])}>
      as of {otherDay && `${formatDate(clock.date)} `}
      <time>{clock.time}</time>
      {age.words !== null && ` (${age.words} old)`}
    </span>
  );
}
