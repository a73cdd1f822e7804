// The visit's ticket: the person's number in the queue, printed on the ticket printer.
import { Ticket } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { useSession } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { jobWords } from '../../shared/words/job-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './visit.module.css';

/** Nothing where this desk has no ticket printer and the visit no ticket. */
export function VisitTicket({ visit }: { visit: VisitDetail }) {
  const session = useSession();
  const print = useCommand('tickets.print', { seen: 'seenJobId' });
  const { ticket } = visit;
  const hasPrinter = session?.printers.some(({ prints }) => prints.includes('ticket')) === true;
  const printWords = ticket?.perhapsPrinted === true ? 'Print the ticket again' : 'Print ticket';
  const printIt = (): void =>
    void print
      .run({ visitId: visit.id, seenJobId: ticket?.jobId ?? null })
      .then(
        (answer) =>
          answer.ok &&
          notify(
            answer.value.alreadyAsked
              ? `Ticket ${answer.value.visit.ticket?.number ?? ''} was printed before, or is waiting for its printer: nothing was added`
              : 'Ticket on its way to the printer',
          ),
      );
  useAction({ id: 'print-ticket', words: printWords, key: 'V', enabled: hasPrinter, run: printIt });
  if (!hasPrinter && ticket === null) return null;
  const words = ticket?.state ? jobWords(ticket.state, 'ticket', ticket) : null;
  return (
    <Panel title="Visit ticket" aside={<Ticket aria-hidden="true" size={20} />}>
      {ticket !== null && (
        <p>
          Number <strong>{ticket.number}</strong>, <code className={css.code}>{ticket.code}</code>
          {words && (
            <>
              {': '}
              <a href={hrefOf(links.printing)}>{words.word}</a>
            </>
          )}
        </p>
      )}
      {hasPrinter && (
        <div className={css.actions}>
          <Button icon={<Ticket />} hint="V" busy={print.busy} onClick={printIt}>
            {printWords}
          </Button>
        </div>
      )}
      {print.error && <ErrorNotice error={print.error} />}
    </Panel>
  );
}
