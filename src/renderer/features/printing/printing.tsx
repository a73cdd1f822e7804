// The print queue: every label and every page sent from here, how far it is known to have come, and what a person can do about it.
import { CircleCheck, Printer, RotateCcw, X } from 'lucide-react';
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobView } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useMinutesSince } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';

import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { waitingWords } from '../../ui/durations.ts';
import { KeptReasonDialog, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { isOpenJob } from '../../shared/words/job-words.ts';
import { paperWord, wordsOfJob } from '../../shared/words/page-job-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './printing.module.css';

const MINUTE_MS = 60_000;

const PRINTER_STATES: Readonly<Record<PrinterView['state'], string>> = {
  unknown: 'nothing sent since the desk was started',
  ready: 'took the last job',
  unreachable: 'cannot be reached',
  attention: 'needs attention',
};

export function Printing() {
  const queue = useQuery('printJobs.list', {});
  const jobs = queue.value?.items ?? [];
  const problems = jobs.filter((job) => job.needsPerson);
  const underWay = jobs.filter((job) => isOpenJob(job) && !job.needsPerson);
  const done = jobs.filter((job) => !isOpenJob(job));
  return (
    <Screen title="Print queue" narrow>
      {queue.error && !queue.value && <ErrorNotice error={queue.error} />}
      {!queue.value && !queue.error && <SkeletonRows count={4} label="The print queue is being read" />}
      {queue.value && (
        <ul className={css.printers} aria-label="Printers">
          {queue.value.printers.map((printer) => (
            <li
              key={printer.id}
              className={classNames(
                css.printer,
                (printer.state === 'unreachable' || printer.state === 'attention') && css.bad,
              )}
            >
              <Printer aria-hidden="true" size={22} />
              <span>
                <strong>{printer.name}</strong> {PRINTER_STATES[printer.state]}
                <span className={css.quiet}>
                  {printer.address}
                  {printer.prints.includes('label') && ' · prints the labels'}
                  {printer.prints.includes('ticket') && ' · prints the visit tickets'}
                </span>
                {printer.detail !== null && <span className={css.quiet}>{asSentence(printer.detail)}</span>}
              </span>
            </li>
          ))}
          {queue.value.printers.length === 0 && (
            <li className={css.printer}>This desk has no label printer set up.</li>
          )}
        </ul>
      )}
      {problems.length > 0 && (
        <Panel title={`Needs attention: ${problems.length}`} tone="main" flush>
          <ul>
            {problems.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        </Panel>
      )}
      {underWay.length > 0 && (
        <Panel title={`Under way: ${underWay.length}`} flush>
          <ul>
            {underWay.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        </Panel>
      )}
      {queue.value && jobs.length === 0 && (
        <Panel title="Jobs" flush>
          <EmptyState icon={<Printer size={26} />} title="Nothing has been printed yet">
            Labels are printed from a visit, once the person’s identity is confirmed; forms and results from
            where they are shown.
          </EmptyState>
        </Panel>
      )}
      {done.length > 0 && (
        <Panel title="Done" flush>
          <ul>
            {done.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        </Panel>
      )}
    </Screen>
  );
}

/** Details of printers begin with a small letter, to be part of a sentence. Here they are a sentence of their own. */
function asSentence(text: string): string {
  const sentence = text.charAt(0).toLocaleUpperCase('en-GB') + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Whatever is cancelled here, a printer that has the pages goes on. */
function cancelWords(job: PrintJobView): string {
  if (job.pages === null) {
    return `The ${paperWord(job)} is not printed by this job. It can be printed again from the visit.`;
  }
  return job.state === 'sent'
    ? 'The printer has the pages already: cancel the job at the printer too, or they still come out.'
    : 'The pages are not printed by this job. They can be printed again from where they are shown.';
}

function JobLine({ job }: { job: PrintJobView }) {
  const timeZone = useTimeZone();
  const retry = useCommand('printJobs.retry');
  const markPrinted = useCommand('printJobs.markPrinted');
  const cancel = useCommand('printJobs.cancel');
  const reason = useReason(`print-job:${job.id}`);
  const words = wordsOfJob(job);
  const paper = paperWord(job);
  const isStopped = job.state === 'sent' && job.deviceReport === 'stopped';
  const waits = job.state === 'queued' || job.state === 'attention' || job.state === 'failed';
  const waitedMinutes = useMinutesSince(waits ? job.createdAtMs : null);
  const looked = (job.state === 'unsure' || job.state === 'sent-unacknowledged') && !job.proven;
  const failure = retry.error ?? markPrinted.error ?? cancel.error;
  return (
    <li className={css.job} data-about={job.title}>
      <div className={css.jobLine}>
        <span className={css.title}>
          {job.visitId === null ? job.title : <a href={hrefOf(links.visit(job.visitId))}>{job.title}</a>}
          {job.pages !== null && (
            <span className={css.quiet}>{job.pages.count === 1 ? '1 page' : `${job.pages.count} pages`}</span>
          )}
          {job.reprintReason !== null && <span className={css.quiet}>Reprint: {job.reprintReason}</span>}
        </span>
        <strong className={css[words.tone]}>{words.word}</strong>
        <span className={css.facts}>
          <time>{wallClockAt(job.createdAtMs, timeZone).time}</time> by {job.actor}, {job.printerName}
          {job.attempts > 1 && `, ${job.attempts} attempts`}
          {waitedMinutes !== null &&
            waitedMinutes > 0 &&
            `, waiting ${waitingWords(waitedMinutes * MINUTE_MS)}`}
        </span>
      </div>
      {words.advice !== null && !job.proven && <p>{words.advice}</p>}
      {job.proven && words.tone !== 'good' && <p>The label was scanned back, so it came out.</p>}
      {job.detail !== null && (isOpenJob(job) || job.state === 'cancelled' || job.pages !== null) && (
        <p className={css.quiet}>{asSentence(job.detail)}</p>
      )}
      {failure && <ErrorNotice error={failure} />}
      {(job.state === 'failed' || job.state === 'attention' || looked || isStopped) && (
        <div className={css.actions}>
          {(looked || isStopped) && (
            <Button
              icon={<CircleCheck />}
              busy={markPrinted.busy}
              onClick={() => void markPrinted.run({ jobId: job.id })}
            >
              {job.pages === null ? `The ${paper} is there` : 'The pages are there'}
            </Button>
          )}
          {!isStopped && (
            <Button icon={<RotateCcw />} busy={retry.busy} onClick={() => void retry.run({ jobId: job.id })}>
              {looked ? `No ${paper} came out: send again` : 'Send again'}
            </Button>
          )}
          <Button icon={<X />} onClick={() => reason.change({ asking: 'cancel' })}>
            Cancel job
          </Button>
        </div>
      )}
      {reason.entry.asking !== '' && (
        <KeptReasonDialog
          draft={reason}
          title={`Cancel printing ${job.title}?`}
          words={cancelWords(job)}
          confirmWords="Cancel this job"
          busy={cancel.busy}
          onConfirm={(words) =>
            void cancel.run({ jobId: job.id, reason: words }).then((answer) => {
              if (answer.ok) reason.forget();
            })
          }
        />
      )}
    </li>
  );
}
