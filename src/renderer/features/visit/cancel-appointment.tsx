// Cancels the appointment of a visit: says first what that will do.
import { CalendarX } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { KeptReasonDialog, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { dayWords } from '../../shared/dates/day-words.ts';
import { bookingChanges, isSameBooking, shownBooking } from '../../shared/visit/booking-changes.ts';
import { visitName } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast-store.ts';

/** Whether an appointment stands at the service, still to come, for which nobody is here. */
export function mayCancel({ deskState, appointment }: VisitDetail, nowMs: number): boolean {
  const isAway = deskState === 'expected' || deskState === 'no-show';
  return isAway && appointment?.state === 'confirmed' && appointment.startsAtMs > nowMs;
}

const useCancelReason = (visit: VisitDetail): ReturnType<typeof useReason> => useReason(`cancel:${visit.id}`);

export function CancelAppointment({ visit }: { visit: VisitDetail }) {
  const reason = useCancelReason(visit);
  const mayNot = useMayNot('visits.cancelAppointment');
  return (
    <Button icon={<CalendarX />} blocked={mayNot} onClick={() => reason.change({ asking: 'cancel' })}>
      Cancel appointment
    </Button>
  );
}

/** Nothing while it is not asked for. */
export function CancelDialog(props: { visit: VisitDetail; timeZone: string; meanwhile: string }) {
  const reason = useCancelReason(props.visit);
  return reason.entry.asking !== '' && <Asking {...props} reason={reason} />;
}

function Asking(props: {
  visit: VisitDetail;
  timeZone: string;
  meanwhile: string;
  reason: ReturnType<typeof useReason>;
}) {
  const { visit, timeZone, reason } = props;
  const { appointment } = visit;
  const cancel = useCommand('visits.cancelAppointment');
  const mayNot = useMayNot('visits.cancelAppointment');
  const cutOff = useWhyCutOff();
  const nowMs = useNowMs(60_000);
  const who = visitName(visit);
  const title = `Cancel the appointment of ${who}?`;
  const seen = useSeen(visit, { isSame: isSameBooking, command: cancel });
  const isOvertaken = useOvertaken(mayCancel(visit, nowMs), mayBeOwnDoing(cancel));
  if (isOvertaken || appointment === null)
    return (
      <Overtaken title={title} words={props.meanwhile} typed={reason.entry.reason} onClose={reason.forget} />
    );
  const when = `${dayWords(visit.date)}, ${shownClockAt(appointment.startsAtMs, timeZone).time}`;

  async function confirm(words: string): Promise<void> {
    const input = {
      visitId: visit.id,
      seenVersion: seen.value.version,
      shown: shownBooking(seen.value),
      reason: words,
    };
    const answer = await cancel.run(input, { typed: reason.typed() });
    if (!answer.ok) return;
    reason.forget();
    notify(`The appointment of ${who} is cancelled`);
  }

  return (
    <KeptReasonDialog
      draft={reason}
      title={title}
      words={`${when}${visit.locationName === null ? '' : ` at ${visit.locationName}`}. This cannot be undone:`}
      consequences={
        appointment.gone
          ? [
              'The service has no such appointment any more, so nothing changes there: the person is only taken off the board here.',
              'If another appointment was booked for them, it stays.',
            ]
          : [
              'The service cancels the appointment, and its slot becomes free for others.',
              'The person has to be booked again to be seen.',
              'The registration and its form stay, without an appointment.',
              'The laboratory may charge for cancelling shortly before the time.',
              ...(cutOff ? [`${cutOff.why}: until ${cutOff.until}, the slot stays taken.`] : []),
            ]
      }
      confirmWords="Cancel the appointment"
      busy={cancel.busy}
      blocked={mayNot ?? (seen.isChanged ? READ_FIRST : null)}
      onConfirm={(words) => void confirm(words)}
    >
      {seen.isChanged && (
        <ChangedMeanwhile lines={bookingChanges(seen.value, visit, timeZone)} onRead={seen.read} />
      )}
      {seen.error && <ErrorNotice error={seen.error} />}
    </KeptReasonDialog>
  );
}
