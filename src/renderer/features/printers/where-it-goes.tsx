// Which document is printed on which printer.
import { Lock, Signpost } from 'lucide-react';
import type { PrinterView } from '../../../contract/printers.ts';
import { mayGoOnLabels, type PrintedDocument } from '../../../domain/printed-document.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { SelectField } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './printers.module.css';

const DOCUMENTS: readonly { document: PrintedDocument; words: string; none: string }[] = [
  {
    document: 'label',
    words: 'Sample labels',
    none: 'Sample labels: no printer yet, so none can be printed.',
  },
  {
    document: 'ticket',
    words: 'Visit tickets',
    none: 'Visit tickets: no printer, so none is printed.',
  },
  {
    document: 'form',
    words: 'Forms',
    none: 'Forms: no printer, so the window’s own printing is used.',
  },
  {
    document: 'report',
    words: 'Results',
    none: 'Results: no printer, so the window’s own printing is used.',
  },
  {
    document: 'pages',
    words: 'Lists',
    none: 'Lists: no printer, so the window’s own printing is used.',
  },
];
const KINDS = { label: 'label', ticket: 'ticket', pages: 'office' } as const;

const PAGE_PROBLEMS: Readonly<Record<NonNullable<PrinterView['pageProblem']>, string>> = {
  ticket: 'a ticket printer',
  'too-small': 'labels under 100 × 140 mm',
  'too-coarse': 'less than 300 dpi',
};

/** Those that can print a document, and those that cannot although somebody may look for them, with the reason. */
function choicesFor(document: PrintedDocument, printers: readonly PrinterView[]) {
  if (!mayGoOnLabels(document)) {
    return { able: printers.filter(({ kind }) => kind === KINDS[document]), unfit: [] };
  }
  return {
    able: printers.filter(({ pageProblem }) => pageProblem === null),
    unfit: printers.flatMap(({ id, name, pageProblem }) =>
      pageProblem === null
        ? []
        : [
            {
              id,
              words: `${name}: not for ${document === 'form' ? 'forms' : 'results'}, ${PAGE_PROBLEMS[pageProblem]}`,
            },
          ],
    ),
  };
}

const namesOf = (printers: readonly PrinterView[]) =>
  printers.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

/** `managed`: documents whose second printer is in the managed settings. */
export function WhereItGoes(props: {
  printers: readonly PrinterView[];
  managed: readonly PrintedDocument[];
}) {
  const { printers, managed } = props;
  const chooseStandIn = useCommand('printers.chooseStandIn', { repeatable: true });
  const choose = useCommand('printers.choose', { repeatable: true });
  const mayNotChooseStandIn = useMayNot('printers.chooseStandIn');
  const mayNotChoose = useMayNot('printers.choose');
  return (
    <Panel title="What is printed where" aside={<Signpost aria-hidden="true" size={20} />}>
      {DOCUMENTS.map(({ document, words, none }) => {
        const { able, unfit } = choicesFor(document, printers);
        const chosen = able.find(({ prints }) => prints.includes(document));
        if (!chosen && able.length + unfit.length === 0) {
          return (
            <p key={document} className={css.quiet}>
              {none}
            </p>
          );
        }
        const others = able.filter(({ id }) => id !== chosen?.id);
        const standIn = able.find(({ standsInFor }) => standsInFor.includes(document));
        return (
          <div key={document} className={css.sides}>
            <SelectField
              label={words}
              value={chosen?.id ?? ''}
              blocked={mayNotChoose}
              onChange={(printerId) => void choose.run({ document, printerId })}
            >
              {!chosen && (
                <option value="" disabled>
                  No printer: the window’s own printing
                </option>
              )}
              {namesOf(able)}
              {unfit.map((one) => (
                <option key={one.id} value={one.id} disabled>
                  {one.words}
                </option>
              ))}
            </SelectField>
            {managed.includes(document) ? (
              <p className={css.fixed}>
                <Lock aria-hidden="true" size={16} />
                In trouble: {standIn?.name}, set by the managed settings
              </p>
            ) : (
              chosen &&
              others.length > 0 && (
                <SelectField
                  label={`${words}, while that one is in trouble`}
                  value={standIn?.id ?? ''}
                  blocked={mayNotChooseStandIn}
                  onChange={(printerId) =>
                    void chooseStandIn.run({ document, printerId: printerId === '' ? null : printerId })
                  }
                >
                  <option value="">Any that can print them</option>
                  {namesOf(standIn?.id === chosen.id ? able : others)}
                </SelectField>
              )
            )}
          </div>
        );
      })}
      {choose.error && <ErrorNotice error={choose.error} />}
      {chooseStandIn.error && <ErrorNotice error={chooseStandIn.error} />}
      <p className={css.quiet}>
        Forms and results go where lists go, until a printer is chosen for them. A label printer of 300 dpi
        with labels of 100 × 140 mm or more prints them smaller; then look once that your scanner reads the
        code on one.
      </p>
      <p className={css.quiet}>
        For this desk. What waits in the queue already stays at its printer. While a printer is in trouble,
        the print queue offers the second one for each job of which nothing was sent; nothing moves by itself.
      </p>
    </Panel>
  );
}
