// The steps of a visit that need no check of their own, such as "did not come", and the way back from each.
import { ArrowLeft, DoorOpen, LogOut, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { mayMove, whoWords } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CancelAppointment, mayCancel } from './cancel-appointment.tsx';
import { MoveAppointment } from './move-appointment.tsx';
import { mayLeaveWithout } from './label-rules.ts';
import { useMoveVisit } from './use-move-visit.ts';
import { useVisitDraft } from './visit-draft.ts';
import css from './visit.module.css';

/** Ends a visit of which no sample is taken, with the reason. */
function LeaveWithoutSample({ visit }: { visit: VisitDetail }) {
  const { change } = useVisitDraft(visit.id);
  const move = useMoveVisit(visit);
  const who = whoWords(visit);
  // Nothing to ask: each sample has its reason already, or the visit has no labels.
  const isSettled = visit.labelList.every((label) => label.notTaken !== null);
  return (
    <>
      <Button
        icon={<DoorOpen />}
        onClick={() =>
          isSettled
            ? move.runWithUndo(visit, 'left', `${who} left without a sample`)
            : change({ open: 'leave' })
        }
      >
        Left without a sample
      </Button>
      {move.error && <ErrorNotice error={move.error} />}
    </>
  );
}

/** Nobody is asked, as nobody is for “Collected”; its key is another one, so that a second press of that does not end the visit. */
function HasLeft({ onLeft }: { onLeft: () => void }) {
  useAction({ id: 'has-left', words: 'Has left', key: 'H', run: onLeft });
  return (
    <Button look="main" icon={<LogOut />} hint="H" onClick={onLeft}>
      Has left
    </Button>
  );
}

/** One button for each step that is possible now; nothing where there is none. */
export function VisitSteps({ visit, today }: { visit: VisitDetail; today: string }) {
  const nowMs = useNowMs(60_000);
  const move = useMoveVisit(visit);
  const who = whoWords(visit);
  const steps: ReactNode[] = [];
  // Nobody can have stayed away from a visit whose day is still to come, or from a slot that nobody is booked for.
  if (visit.deskState === 'expected' && !visit.merelyHeld && visit.date <= today) {
    steps.push(
      <Button
        key="no-show"
        icon={<UserX />}
        onClick={() =>
          move.runWithUndo(visit, 'no-show', `${visit.person ? who : 'The patient'} did not come`)
        }
      >
        Did not come
      </Button>,
    );
  }
  if (visit.deskState === 'arrived') {
    steps.push(
      <Button
        key="expected"
        icon={<ArrowLeft />}
        onClick={() => move.runWithUndo(visit, 'expected', `${who} is expected again`)}
      >
        Not here after all
      </Button>,
      <LeaveWithoutSample key="left" visit={visit} />,
    );
  }
  if (visit.deskState === 'collecting') {
    steps.push(
      ...(mayLeaveWithout(visit) ? [<LeaveWithoutSample key="left" visit={visit} />] : []),
      <Button
        key="back"
        icon={<ArrowLeft />}
        onClick={() => move.runWithUndo(visit, 'arrived', `${who} is back in the waiting room`)}
      >
        Back to the waiting room
      </Button>,
    );
  }
  if (visit.deskState === 'collected') {
    steps.push(
      <HasLeft key="left" onLeft={() => move.runWithUndo(visit, 'left', `${who} has left`)} />,
      <Button
        key="again"
        icon={<ArrowLeft />}
        onClick={() => move.runWithUndo(visit, 'collecting', `Collecting from ${who} again`)}
      >
        Collect again
      </Button>,
    );
  }
  if (visit.deskState === 'left') {
    const to = visit.collectedAtMs === null || visit.identity === null ? 'arrived' : 'collected';
    steps.push(
      <Button
        key="here"
        icon={<ArrowLeft />}
        onClick={() => move.runWithUndo(visit, to, `${who} is here again`)}
      >
        Still here
      </Button>,
    );
  }
  const { appointment } = visit;
  if (mayCancel(visit, nowMs)) steps.push(<CancelAppointment key="cancel" visit={visit} />);
  if (mayMove(visit)) steps.push(<MoveAppointment key="move" visit={visit} today={today} />);
  // A cancelled appointment does not come back: the person is booked again.
  if (
    visit.deskState === 'no-show' ||
    (visit.deskState === 'cancelled' && appointment?.state !== 'released')
  ) {
    steps.push(
      <Button
        key="expected"
        icon={<ArrowLeft />}
        onClick={() => move.runWithUndo(visit, 'expected', `${who} is expected again`)}
      >
        Expect again
      </Button>,
    );
  }
  if (steps.length === 0) return null;
  return (
    <Panel title={visit.deskState === 'collected' ? 'Done here' : 'Otherwise'}>
      <div className={css.actions}>{steps}</div>
      {move.error && <ErrorNotice error={move.error} />}
    </Panel>
  );
}
