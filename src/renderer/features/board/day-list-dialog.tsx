// Prints the list of a day: says what it has and how much of it is not sent yet, and where it goes.
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import {
  OfficePrintProgress,
  OfficePrintState,
  usePagePrinterName,
} from '../../shared/documents/office-print.tsx';
import { printPdf } from '../../shared/documents/print-pdf.ts';
import { PagesBeingReady, usePagePrinting } from '../../shared/documents/use-page-printing.tsx';
import { usePreparing } from '../../shared/documents/use-preparing.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { visitsWords } from '../../shared/visit/visit-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Progress } from '../../ui/progress.tsx';
import css from './day-list-dialog.module.css';

const NOTHING_SAID = { error: null, words: null };

type Said = Pick<Output<'dayList.get'>, 'visits' | 'isRead' | 'unsent' | 'lacking'>;

export function DayListDialog(props: { date: string; onClose: () => void }) {
  const { date, onClose } = props;
  const desk = useDesk();
  const printer = usePagePrinterName('pages');
  // Somebody who prints it again wants a second copy, or the list as it is now.
  const print = useCommand('dayList.print', { repeatable: true });
  const [said, setSaid] = useState<Said | null>(null);
  const [job, setJob] = useState<Output<'dayList.print'>['job'] | null>(null);
  const printing = usePagePrinting();
  const preparing = usePreparing();
  const ownPreparing = usePreparing();
  const ended = preparing.endOf(print);
  const [own, setOwn] = useState<{ error: AppError | null; words: string | null }>(NOTHING_SAID);

  async function onPrinter(): Promise<void> {
    preparing.begin();
    setJob(null);
    const answer = await print.run({ date, asking: preparing.asking });
    if (!answer.ok) return;
    setSaid(answer.value);
    setJob(answer.value.job);
  }
  async function here(): Promise<void> {
    setOwn(NOTHING_SAID);
    await printing.run(async (watch) => {
      const answer = await desk.ask('dayList.get', { date, asking: ownPreparing.asking });
      watch.signal.throwIfAborted();
      if (!answer.ok) return setOwn({ error: answer.error, words: null });
      setSaid(answer.value);
      const { leftOut } = await printPdf(answer.value.base64, watch);
      setOwn({
        error: null,
        words:
          leftOut === 0
            ? 'Given to this computer’s print dialog. It does not say what becomes of it.'
            : `Only the first pages were given to the print dialog; ${leftOut} are left out. Set up an office printer for so long a list.`,
      });
    });
  }

  return (
    <Dialog title={`Day list of ${formatDate(date)}`} onClose={onClose}>
      <div className={css.list}>
        <p>
          The visits of this day at this location by time, on A4: name, date of birth, tests, code, state, and
          room for notes. It is made from what this desk knows now, and says how old that is.
        </p>
        <p className={css.quiet}>
          It names people. Keep it out of sight, and destroy it when the day is over.
        </p>
        <div className={css.actions}>
          {printer !== null && (
            <Button look="main" icon={<Printer />} busy={print.busy} onClick={() => void onPrinter()}>
              Print on {printer}
            </Button>
          )}
          <Button
            look={printer === null ? 'main' : 'plain'}
            icon={<Printer />}
            busy={printing.busy}
            onClick={() => void here()}
          >
            {printer === null ? 'Print' : 'Print another way'}
          </Button>
        </div>
        {ended.error && <ErrorNotice error={ended.error} />}
        <OfficePrintProgress
          print={{ busy: print.busy, wasStopped: ended.wasStopped, stop: preparing.stop }}
          words={`The list is made ready for ${printer}`}
        />
        {own.error && <ErrorNotice error={own.error} />}
        {printing.failed && (
          <p role="alert">The list could not be made ready for paper; nothing went to a printer.</p>
        )}
        {printing.busy && printing.pages === null && (
          <Progress
            label="Day list"
            words="The list is being made"
            done={0}
            of={null}
            onCancel={() => {
              printing.cancel();
              ownPreparing.stop();
            }}
          />
        )}
        <PagesBeingReady printing={printing} />
        <OfficePrintState print={{ job, error: null }} />
        {own.words !== null && <p role="status">{own.words}</p>}
        {said && <p className={css.quiet}>{saidWords(said)}</p>}
      </div>
    </Dialog>
  );
}

function saidWords({ visits, isRead, unsent, lacking }: Said): string {
  const counted = visitsWords(visits);
  const waiting =
    unsent === 0
      ? 'all of it is sent to the service'
      : `${unsent} with something not sent to the service yet`;
  const known = isRead
    ? `${counted}, ${waiting}.`
    : 'The bookings of this day were not read from the service, so people may be missing.';
  const letters =
    lacking.length === 0
      ? ''
      : ` These letters cannot be printed, and the list says where: ${lacking.join(' ')}`;
  return `${known}${letters}`;
}
