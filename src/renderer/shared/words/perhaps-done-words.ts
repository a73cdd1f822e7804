// What was given up in doubt and may have been done all the same: said before anybody asks for it once more.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';

type Change = Pick<OutboxRowView, 'kind' | 'state' | 'mayHaveBeenDone' | 'sentTo' | 'createdAtMs' | 'actor'>;

/**
 * One sentence for each change of this kind that was given up while nobody knew whether the service had carried it out.
 *
 *     perhapsDoneWords(order.changes, 'order.refund', 'Europe/London')
 */
export function perhapsDoneWords(
  changes: readonly Change[],
  kind: OutboxRowView['kind'],
  timeZone: string,
): string[] {
  return changes
    .filter((change) => change.kind === kind && change.state === 'discarded' && change.mayHaveBeenDone)
    .map(({ sentTo, createdAtMs, actor }) => {
      const { date, time } = shownClockAt(createdAtMs, timeZone);
      const to = sentTo === null ? '' : ` to ${sentTo}`;
      return `It was asked for${to} before, on ${formatDate(date)} at ${time} by ${actor}, and given up while nobody knew whether it was done. If it was, it happens twice.`;
    });
}
