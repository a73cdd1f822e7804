// The print queue: every label and every page sent from here, how far it is known to have come, and what a person can do about it.
import { useState } from 'react';
import { CircleCheck, FileCheck, Printer, RotateCcw, Shuffle, X } from 'lucide-react';
import type { Answer, CommandName } from '../../../contract/index.ts';
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobView } from '../../../contract/views.ts';
import { waitingWords } from '../../../domain/span-words.ts';
import { useMinutesSince } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { Overtaken } from '../../shared/drafts/overtaken.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { asSentence, printerOfJob, printerStateWords } from '../../shared/words/printer-words.ts';
import { RemovedUpTo } from '../../shared/dates/removed-up-to.tsx';
import { useMomentWords } from '../../shared/dates/use-moment-words.ts';
import { isOpenJob } from '../../shared/words/job-words.ts';
import { pagesWords, paperWord, wordsOfJob } from '../../shared/words/page-job-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { JobDialogs } from './job-dialogs.tsx';
import { adviceOf, mayBeSentAgain, meanwhileWords, wantsDecision } from './job-decision.ts';
import { waitingTogether } from './job-groups.ts';
import { JobsTogether } from './jobs-together.tsx';
import { useMoveKey } from './move-key.ts';
import { SettleDialogs } from './settle-jobs.tsx';
import css from './printing.module.css';

const MINUTE_MS = 60_000;

/** What was wanted of a job, as a question, when another window or its printer had settled it already. */
interface TooLate {
  readonly jobId: string;
  readonly asked: string;
}

