// How the copy of the site stands, in words. Pure.
import type { Output } from '../../../contract/index.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';

/** The time at the site, with the day. */
export function dayAndTime(atMs: number, timeZone: string): string {
  const { date, time } = shownClockAt(atMs, timeZone);
  return `${formatDate(date)} ${time}`;
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

/** What whoever looks after the database has to do; a desk has no rights for it. */
const OLD_DATABASE =
  'An earlier version of Drawdesk prepared the database: have “npm run copy” run again for it. Until then a machine that takes over may stop this one before it has room for the copy.';

/**
 * A few sentences about a copy.
 *
 * @example copyWords(copy, 'Europe/London') // 'Everything is copied, the last change at 15-Mar-2026 10:41.'
 */
export function copyWords(copy: Output<'copy.get'>, timeZone: string): string {
  const words = stageWords(copy, timeZone);
  return copy.isDatabaseOld && copy.stage !== 'fenced' ? `${words} ${OLD_DATABASE}` : words;
}

function stageWords(copy: Output<'copy.get'>, timeZone: string): string {
  const at = (ms: number): string => dayAndTime(ms, timeZone);
  const until =
    copy.copiedUntilMs === null
      ? 'Nothing is copied yet.'
      : `Everything until ${at(copy.copiedUntilMs)} is copied.`;
  const waiting =
    copy.waiting === 0 ? '' : ` ${changes(copy.waiting)} ${copy.waiting === 1 ? 'waits' : 'wait'}.`;
  switch (copy.stage) {
    case null:
      return 'This site has no copy.';
    case 'starting':
      return `The database has not answered yet. ${until}${waiting}`;
    case 'copying':
      return `${until} ${changes(copy.waiting)} ${copy.waiting === 1 ? 'is' : 'are'} on the way.`;
    case 'copied':
      return copy.copiedUntilMs === null
        ? 'Everything is copied.'
        : `Everything is copied, the last change at ${at(copy.copiedUntilMs)}.`;
    case 'unreachable':
      return `The database has taken nothing since ${at(copy.unreachableSinceMs ?? copy.nowMs)}: ${copy.problem ?? 'it does not answer'}. Work goes on. ${until}${waiting}`;
    case 'refused':
    case 'ahead':
      return `Nothing is copied: ${copy.problem ?? 'the database does not accept this desk'}.`;
    case 'fenced':
      return copy.fenced === null || copy.fenced.lost === 0
        ? 'Another machine is the site desk now, and has everything that was done here.'
        : `Another machine, ${copy.fenced.by}, has been the site desk since ${at(copy.fenced.atMs)}. ${changes(copy.fenced.lost)} saved here never reached it.`;
    default:
      return copy.stage satisfies never;
  }
}
