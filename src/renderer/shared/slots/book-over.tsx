// A slot that the service calls taken, booked all the same: a deliberate act, with what it means said first and a reason.
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../drafts/changed-meanwhile.tsx';
import { KeptReasonDialog, useReason } from '../drafts/kept-reason-dialog.tsx';
import { Overtaken, useOvertaken } from '../drafts/overtaken.tsx';
import { dayWords } from '../dates/day-words.ts';
import { isSameBooking } from '../visit/booking-changes.ts';
import { visitChanges, wasDoneSince } from '../visit/visit-changes.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import { useMayNot } from '../staff/use-may-not.ts';

/** `09:30`; `the time` where nothing is known of it. */
export const timeOfSlot = ({ appointment }: VisitDetail, timeZone: string): string =>
  appointment === null ? 'the time' : shownClockAt(appointment.startsAtMs, timeZone).time;

/** What is typed in the dialog, kept over a reload; `ask` opens it. */
export function useBookOver({ id }: Pick<VisitDetail, 'id'>) {
  const reason = useReason(`book-over:${id}`);
  return { reason, ask: () => reason.change({ asking: 'book-over' }) };
}

interface DialogProps {
  readonly visit: VisitDetail;
  readonly timeZone: string;
  /** What became of the visit, where the question was settled while the dialog was open. */
  readonly meanwhile: string;
}

/** Nothing while it is not asked for. */
export function BookOverDialog(props: DialogProps) {
  const { reason } = useBookOver(props.visit);
  return reason.entry.asking !== '' && <Asking {...props} reason={reason} />;
}

function Asking(props: DialogProps & { readonly reason: ReturnType<typeof useReason> }) {
  const { visit, timeZone, reason } = props;
  const bookOver = useCommand('walkIn.bookOver');
  const mayNot = useMayNot('walkIn.bookOver');
  const seen = useSeen(visit, {
    isSame: (one, other) =>
      isSameBooking(one, other) &&
      one.slotLost === other.slotLost &&
      !wasDoneSince(one, other, 'slot-overridden'),
    command: bookOver,
  });
  const isPossible = visit.slotLost !== null && visit.slotLost !== 'gone';
  const wasAsked = wasDoneSince(seen.value, visit, 'slot-overridden');
  const isOvertaken = useOvertaken(isPossible && !wasAsked, mayBeOwnDoing(bookOver));
  const title = `Take ${timeOfSlot(visit, timeZone)} on ${dayWords(visit.date)} all the same?`;
  if (isOvertaken) {
    return (
      <Overtaken title={title} words={props.meanwhile} typed={reason.entry.reason} onClose={reason.forget} />
    );
  }

  async function confirm(words: string): Promise<void> {
    const input = { visitId: visit.id, seenVersion: seen.value.version, reason: words };
    const answer = await bookOver.run(input, { typed: reason.typed() });
    if (answer.ok) reason.forget();
  }

  return (
    <KeptReasonDialog
      draft={reason}
      title={title}
      words="The service is told to book it although it says that the slot is not free:"
      consequences={[
        visit.slotLost === 'perhaps-own'
          ? 'If somebody else has the slot, two people come at the same time.'
          : 'Two people come at the same time, unless the other one was a mistake.',
        'Person and tests stay as they are and go on with it.',
      ]}
      confirmWords="Take it all the same"
      busy={bookOver.busy}
      blocked={mayNot ?? (seen.isChanged ? READ_FIRST : null)}
      onConfirm={(words) => void confirm(words)}
    >
      {seen.isChanged && (
        <ChangedMeanwhile lines={visitChanges(seen.value, visit, timeZone)} onRead={seen.read} />
      )}
      {seen.error && <ErrorNotice error={seen.error} />}
    </KeptReasonDialog>
  );
}
