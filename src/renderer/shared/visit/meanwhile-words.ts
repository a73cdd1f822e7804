// How a visit stands now, for a dialog about it that was still open when something else settled the matter. Pure.
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { activityWords } from '../words/activity-words.ts';
import { GONE_WORDS } from './booking-changes.ts';
import { visitName, visitStateWords } from './visit-words.ts';

/** How the visit stands, and what happened last and by whom; of what happened at the service alone, that. */
export function meanwhileWords(visit: VisitDetail, timeZone: string): string {
  const stands = `${visitName(visit)}: ${visitStateWords(visit)}.`;
  if (visit.appointment?.gone === true) return `${stands} ${GONE_WORDS}`;
  const [last] = visit.activity;
  if (last === undefined) return stands;
  const { title, facts } = activityWords(last, timeZone);
  const what = facts === '' ? title : `${title} (${facts})`;
  return `${stands} ${shownClockAt(last.atMs, timeZone).time}, ${last.actor}: ${what}.`;
}
