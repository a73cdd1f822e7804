// Asks why a print job is cancelled. The dialog stands apart from the line of its job, so that it can say what became of a job that
// was settled at another window or by its printer.
import { useState } from 'react';
import type { PrintJobView } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { KeptReasonDialog, useAskedReasons, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { paperWord } from '../../shared/words/page-job-words.ts';
import { asSentence } from '../../shared/words/printer-words.ts';
import { useLast } from '../../ui/use-last.ts';
import { isUnderWay, meanwhileWords, wantsDecision, wasSentSince } from './job-decision.ts';

const GONE = 'The printer does not know the job any more, so it can be printed already: look at the printer.';

const BEING_TRIED = 'It is being sent to the printer just now. Wait until it is clear whether it goes out.';

export function JobDialogs({ jobs }: { jobs: readonly PrintJobView[] }) {
  const asked = useAskedReasons('print-job');
  return asked.map((id) => <CancelJob key={id} jobId={id} job={jobs.find((job) => job.id === id) ?? null} />);
}

/** `job` null: it is not in the queue any more. */
function CancelJob({ jobId, job }: { jobId: string; job: PrintJobView | null }) {
  const cancel = useCommand('printJobs.cancel');
  // Somebody who asks the printer again may get another answer.
  const atPrinter = useCommand('printJobs.cancelAtPrinter', { repeatable: true });
  const [said, setSaid] = useState<string | null>(null);
  const reason = useReason(`print-job:${jobId}`);
  // What is agreed to is about the job as it was when the dialog came.
  const [seenAttempts, setSeenAttempts] = useState(job?.attempts ?? null);
  // A try at a printer that connects and refuses lasts a moment, and settles nothing.
  const isBeingTried = job !== null && isUnderWay(job);
  const isAsItWas =
    job !== null && (wantsDecision(job).any || job.atPrinter) && !wasSentSince(job, seenAttempts);
  const isOvertaken = useOvertaken(isBeingTried || isAsItWas, cancel.busy || atPrinter.busy);
  const last = useLast(job);
  const title = last === null ? 'Cancel a print job?' : `Cancel printing ${last.title}?`;
  if (isOvertaken || job === null) {
    return (
      <Overtaken
        title={title}
        words={meanwhileWords(job)}
        typed={reason.entry.reason}
        onClose={reason.forget}
      />
    );
  }
  // A printer that keeps the job waiting and does not cancel it: the job is given up here, and stays there.
  const isGivenUpHere = !job.atPrinter || (said !== null && wantsDecision(job).isStopped);

  async function confirm(words: string): Promise<void> {
    if (isGivenUpHere) {
      const answer = await cancel.run({ jobId, reason: words, seenAttempts }, { typed: reason.typed() });
      if (answer.ok) reason.forget();
      return;
    }
    setSaid(null);
    const answer = await atPrinter.run({ jobId, reason: words });
    if (!answer.ok) return;
    const { outcome, detail } = answer.value;
    // What the printer said is about the job as it is now, and so is what is done about it next.
    setSeenAttempts(answer.value.job.attempts);
    if (outcome === 'cancelled') reason.forget();
    else if (outcome === 'over' && !answer.value.job.atPrinter) reason.forget();
    else setSaid(detail === null ? GONE : `It is not cancelled. ${asSentence(detail)}`);
  }

  return (
    <KeptReasonDialog
      draft={reason}
      title={title}
      words={cancelWords(job, isGivenUpHere)}
      confirmWords={isGivenUpHere ? 'Cancel this job' : 'Ask the printer to cancel it'}
      blocked={isBeingTried && !job.atPrinter ? BEING_TRIED : null}
      busy={cancel.busy || atPrinter.busy}
      onConfirm={(words) => void confirm(words)}
    >
      {said !== null && <p role="alert">{said}</p>}
      {atPrinter.error && <ErrorNotice error={atPrinter.error} />}
      {cancel.error && <ErrorNotice error={cancel.error} />}
    </KeptReasonDialog>
  );
}

/** Whatever is cancelled here, a printer that has the pages goes on. */
function cancelWords(job: PrintJobView, isGivenUpHere: boolean): string {
  if (wantsDecision(job).toLookAt) {
    return 'Nothing more of it is sent by this job. Part of it or all of it may have come out: look at the printer.';
  }
  if (job.pages === null) {
    return `The ${paperWord(job)} is not printed by this job. It can be printed again from the visit.`;
  }
  if (!isGivenUpHere) {
    return 'The printer has the pages, and is asked to cancel them. Pages that are out already stay out.';
  }
  return job.state === 'sent'
    ? 'The printer has the pages already: cancel the job at the printer too, or they still come out.'
    : 'The pages are not printed by this job. They can be printed again from where they are shown.';
}
