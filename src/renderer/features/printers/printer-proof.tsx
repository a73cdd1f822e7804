// Whether a printer is known to print labels that scan, and the test label by which it is found out.
import { ScanBarcode, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { PrinterView } from '../../../contract/printers.ts';
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { asSentence } from '../../shared/words/printer-words.ts';
import { jobWords } from '../../shared/words/job-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import css from './printers.module.css';

const PAPERS = { label: 'label', ticket: 'ticket', office: 'page' } as const;

export function PrinterProof({ printer }: { printer: PrinterView }) {
  const print = useCommand('printers.printSheet', { repeatable: true });
  const mayNot = useMayNot('printers.printSheet');
  const timeZone = useTimeZone();
  if (printer.kind === 'office') return null;
  const { proved, test } = printer;
  const paper = PAPERS[printer.kind];
  const words = test ? `Another test ${paper}` : `Print a test ${paper}`;
  const at = proved && wallClockAt(proved.atMs, timeZone);
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
            Test {paper} {test.code}: {jobWords(test.state, printer.kind).word}.
          </strong>{' '}
          {test.detail !== null && asSentence(test.detail)}
          <p>
            <ScanBarcode aria-hidden="true" size={18} /> Scan it. If its frame is cut off or its bars do not
            scan, the size is wrong: measure it. If nothing or only letters came out, change the language and
            print another.
          </p>
        </div>
      )}
      {print.error && <ErrorNotice error={print.error} />}
      <div>
        <Button
          look={printer.setBy === 'desk' && !proved && !test ? 'main' : 'plain'}
          busy={print.busy}
          blocked={mayNot}
          aria-label={`${words} on ${printer.name}`}
          onClick={() => void print.run({ printerId: printer.id, sheet: 'test' })}
        >
          {words}
        </Button>
      </div>
    </div>
  );
}
