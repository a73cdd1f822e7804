// Which document is printed on which printer.
import { Lock, Signpost } from 'lucide-react';
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintedDocument } from '../../../domain/printed-document.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { SelectField } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './printers.module.css';

const DOCUMENTS: readonly {
  document: PrintedDocument;
  kind: PrinterView['kind'];
  words: string;
  none: string;
}[] = [
  {
    document: 'label',
    kind: 'label',
    words: 'Sample labels',
    none: 'Sample labels: no printer yet, so none can be printed.',
  },
  {
    document: 'ticket',
    kind: 'ticket',
    words: 'Visit tickets',
    none: 'Visit tickets: no printer, so none is printed.',
  },
  {
    document: 'pages',
    kind: 'office',
    words: 'Forms and results',
    none: 'Forms and results: no printer, so the window’s own printing is used.',
  },
];

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
      {DOCUMENTS.map(({ document, kind, words, none }) => {
        const able = printers.filter((printer) => printer.kind === kind);
        const chosen = able.find(({ prints }) => prints.includes(document));
        if (!chosen) {
          return (
            <p key={document} className={css.quiet}>
              {none}
            </p>
          );
        }
        const others = able.filter(({ id }) => id !== chosen.id);
        const standIn = able.find(({ standsInFor }) => standsInFor.includes(document));
        return (
          <div key={document} className={css.sides}>
            <SelectField
              label={words}
              value={chosen.id}
              blocked={mayNotChoose}
              onChange={(printerId) => void choose.run({ document, printerId })}
            >
              {able.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            {managed.includes(document) ? (
              <p className={css.fixed}>
                <Lock aria-hidden="true" size={16} />
                In trouble: {standIn?.name}, set by the managed settings
              </p>
            ) : (
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
                  {(standIn?.id === chosen.id ? able : others).map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )
            )}
          </div>
        );
      })}
      {choose.error && <ErrorNotice error={choose.error} />}
      {chooseStandIn.error && <ErrorNotice error={chooseStandIn.error} />}
      <p className={css.quiet}>
        For this desk. What waits in the queue already stays at its printer. While a printer is in trouble,
        the print queue offers the second one for each job of which nothing was sent; nothing moves by itself.
      </p>
    </Panel>
  );
}
