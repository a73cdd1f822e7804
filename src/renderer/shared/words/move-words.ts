// Between which times an appointment is moved. Pure.
import type { MoveView } from '../../../contract/move-view.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';

/**
 * The day once, where it stays the same.
 * @example moveWords(row.move, 'Europe/London') // 'from 18:30 to 22:10, 30-Nov-2026'
 */
export function moveWords({ fromMs, toMs, toLocationName }: MoveView, timeZone: string): string {
  const [from, to] = [shownClockAt(fromMs, timeZone), shownClockAt(toMs, timeZone)];
  const times =
    from.date === to.date
      ? `from ${from.time} to ${to.time}, ${formatDate(to.date)}`
      : `from ${formatDate(from.date)} ${from.time} to ${formatDate(to.date)} ${to.time}`;
  return toLocationName === null ? times : `${times}, ${toLocationName}`;
}
