// The printers of this desk: which there are, how they do, and which prints what. People add, change and remove them here.
import { Plus, Printer } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '../../host/use-query.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MeasureLabels } from './measure-labels.tsx';
import { PrinterCard } from './printer-card.tsx';
import { openPrinter, useOpenPrinters } from './printer-draft.ts';
import { PrinterForm } from './printer-form.tsx';
import css from './printers.module.css';
import { RemovePrinter } from './remove-printer.tsx';
import { WhereItGoes } from './where-it-goes.tsx';

export function Printers() {
  const list = useQuery('printers.list', {});
  const { value } = list;
  const open = useOpenPrinters();
  const [measuring, setMeasuring] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const mayNotAdd = useMayNot('printers.add');
  const printers = value?.printers ?? [];
  const measured = printers.find(({ id }) => id === measuring);
  const removed = printers.find(({ id }) => id === removing);
  return (
    <Screen
      title="Printers"
      narrow
      aside={
        <Button look="main" icon={<Plus />} blocked={mayNotAdd} onClick={() => openPrinter(null)}>
          Add a printer
        </Button>
      }
    >
      {list.error && !value && <ErrorNotice error={list.error} />}
      {!value && !list.error && <SkeletonRows count={4} label="The printers are being read" />}
      {value && (
        <>
          <Panel title="Printers of this desk" flush>
            {printers.length === 0 ? (
              <EmptyState icon={<Printer size={26} />} title="No printer yet">
                Add the label printer first: with it samples can be labelled.
              </EmptyState>
            ) : (
              <ul>
                {printers.map((printer) => (
                  <PrinterCard
                    key={printer.id}
                    printer={printer}
                    printers={printers}
                    isNew={printer.id === added}
                    onChange={() => openPrinter(printer)}
                    onMeasure={() => setMeasuring(printer.id)}
                    onRemove={() => setRemoving(printer.id)}
                  />
                ))}
              </ul>
            )}
          </Panel>
          <WhereItGoes printers={printers} managed={value.standInsManaged} />
          <p className={css.quiet}>
            What waits for a printer, and what became of it, is under{' '}
            <a href={hrefOf(links.printing)}>Print queue</a>.
          </p>
        </>
      )}
      {value &&
        open.map((of) => (
          <PrinterForm
            key={of}
            of={of}
            printers={printers}
            desks={value.desks}
            queues={value.queues}
            onAdded={setAdded}
          />
        ))}
      {measuring !== null && (
        <MeasureLabels key={measuring} printer={measured ?? null} onClose={() => setMeasuring(null)} />
      )}
      {removing !== null && (
        <RemovePrinter key={removing} printer={removed ?? null} onClose={() => setRemoving(null)} />
      )}
    </Screen>
  );
}