export function Printing() {
  // Here and not in the line of the job: that leaves for another list, and what it says would go with it.
  const [tooLate, setTooLate] = useState<TooLate | null>(null);
  const queue = useQuery('printJobs.list', {});
  const jobs = queue.value?.items ?? [];
  const problems = jobs.filter((job) => job.needsPerson);
  const printers = queue.value?.printers ?? [];
  // Where several can go together, the key is for all of them.
  const firstToMove =
    waitingTogether(jobs, printers).length > 0 ? null : problems.find((job) => job.otherPrinter !== null);
  const underWay = jobs.filter((job) => isOpenJob(job) && !job.needsPerson);
  const done = jobs.filter((job) => !isOpenJob(job));
  return (
    <Screen title="Print queue" page aside={<a href={hrefOf(links.printers)}>Set up the printers</a>}>
      {queue.error && !queue.value && <ErrorNotice error={queue.error} />}
      {!queue.value && !queue.error && <SkeletonRows count={4} label="The print queue is being read" />}
      {queue.value && (
        <ul className={css.printers} aria-label="Printers">
          {printers.map((printer) => (
            <li
              key={printer.id}
              className={classNames(
                css.printer,
                (printer.state === 'unreachable' || printer.state === 'attention') && css.bad,
              )}
            >
              <Printer aria-hidden="true" size={22} />
              <span className={css.words}>
                <strong>{printer.name}</strong>{' '}
                <span className={css.state}>{printerStateWords(printer)}</span>
                <span className={css.quiet}>
                  {printer.address}
                  {printer.desk && ` · stands at ${printer.desk.name}`}
                  {printer.prints.includes('label') && ' · prints the labels'}
                  {printer.prints.includes('ticket') && ' · prints the visit tickets'}
                  {printer.prints.includes('form') && ' · prints forms'}
                  {printer.prints.includes('report') && ' · prints results'}
                  {printer.prints.includes('pages') && ' · prints lists'}
                </span>
                {printer.detail !== null && <span className={css.quiet}>{asSentence(printer.detail)}</span>}
              </span>
              {printer.kind === 'office' && <TestPage printer={printer} />}
            </li>
          ))}
          {printers.length === 0 && <li className={css.printer}>This desk has no printer yet.</li>}
        </ul>
      )}
      {problems.length > 0 && (
        <Panel title={`Needs attention: ${problems.length}`} tone="main" flush>
          <JobsTogether jobs={jobs} printers={printers} />
          <ul>
            {problems.map((job) => (
              <JobLine key={job.id} job={job} isFirstToMove={job === firstToMove} onTooLate={setTooLate} />
            ))}
          </ul>
        </Panel>
      )}
      {underWay.length > 0 && (
        <Panel title={`Under way: ${underWay.length}`} flush>
          <ul>
            {underWay.map((job) => (
              <JobLine key={job.id} job={job} onTooLate={setTooLate} />
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
      {queue.value && <JobDialogs jobs={jobs} />}
      {queue.value && <SettleDialogs jobs={jobs} />}
      {queue.value && tooLate && (
        <Overtaken
          title={tooLate.asked}
          words={meanwhileWords(jobs.find(({ id }) => id === tooLate.jobId) ?? null)}
          onClose={() => setTooLate(null)}
        />
      )}
      {done.length > 0 && (
        <Panel title="Done" flush>
          <ul>
            {done.map((job) => (
              <JobLine key={job.id} job={job} onTooLate={setTooLate} />
            ))}
          </ul>
        </Panel>
      )}
      <RemovedUpTo what="printJobs" />
    </Screen>
  );
}

function TestPage({ printer }: { printer: PrinterView }) {
  // Somebody who prints it again has changed something at the printer.
  const print = useCommand('testPage.print', { repeatable: true });
  return (
    <div className={css.testPage}>
      <Button
        size="small"
        icon={<FileCheck />}
        busy={print.busy}
        aria-label={`Print a test page on ${printer.name}`}
        onClick={() => void print.run({ printerId: printer.id })}
      >
        Print a test page
      </Button>
      {print.error && <ErrorNotice error={print.error} />}
    </div>
  );
}

/** `isFirstToMove`: the key for another printer is for this one. */
function JobLine({
  job,
  isFirstToMove = false,
  onTooLate,
}: {
  job: PrintJobView;
  isFirstToMove?: boolean;
  onTooLate: (tooLate: TooLate) => void;
}) {
  const when = useMomentWords();
  const retry = useCommand('printJobs.retry');
  const markPrinted = useCommand('printJobs.markPrinted');
  const move = useCommand('printJobs.move');
  const { otherPrinter } = job;
  const isLabel = job.pages === null && !job.ticket;
  const mayNotPrintLabels = useMayNot('labels.print');
  const blocked = isLabel ? mayNotPrintLabels : null;
  const moveWords = `Print on ${otherPrinter?.name ?? 'another printer'} instead`;
  const decide = async (asked: string, answering: Promise<Answer<CommandName>>): Promise<void> => {
    const answer = await answering;
    if (!answer.ok && answer.error.kind === 'conflict') onTooLate({ jobId: job.id, asked });
  };
  const moveAway = (): void => {
    if (!otherPrinter) return;
    void decide(
      `Print ${job.title} on ${otherPrinter.name}?`,
      move.run({ jobId: job.id, printerId: otherPrinter.id }),
    );
  };
  useMoveKey({ words: moveWords, enabled: isFirstToMove, blocked, run: moveAway });
  const reason = useReason(`print-job:${job.id}`);
  const words = wordsOfJob(job);
  const paper = paperWord(job);
  const { isStopped, toLookAt, any } = wantsDecision(job);
  const waits = job.state === 'queued' || job.state === 'attention' || job.state === 'failed';
  const waitedMinutes = useMinutesSince(waits ? job.createdAtMs : null);
  const failure = [retry, markPrinted, move]
    .map(({ error }) => error)
    .find((error) => error !== null && error.kind !== 'conflict');
  return (
    <li className={css.job} data-about={job.title}>
      <div className={css.jobLine}>
        <span className={css.title}>
          {job.visitId === null ? job.title : <a href={hrefOf(links.visit(job.visitId))}>{job.title}</a>}
          {job.pages !== null && <span className={css.quiet}>{pagesWords(job.pages.count)}</span>}
          {job.reprintReason !== null && <span className={css.quiet}>Reprint: {job.reprintReason}</span>}
        </span>
        <strong className={css[words.tone]}>{words.word}</strong>
        <span className={css.facts}>
          <time>{when(job.createdAtMs)}</time> by {job.actor}, {printerOfJob(job)}
          {job.attempts > 1 && `, ${job.attempts} attempts`}
          {waitedMinutes !== null &&
            waitedMinutes > 0 &&
            `, waiting ${waitingWords(waitedMinutes * MINUTE_MS)}`}
        </span>
      </div>
      {adviceOf(job, words.advice).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {job.stoppedSinceMs !== null && (
        <p>
          It has taken nothing since <time>{when(job.stoppedSinceMs)}</time>.
        </p>
      )}
      {job.proven && words.tone !== 'good' && job.state !== 'cancelled' && (
        <p>The label was scanned back, so there is nothing to decide.</p>
      )}
      {job.detail !== null && (isOpenJob(job) || job.state === 'cancelled' || job.pages !== null) && (
        <p className={css.quiet}>{asSentence(job.detail)}</p>
      )}
      {failure && <ErrorNotice error={failure} />}
      {(any || job.atPrinter) && (
        <div className={css.actions}>
          {(toLookAt || isStopped) && (
            <Button
              icon={<CircleCheck />}
              busy={markPrinted.busy}
              blocked={blocked}
              onClick={() => void decide(`Is ${job.title} there?`, markPrinted.run({ jobId: job.id }))}
            >
              {job.pages === null ? `The ${paper} is there` : 'The pages are there'}
            </Button>
          )}
          {mayBeSentAgain(job) && (
            <Button
              icon={<RotateCcw />}
              busy={retry.busy}
              blocked={blocked}
              onClick={() =>
                void decide(
                  `Send ${job.title} again?`,
                  retry.run({ jobId: job.id, seenAttempts: job.attempts }),
                )
              }
            >
              {toLookAt ? `No ${paper} came out: send again` : 'Send again'}
            </Button>
          )}
          {otherPrinter && (
            <Button
              icon={<Shuffle />}
              hint={isFirstToMove ? 'T' : undefined}
              busy={move.busy}
              blocked={blocked}
              onClick={moveAway}
            >
              {moveWords}
            </Button>
          )}
          <Button icon={<X />} onClick={() => reason.change({ asking: 'cancel' })}>
            {job.atPrinter ? 'Cancel at the printer' : 'Cancel job'}
          </Button>
        </div>
      )}
    </li>
  );
}
