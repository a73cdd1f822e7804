// A booking for another day whose slot is gone: said on the visit, with the way to a new one. The one that did not come about
// is given up first, or the person would stand on two lines.
import { CalendarPlus, TriangleAlert } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './visit.module.css';

const REASON = 'Its slot was gone, so the person is booked again';

export function BookAgain({ visit, onBookAgain }: { visit: VisitDetail; onBookAgain: () => void }) {
  const giveUp = useCommand('outbox.discard');
  const { slotLost } = visit;
  if (slotLost === null) return null;
  const bookAgain = async (): Promise<void> => {
    const answer = await giveUp.run({ rowId: slotLost, reason: REASON });
    if (answer.ok) onBookAgain();
  };
  return (
    <Panel title="This booking did not come about" tone="main">
      <p className={css.warned}>
        <TriangleAlert aria-hidden="true" size={20} />
        The slot was gone when the booking reached the service, so nothing is booked there. Booking again ends
        this one; person and day are taken along, and the test and a time are chosen anew.
      </p>
      {giveUp.error && <ErrorNotice error={giveUp.error} />}
      <div className={css.actions}>
        <Button look="main" icon={<CalendarPlus />} busy={giveUp.busy} onClick={() => void bookAgain()}>
          Book a slot again
        </Button>
        <a href={hrefOf(links.outbox)}>See it in the outbox</a>
      </div>
    </Panel>
  );
}
