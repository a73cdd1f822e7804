// Whether what a printer prints is known to scan, and the test label, ticket or page by which it is found out.
import { ScanBarcode, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { asSentence } from '../../shared/words/printer-words.ts';
import { jobWords } from '../../shared/words/job-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import css from './printers.module.css';

const PAPERS = { label: 'label', ticket: 'ticket', office: 'page' } as const;

/** There is nothing to scan yet: advice about what came out would have people change settings that are right. */
const NOT_OUT: ReadonlySet<PrintJobState> = new Set([
  'queued',
  'sending',
  'attention',
  'failed',
  'cancelled',
]);

/** The button that prints the test of a printer. */
export const testButtonOf = (printerId: string): string => `printer-test-${printerId}`;

export function PrinterProof({ printer }: { printer: PrinterView }) {
  const sheet = useCommand('printers.printSheet', { repeatable: true });
  const page = useCommand('testPage.print', { repeatable: true });
  const mayNotSheet = useMayNot('printers.printSheet');
  const mayNotPage = useMayNot('testPage.print');
  const timeZone = useTimeZone();
  const isOffice = printer.kind === 'office';
  const print = isOffice ? page : sheet;
  const mayNot = isOffice ? mayNotPage : mayNotSheet;
  const { proved, test } = printer;
  const paper = PAPERS[printer.kind];
  const words = test ? `Another test ${paper}` : `Print a test ${paper}`;
  const at = proved && shownClockAt(proved.atMs, timeZone);
  return (
    <div className={css.proof}>
      {at ? (
        <span className={css.ready}>
          <ShieldCheck aria-hidden="true" size={18} />
          Proved by scan on {formatDate(at.date)} at {at.time} by {proved.by}
        </span>
      ) : (
        <span className={css.unknown}>
          <ShieldQuestion aria-hidden="true" size={18} />
          Not proved yet with these settings
        </span>
      )}
      {test && (
        <div role="status" className={css.asked}>
          <strong>
            Test {paper} {test.code}:{' '}
            {
              jobWords(test.state, printer.kind === 'ticket' ? 'ticket' : 'label', {
                byQueue: printer.byQueue,
                printerDesk: printer.desk?.name ?? null,
              }).word
            }
            .
          </strong>{' '}
          {test.detail !== null && asSentence(test.detail)}
          {!NOT_OUT.has(test.state) && (
            <p>
              <ScanBarcode aria-hidden="true" size={18} />{' '}
              {isOffice
                ? 'Scan the first bars on it. If they do not scan, or a side of the frame is missing, look at toner and paper, and whether the printer scales pages.'
                : 'Scan it. If its frame is cut off or its bars do not scan, the size is wrong: measure it. If nothing or only letters came out, change the language and print another.'}
            </p>
          )}
        </div>
      )}
      {print.error && <ErrorNotice error={print.error} />}
      <div>
        <Button
          id={testButtonOf(printer.id)}
          look={printer.setBy === 'desk' && !proved && !test ? 'main' : 'plain'}
          busy={print.busy}
          blocked={mayNot}
          aria-label={`${words} on ${printer.name}`}
          onClick={() =>
            void (isOffice
              ? page.run({ printerId: printer.id })
              : sheet.run({ printerId: printer.id, sheet: 'test' }))
          }
        >
          {words}
        </Button>
      </div>
    </div>
  );
}
