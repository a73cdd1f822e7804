// What became of a move that the service did not carry out, said on the visit with what can be done.
import { Trash2, TriangleAlert } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing } from '../../host/use-seen.ts';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { KeptReasonDialog, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { shownBooking } from '../../shared/visit/booking-changes.ts';
import { mayMove, visitName } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BookAgain } from './book-again.tsx';
import { mayCancel } from './cancel-appointment.tsx';
import { MoveAppointment } from './move-appointment.tsx';
import { moveNotDoneWords, stoppedMoveOf, type StoppedMove } from './move-not-done-words.ts';
import css from './visit.module.css';

interface MoveNotDoneProps {
  visit: VisitDetail;
  today: string;
  timeZone: string;
  onBookAgain: () => void;
}

export function MoveNotDone({ visit, today, timeZone, onBookAgain }: MoveNotDoneProps) {
  const stopped = stoppedMoveOf(visit);
  if (!stopped) return null;
  return (
    <Panel title="The appointment was not moved" tone="main">
      <p className={css.warned}>
        <TriangleAlert aria-hidden="true" size={20} />
        {moveNotDoneWords(stopped, timeZone)}
      </p>
      {stopped.difference?.what === 'gone' ? (
        <GoneActions visit={visit} onBookAgain={onBookAgain} />
      ) : (
        <div className={css.actions}>
          {mayMove(visit) && <MoveAppointment visit={visit} today={today} />}
          <a href={hrefOf(links.outbox)}>See it in the outbox</a>
        </div>
      )}
    </Panel>
  );
}

const useGiveUpReason = (visit: VisitDetail): ReturnType<typeof useReason> =>
  useReason(`give-up-move:${visit.id}`);

/** Why a visit whose appointment the laboratory has cancelled is taken off here, for the activity. */
const BOOKED_AGAIN = 'Booked again: the service had cancelled the appointment';

/** Nothing is there that could be moved. */
function GoneActions({ visit, onBookAgain }: Pick<MoveNotDoneProps, 'visit' | 'onBookAgain'>) {
  const reason = useGiveUpReason(visit);
  const end = useCommand('visits.cancelAppointment');
  const mayNotGiveUp = useMayNot('outbox.discard');
  const mayNotEnd = useMayNot('visits.cancelAppointment');
  const nowMs = useNowMs(60_000);
  const endVisit = () =>
    end.run({
      visitId: visit.id,
      seenVersion: visit.version,
      shown: shownBooking(visit),
      reason: BOOKED_AGAIN,
    });
  return (
    <>
      {end.error && <ErrorNotice error={end.error} />}
      <div className={css.actions}>
        {mayCancel(visit, nowMs) && (
          <BookAgain end={endVisit} isEnding={end.busy} blocked={mayNotEnd} onBookAgain={onBookAgain} />
        )}
        <Button
          icon={<Trash2 />}
          blocked={mayNotGiveUp}
          onClick={() => reason.change({ asking: 'give-up-move' })}
        >
          Give up this move
        </Button>
        <a href={hrefOf(links.outbox)}>See it in the outbox</a>
      </div>
    </>
  );
}

/** Nothing while it is not asked for. */
export function GiveUpMoveDialog({ visit, meanwhile }: { visit: VisitDetail; meanwhile: string }) {
  const reason = useGiveUpReason(visit);
  return reason.entry.asking !== '' && <Asking visit={visit} meanwhile={meanwhile} reason={reason} />;
}

function Asking(props: { visit: VisitDetail; meanwhile: string; reason: ReturnType<typeof useReason> }) {
  const { visit, reason } = props;
  const discard = useCommand('outbox.discard');
  const mayNot = useMayNot('outbox.discard');
  const stopped: StoppedMove | null = stoppedMoveOf(visit);
  const isGone = stopped?.difference?.what === 'gone';
  const isOvertaken = useOvertaken(isGone, mayBeOwnDoing(discard));
  const title = `Give up the move of ${visitName(visit)}?`;
  if (isOvertaken || stopped === null)
    return (
      <Overtaken title={title} words={props.meanwhile} typed={reason.entry.reason} onClose={reason.forget} />
    );
  return (
    <KeptReasonDialog
      draft={reason}
      title={title}
      words="The service has no such appointment, so nothing changes there. The visit stays here: whoever comes all the same can be checked in."
      confirmWords="Give up this move"
      busy={discard.busy}
      blocked={mayNot}
      onConfirm={(words) =>
        void discard.run({ rowId: stopped.id, reason: words }, { typed: reason.typed() }).then((answer) => {
          if (answer.ok) reason.forget();
        })
      }
    >
      {discard.error && <ErrorNotice error={discard.error} />}
    </KeptReasonDialog>
  );
}
