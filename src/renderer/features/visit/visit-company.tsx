// Who else has this visit open: at another desk, or in another window of this one.
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import type { Output } from '../../../contract/index.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { afterPaint, usePainted } from '../../ui/use-painted.ts';
import css from './visit.module.css';

const PAGE_KEPT_AS = 'drawdesk.page';

/**
 * Of this page, also after a reload: with another id it would be told of itself as of another window, until the desk has forgotten the one
 * before. A tab that is made as a copy of this one has what is kept here too, and is another window.
 */
function idOfPage(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const kept = navigation?.type === 'reload' ? window.sessionStorage.getItem(PAGE_KEPT_AS) : null;
  const id = kept ?? crypto.randomUUID();
  window.sessionStorage.setItem(PAGE_KEPT_AS, id);
  return id;
}

const PAGE_ID = idOfPage();
/** Well within the time after which the desk takes a window for gone. */
const SAID_EVERY_MS = 30_000;

type Other = Output<'visits.company'>['items'][number];

export function VisitCompany({ visitId, timeZone }: { visitId: string; timeZone: string }) {
  const desk = useDesk();
  const as = useActor((state) => state.initials);
  // Nobody looks for it first, and a scanned visit must not wait for requests about others.
  const isPainted = usePainted();
  const { value, refresh } = useQuery(
    'visits.company',
    isPainted ? { visitId, windowId: PAGE_ID, as } : skip,
  );
  useEffect(() => {
    const again = window.setInterval(refresh, SAID_EVERY_MS);
    return () => window.clearInterval(again);
  }, [refresh]);
  useEffect(() => {
    const leaving = { visitId, windowId: PAGE_ID, as, leaving: true };
    // After the frame that shows what was gone to. One after the other, so that a visit that was left and is open again is told so last.
    return () => void afterPaint(() => void desk.ask('visits.company', leaving));
  }, [desk, visitId, as]);
  const others = value?.items ?? [];
  return (
    <p role="status" aria-label="Who else is here" className={css.company}>
      {others.length > 0 && <Users aria-hidden="true" size={16} />}
      {others.map((other) => companyWords(other, timeZone)).join(' · ')}
    </p>
  );
}

function companyWords({ where, who, sinceMs }: Other, timeZone: string): string {
  const elsewhere = where.kind === 'desk' ? `at ${where.name}` : 'at the site desk';
  const place = where.kind === 'here' ? 'in another window here' : elsewhere;
  return `Opened ${place} by ${who} at ${shownClockAt(sinceMs, timeZone).time}`;
}
