// Which screen an address shows. On a wide window the board stays beside the open visit.
import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation, useRoute } from 'wouter';
import { Board } from '../features/board/board.tsx';
import { PersonChooser } from '../shared/people/person-chooser.tsx';
import { VisitScreen } from '../features/visit/visit-screen.tsx';
import { useWalkInDraft } from '../features/walk-in/walk-in-draft.ts';
import { WalkIn } from '../features/walk-in/walk-in.tsx';
import { Worklist } from '../features/worklist/worklist.tsx';
import type { PersonView } from '../../contract/views.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { MapPinOff } from 'lucide-react';
import { SkeletonRows } from '../ui/skeleton.tsx';
import css from './screens.module.css';

const Outbox = lazy(async () => ({ default: (await import('../features/outbox/outbox.tsx')).Outbox }));
const Printing = lazy(async () => ({
  default: (await import('../features/printing/printing.tsx')).Printing,
}));
const Activity = lazy(async () => ({
  default: (await import('../features/activity/activity.tsx')).Activity,
}));
const Training = lazy(async () => ({
  default: (await import('../features/training/training.tsx')).Training,
}));

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
  const [isVisit, visitParams] = useRoute('/visit/:id');
  const [isBoard] = useRoute('/');
  const [, navigate] = useLocation();
  const isWide = useIsWide();
  const visitId = isVisit ? visitParams.id : null;

  // The same function each time: a scan must not draw all the lines of the board anew.
  const openVisit = useCallback((id: string): void => navigate(`/visit/${id}`), [navigate]);

  const goOnBooking = (id: string): void => {
    useWalkInDraft.getState().goOnWith(id);
    navigate('/walk-in');
  };

  if (isBoard || visitId !== null) {
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
              onClose={() => navigate('/')}
              choosePerson={choosePerson}
              onGoOnBooking={goOnBooking}
            />
          </section>
        )}
      </div>
    );
  }
  return (
    <Suspense fallback={<SkeletonRows count={6} label="Loading" />}>
      <Switch>
        <Route path="/walk-in">
          <WalkIn
            choosePerson={choosePerson}
            showVisit={(id) => (
              <VisitScreen
                key={id}
                visitId={id}
                onClose={() => navigate('/')}
                choosePerson={choosePerson}
                onGoOnBooking={goOnBooking}
              />
            )}
          />
        </Route>
        <Route path="/worklist">
          <Worklist onOpen={openVisit} />
        </Route>
        <Route path="/waiting">
          <Outbox />
        </Route>
        <Route path="/printing">
          <Printing />
        </Route>
        <Route path="/activity">
          <Activity />
        </Route>
        <Route path="/training">
          <Training />
        </Route>
        <Route>
          <EmptyState icon={<MapPinOff />} title="There is no such page">
            Press B for the board.
          </EmptyState>
        </Route>
      </Switch>
    </Suspense>
  );
}
