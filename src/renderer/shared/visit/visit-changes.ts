// What happened to a visit while a question about it was open, in whole sentences. Pure.
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { isSamePerson } from '../people/same-person.ts';
import { activityWords } from '../words/activity-words.ts';
import { visitName } from './visit-words.ts';

/** Nobody reads more than these; the visit itself has the rest. */
const MOST_LINES = 6;

/** Whether something of these kinds was done with the visit since it was seen. */
export const wasDoneSince = (
  seen: VisitDetail,
  now: VisitDetail,
  ...kinds: readonly VisitDetail['activity'][number]['kind'][]
): boolean => {
  const last = seen.activity[0]?.number ?? 0;
  return now.activity.some(({ number, kind }) => number > last && kinds.includes(kind));
};

/**
 * Whose visit it is now where that is somebody else, and what was done with it since it was seen, the oldest first.
 * @example visitChanges(seen, visit, 'Europe/London') // ['10:04, AB: Label scanned back (SAMP0001 · scanned).']
 */
export function visitChanges(seen: VisitDetail, now: VisitDetail, timeZone: string): string[] {
  const last = seen.activity[0]?.number ?? 0;
  const since = now.activity.filter(({ number }) => number > last).slice(0, MOST_LINES);
  const lines = since.reverse().map((entry) => {
    const { title, facts } = activityWords(entry, timeZone);
    const what = facts === '' ? title : `${title} (${facts})`;
    return `${shownClockAt(entry.atMs, timeZone).time}, ${entry.actor}: ${what}.`;
  });
  if (!isSamePerson(seen.person, now.person)) lines.unshift(`It is the visit of ${visitName(now)} now.`);
  return lines.length > 0 ? lines : ['The service told something new about it. It is shown as it is now.'];
}
