// A printer that is proved and prints nothing of this desk: which one does, and the way to have this one do it.
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintedDocument } from '../../../domain/printed-document.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { testButtonOf } from './printer-proof.tsx';
import css from './printers.module.css';

export const DOCUMENT_WORDS: Readonly<Record<PrintedDocument, string>> = {
  label: 'the sample labels',
  ticket: 'the visit tickets',
  pages: 'lists',
  form: 'forms',
  report: 'results',
};
const DOCUMENTS = { label: 'label', ticket: 'ticket', office: 'pages' } as const;

/** Nothing where it prints something, stands in for another printer, or is not proved yet. */
export function PrintsNothingYet(props: { printer: PrinterView; printers: readonly PrinterView[] }) {
  const { printer, printers } = props;
  const choose = useCommand('printers.choose', { repeatable: true });
  const mayNotChoose = useMayNot('printers.choose');
  const document = DOCUMENTS[printer.kind];
  const now = printers.find(({ prints }) => prints.includes(document));
  const isUsed = printer.prints.length > 0 || printer.standsInFor.length > 0;
  if (isUsed || !printer.proved || !now) return null;
  const words = DOCUMENT_WORDS[document];

  async function use(): Promise<void> {
    const answer = await choose.run({ document, printerId: printer.id });
    // This button goes away, and the focus must not go with it.
    if (answer.ok) window.document.getElementById(testButtonOf(printer.id))?.focus();
  }

  return (
    <div className={css.proof}>
      <span className={css.quiet}>
        {now.name} prints {words} of this desk.
      </span>
      <div>
        <Button
          look="main"
          busy={choose.busy}
          blocked={mayNotChoose}
          aria-label={`Use it for ${words}: ${printer.name}`}
          onClick={() => void use()}
        >
          Use it for {words}
        </Button>
      </div>
      {choose.error && <ErrorNotice error={choose.error} />}
    </div>
  );
}
