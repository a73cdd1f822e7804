// A booking whose slot was not to be had: said on the visit, with what can be done. Booked again, the one that did not come about
// is given up first, or the person would stand on two lines.
import { CalendarClock, TriangleAlert } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { timeOfSlot, useBookOver } from '../../shared/slots/book-over.tsx';
import { slotLossTitle, slotLossWords } from '../../shared/slots/slot-loss-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BookAgain } from './book-again.tsx';
import css from './visit.module.css';

export function LostSlot(props: { visit: VisitDetail; timeZone: string; onBookAgain: () => void }) {
  const { visit, timeZone, onBookAgain } = props;
  const giveUp = useCommand('walkIn.giveUp');
  const mayNotGiveUp = useMayNot('walkIn.giveUp');
  const mayNotBookOver = useMayNot('walkIn.bookOver');
  const bookOver = useBookOver(visit);
  const { slotLost } = visit;
  // Of a slot without a person the booking itself says it, where another one is chosen.
  if (slotLost === null || visit.merelyHeld) return null;
  const time = timeOfSlot(visit, timeZone);
  return (
    <Panel title={slotLossTitle(slotLost, time)} tone="main">
      <p className={css.warned} role="status">
        <TriangleAlert aria-hidden="true" size={20} />
        {slotLossWords(slotLost, time)}{' '}
        {visit.deskState === 'expected'
          ? 'Booked again, this one ends; person, tests and day are taken along.'
          : 'The person is here already, so nothing else of the visit is held up.'}
      </p>
      {giveUp.error && <ErrorNotice error={giveUp.error} />}
      <div className={css.actions}>
        {visit.deskState === 'expected' && (
          <BookAgain
            end={() => giveUp.run({ visitId: visit.id, seenVersion: visit.version })}
            isEnding={giveUp.busy}
            blocked={mayNotGiveUp}
            onBookAgain={onBookAgain}
          />
        )}
        {slotLost !== 'gone' && (
          <Button icon={<CalendarClock />} blocked={mayNotBookOver} onClick={bookOver.ask}>
            Take {time} all the same
          </Button>
        )}
        <a href={hrefOf(links.outbox)}>See it in the outbox</a>
      </div>
    </Panel>
  );
}
