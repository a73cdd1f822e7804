// How a visit stands now, for a dialog about it that was still open when something else settled the matter. Pure.
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { activityWords } from '../words/activity-words.ts';
import { visitName, visitStateWords } from './visit-words.ts';

/** How the visit stands, and what happened last and by whom. */
export function meanwhileWords(visit: VisitDetail, timeZone: string): string {
  const stands = `${visitName(visit)}: ${visitStateWords(visit)}.`;
  const [last] = visit.activity;
  if (last === undefined) return stands;
  const { title, facts } = activityWords(last, timeZone);
  const what = facts === '' ? title : `${title} (${facts})`;
  return `${stands} ${shownClockAt(last.atMs, timeZone).time}, ${last.actor}: ${what}.`;
}
