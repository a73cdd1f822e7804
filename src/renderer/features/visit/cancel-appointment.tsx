// Cancels the appointment of a visit: says first what that will do.
import { CalendarX } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { KeptReasonDialog, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { dayWords } from '../../shared/dates/day-words.ts';
import { visitName } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast-store.ts';

export function CancelAppointment(props: { visit: VisitDetail; startsAtMs: number; timeZone: string }) {
  const { visit, startsAtMs, timeZone } = props;
  const reason = useReason(`cancel:${visit.id}`);
  const cancel = useCommand('visits.cancelAppointment');
  const isCutOff = useCutOff();
  const who = visitName(visit);
  const when = `${dayWords(visit.date)}, ${wallClockAt(startsAtMs, timeZone).time}`;

  async function confirm(words: string): Promise<void> {
    const answer = await cancel.run({ visitId: visit.id, seenVersion: visit.version, reason: words });
    reason.forget();
    if (answer.ok) notify(`The appointment of ${who} is cancelled`);
  }

  return (
    <>
      <Button icon={<CalendarX />} onClick={() => reason.change({ asking: 'cancel' })}>
        Cancel appointment
      </Button>
      {reason.entry.asking !== '' && (
        <KeptReasonDialog
          draft={reason}
          title={`Cancel the appointment of ${who}?`}
          words={`${when}${visit.locationName === null ? '' : ` at ${visit.locationName}`}. This cannot be undone:`}
          consequences={[
            'The service cancels the appointment, and its slot becomes free for others.',
            'The person has to be booked again to be seen.',
            'The registration and its form stay, without an appointment.',
            'The laboratory may charge for cancelling shortly before the time.',
            ...(isCutOff ? ['The service cannot be reached: until it can, the slot stays taken.'] : []),
          ]}
          confirmWords="Cancel the appointment"
          busy={cancel.busy}
          onConfirm={(words) => void confirm(words)}
        />
      )}
      {cancel.error && <ErrorNotice error={cancel.error} />}
    </>
  );
}
