// Prints a document on the printer of its pages, and says beside the button how far it has come.
import { CircleCheck, Clock, Printer, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PrintJobView } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { ServicePageKind } from '../../../domain/printed-pages.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { classNames } from '../../ui/class-names.ts';
import { hrefOf, links } from '../links.ts';
import { Progress } from '../../ui/progress.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import { printerOfJob } from '../words/printer-words.ts';
import { wordsOfJob } from '../words/page-job-words.ts';
import css from './office-print.module.css';
import { usePreparing } from './use-preparing.ts';

export interface OfficePrint {
  /** The name of the printer for whole pages; null: this desk has none. */
  readonly printerName: string | null;
  readonly busy: boolean;
  readonly job: PrintJobView | null;
  readonly error: AppError | null;
  /** Somebody stopped it in time: nothing goes to the printer. */
  readonly wasStopped: boolean;
  run(): void;
  stop(): void;
}

/** The name of the printer that prints such pages; null: this desk has none, and the browser's own printing is used. */
export function usePagePrinterName(document: 'pages' | 'form' | 'report'): string | null {
  return useSession()?.printers.find(({ prints }) => prints.includes(document))?.name ?? null;
}

/** What printing a document of a registration on the office printer needs. */
export function useOfficePrint(registrationId: string, kind: ServicePageKind): OfficePrint {
  const printerName = usePagePrinterName(kind === 'trf' ? 'form' : 'report');
  const print = useCommand('documents.print');
  const preparing = usePreparing();
  const [job, setJob] = useState<PrintJobView | null>(null);
  return {
    printerName,
    busy: print.busy,
    job,
    ...preparing.endOf(print),
    run() {
      preparing.begin();
      setJob(null);
      void print.run({ registrationId, kind, asking: preparing.asking }).then((answer) => {
        if (answer.ok) setJob(answer.value.job);
      });
    },
    stop: preparing.stop,
  };
}

/** While pages are made ready, a way to stop that; and that it was stopped. `words` say what is done. */
export function OfficePrintProgress(props: {
  print: Pick<OfficePrint, 'busy' | 'wasStopped' | 'stop'>;
  words: string;
}) {
  const { print, words } = props;
  if (print.busy) {
    return <Progress label="Office printing" words={words} done={0} of={null} onCancel={print.stop} />;
  }
  return print.wasStopped && <p role="status">Stopped. Nothing goes to the printer.</p>;
}

/** How far it has come, with the way to the print queue. Shows nothing before anything was printed. */
export function OfficePrintState({ print }: { print: Pick<OfficePrint, 'job' | 'error'> }) {
  if (print.error) return <ErrorNotice error={print.error} />;
  return print.job && <JobState job={print.job} />;
}

function JobState({ job }: { job: PrintJobView }) {
  const queue = useQuery('printJobs.list', {});
  const now = queue.value?.items.find(({ id }) => id === job.id) ?? job;
  const words = wordsOfJob(now);
  const Icon = words.tone === 'good' ? CircleCheck : words.tone === 'plain' ? Clock : TriangleAlert;
  const count = now.pages?.count ?? 0;
  return (
    <p role="status" className={classNames(css.state, css[words.tone])}>
      <Icon aria-hidden="true" size={18} />
      <span>
        <strong>{words.word}</strong>, {printerOfJob(now)}
        {count > 0 && `, ${count === 1 ? '1 page' : `${count} pages`}`}
        {now.detail !== null && <span className={css.detail}>{now.detail}</span>}
      </span>
      <a href={hrefOf(links.printing)} className={css.queue}>
        <Printer aria-hidden="true" size={16} /> Print queue
      </a>
    </p>
  );
}
