// Which screen an address shows. On a wide window the board stays beside the open visit.
import { MapPinOff } from 'lucide-react';
import { Suspense, useCallback, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation, useRoute } from 'wouter';
import type { PersonView } from '../../contract/views.ts';
import { Board } from '../features/board/board.tsx';
import { VisitScreen } from '../features/visit/visit-screen.tsx';
import { useWalkInDraft } from '../features/walk-in/walk-in-draft.ts';
import { routes } from '../routes.ts';
import { links } from '../shared/links.ts';
import { PersonChooser } from '../shared/people/person-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import css from './screens.module.css';

const wideWindow = window.matchMedia('(min-width: 1240px)');
function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wideWindow.addEventListener('change', changed);
      return () => wideWindow.removeEventListener('change', changed);
    },
    () => wideWindow.matches,
  );
}

const choosePerson = (onChosen: (person: PersonView) => void) => <PersonChooser onChosen={onChosen} />;

export function Screens() {
  const [isVisit, visitParams] = useRoute(links.visit(':id'));
  const [isBoard] = useRoute(links.board);
  const visitId = isVisit ? visitParams.id : null;
  if (isBoard || visitId !== null) return <BoardAndVisit visitId={visitId} />;
  return (
    <Suspense fallback={<SkeletonRows count={6} label="Loading" />}>
      <Switch>
        {routes.map(({ path, screen: Shown }) => Shown && <Route key={path} path={path} component={Shown} />)}
        <Route>
          <EmptyState icon={<MapPinOff />} title="There is no such page">
            Press B for the board.
          </EmptyState>
        </Route>
      </Switch>
    </Suspense>
  );
}

function BoardAndVisit({ visitId }: { visitId: string | null }) {
  const [, navigate] = useLocation();
  const isWide = useIsWide();
  // The same function at each render, so that opening a visit does not draw every line of the board again.
  const openVisit = useCallback((id: string): void => navigate(links.visit(id)), [navigate]);
  return (
    <div className={css.panes}>
      {(visitId === null || isWide) && (
        <section className={css.pane} aria-label="Board">
          <Board openVisitId={visitId} onOpen={openVisit} />
        </section>
      )}
      {visitId !== null && (
        <section className={css.visit} aria-label="Visit">
          <VisitScreen
            key={visitId}
            visitId={visitId}
            onClose={() => navigate(links.board)}
            choosePerson={choosePerson}
            onGoOnBooking={(id) => {
              useWalkInDraft.getState().goOnWith(id);
              navigate(links.walkIn);
            }}
          />
        </section>
      )}
    </div>
  );
}
