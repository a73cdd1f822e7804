// Which screen an address shows. On a wide window the board stays beside the open visit.
import { MapPinOff } from 'lucide-react';
import { useCallback, useLayoutEffect, type MouseEvent } from 'react';
import { Route, Switch, useLocation, useRoute } from 'wouter';
import { isCalendarDate } from '../../domain/site-time.ts';
import { Board } from '../features/board/board.tsx';
import { useSession } from '../host/use-session.ts';
import { routes } from '../routes.ts';
import { ScreenToCome } from '../shared/connection/to-come.tsx';
import { links } from '../shared/links.ts';
import { placeOfList, returnTo } from '../shared/way-back.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { openRecord } from '../ui/toast-store.ts';
import { useMedia } from '../ui/use-media.ts';
import { letGoOfFocus, takeUpFocus } from './let-go-of-focus.ts';
import { ScreenGuard } from './screen-guard.tsx';
import css from './screens.module.css';

const visit = onDemand(async () => (await import('./opened-visit.tsx')).OpenedVisit, ScreenToCome);
const OpenedVisit = visit.component;

/** Fetches the script of an open visit, so that no opening waits for it. Rejects when it cannot be had. */
export const loadVisitAhead = (): Promise<void> => visit.load();

export function Screens() {
  const [place] = useLocation();
  const [isVisit, visitParams] = useRoute(links.visit(':id'));
  const [isBoard] = useRoute(links.board);
  const [isDay, dayParams] = useRoute(links.day(':date'));
  const isLive = useSession()?.mode === 'live';
  const [isVisitOnDay, onDayParams] = useRoute(links.visitOnDay(':date', ':id'));
  if (isBoard) return <BoardAndVisit date={null} visitId={null} />;
  if (isVisit) return <BoardAndVisit date={null} visitId={visitParams.id} />;
  if (isDay && isCalendarDate(dayParams.date)) return <BoardAndVisit date={dayParams.date} visitId={null} />;
  if (isVisitOnDay && isCalendarDate(onDayParams.date)) {
    return <BoardAndVisit date={onDayParams.date} visitId={onDayParams.id} />;
  }
  return (
    <ScreenGuard place={place}>
      <Switch>
        {routes.map(
          ({ path, rest = '', screen: Shown, trainingOnly }) =>
            Shown && (
              <Route
                key={path}
                path={`${path}${rest}`}
                component={trainingOnly === true && isLive ? OnlyInTraining : Shown}
              />
            ),
        )}
        <Route>
          <EmptyState icon={<MapPinOff />} title="There is no such page" heading>
            Press B for the board.
          </EmptyState>
        </Route>
      </Switch>
    </ScreenGuard>
  );
}

/** Whoever knows the address from a training desk: it is no matter of rights. */
function OnlyInTraining() {
  return (
    <EmptyState icon={<MapPinOff />} title="This desk works with the laboratory" heading>
      Training has a desk of its own, which whoever looks after this one can start. Press B for the board.
    </EmptyState>
  );
}

function focusLine(visitId: string): void {
  document
    .querySelector<HTMLElement>(`[data-row] a[href$="${CSS.escape(visitId)}"]`)
    ?.focus({ preventScroll: true });
}

/**
 * A visit that is opened with the keyboard takes the keys, as after a scan: all rows below would be between it and its row otherwise. A
 * pointer, which has a click's `detail`, needs no way there.
 */
function goOnInVisit(event: MouseEvent): void {
  const isByKey = event.detail === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isByKey || !(event.target instanceof Element) || !event.target.closest('[data-row] a')) return;
  letGoOfFocus();
  takeUpFocus();
}

/** `date`: the day of the board; null for today's, which turns to the new day at midnight. */
function BoardAndVisit({ date, visitId }: { date: string | null; visitId: string | null }) {
  const [, navigate] = useLocation();
  // There is room for the visit beside the board.
  const isWide = useMedia('(min-width: 1240px)');
  // The same function at each render, so that opening a visit does not draw every line of the board again.
  const openVisit = useCallback(
    (id: string): void => navigate(date === null ? links.visit(id) : links.visitOnDay(date, id)),
    [navigate, date],
  );
  useLayoutEffect(() => openRecord(visitId), [visitId]);
  const closeVisit = (): void => {
    const board = date === null ? links.board : links.day(date);
    // A board that was beside the visit is as it is; one that made room for it is shown as it was left.
    const place = isWide ? null : placeOfList(board);
    if (place) returnTo(place);
    // The pressed button goes with the visit: the keyboard goes on at the line of whoever was looked at.
    if (isWide && visitId !== null) focusLine(visitId);
    navigate(board);
  };
  return (
    <div className={css.panes}>
      {(visitId === null || isWide) && (
        <section className={css.pane} aria-label="Board" onClickCapture={goOnInVisit}>
          <ScreenGuard place={date ?? ''}>
            <Board date={date} openVisitId={visitId} onOpen={openVisit} onGo={navigate} />
          </ScreenGuard>
        </section>
      )}
      {visitId !== null && (
        <section className={css.visit} aria-label="Visit" data-visit="">
          <ScreenGuard place={visitId}>
            <OpenedVisit key={visitId} visitId={visitId} onGo={navigate} onClose={closeVisit} />
          </ScreenGuard>
        </section>
      )}
    </div>
  );
}
