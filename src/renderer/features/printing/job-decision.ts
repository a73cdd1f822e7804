// Whether a print job asks a person what to do with it, and what that can be. Pure.
import type { PrintJobView } from '../../../contract/views.ts';
import type { NeverSent } from '../../../domain/print-job-state.ts';
import { wordsOfJob } from '../../shared/words/page-job-words.ts';
import { asSentence } from '../../shared/words/printer-words.ts';

/**
 * `isStopped`: its printer stopped in the middle. `toLookAt`: a person has to look whether it came out. `waits`: nothing of it was sent
 * when it was last tried. `any`: a person can decide about it at all; only then can it be cancelled.
 */
export function wantsDecision(job: Pick<PrintJobView, 'state' | 'deviceReport' | 'proven'>): {
  readonly isStopped: boolean;
  readonly toLookAt: boolean;
  readonly waits: boolean;
  readonly any: boolean;
} {
  const isStopped = job.state === 'sent' && job.deviceReport === 'stopped';
  const toLookAt = (job.state === 'unsure' || job.state === 'sent-unacknowledged') && !job.proven;
  const waits = job.state === 'failed' || job.state === 'attention';
  return { isStopped, toLookAt, waits, any: waits || toLookAt || isStopped };
}

/** Whether sending it to its own printer once more could do anything: one that was removed, or is at a desk that was shut out, gets nothing. */
export function mayBeSentAgain(
  job: Pick<
    PrintJobView,
    'state' | 'deviceReport' | 'proven' | 'neverSent' | 'printerRemoved' | 'printerDeskState'
  >,
): boolean {
  const { any, isStopped } = wantsDecision(job);
  const isOut = job.printerRemoved || job.printerDeskState === 'shut-out';
  return any && !isStopped && job.neverSent === null && !isOut;
}

/** Whether it is on its way to its printer, or the next to be: what comes of it is not known yet, and nobody can decide about it. */
export const isUnderWay = ({ state }: Pick<PrintJobView, 'state'>): boolean =>
  state === 'queued' || state === 'sending';

/**
 * Whether a job was sent since a person agreed to something about it, so that something of it may lie at its printer. `seenAttempts`: how
 * often it was tried then. While its printer has it, the printer is asked, whenever that got it; one that only waits was not sent by a try.
 */
export const wasSentSince = (
  job: Pick<PrintJobView, 'state' | 'deviceReport' | 'proven' | 'atPrinter' | 'attempts'>,
  seenAttempts: number | null,
): boolean => !job.atPrinter && !wantsDecision(job).waits && job.attempts !== seenAttempts;

const NEVER_SENT_WORDS: Readonly<Record<NeverSent, string>> = {
  'not-kept':
    'What it prints is not kept any more, so it is not sent again. Print it anew from where it was, and cancel it here.',
  'scanned-back': 'The label was scanned back, so it is not sent again.',
  'not-awaited':
    'No sample waits for this label any more: it was printed again from its visit, or no sample is taken. It is not sent again.',
  'person-changed':
    'The person of its registration is not the one on this label any more. Destroy it if it came out; it is not sent again.',
  'code-changed':
    'The code on it is not its registration’s any more. Destroy it if it came out; it is not sent again.',
  'registration-gone':
    'The service does not have its registration any more. Destroy it if it came out; it is not sent again.',
};

/** What to do with a job whose printer is not set up any more. */
function removedWords({ toLookAt }: { readonly toLookAt: boolean }, mayMove: boolean): string {
  const anew = 'print it anew from where it was, and cancel it here.';
  if (toLookAt)
    return `Its printer is not set up any more, so it is not sent again. If it did not come out, ${anew}`;
  return `Its printer is not set up any more: ${mayMove ? 'print it on another one.' : anew}`;
}

/**
 * What to do with a job, in whole sentences, the first one first. `advice`: what its state alone says; of a job that is never sent it would
 * promise what is refused, unless the paper itself has to be looked for.
 */
export function adviceOf(
  job: Pick<
    PrintJobView,
    | 'state'
    | 'deviceReport'
    | 'proven'
    | 'neverSent'
    | 'perhapsPrinted'
    | 'otherPrinter'
    | 'printerRemoved'
    | 'printerDesk'
    | 'printerDeskState'
  >,
  advice: string | null,
): string[] {
  const wanted = wantsDecision(job);
  const { toLookAt, waits, any } = wanted;
  if (job.proven) return [];
  const own = advice === null ? [] : [advice];
  if (job.printerRemoved && job.neverSent === null && (toLookAt || waits)) {
    // Of what was never sent its state alone would promise that it can be sent again.
    const kept = toLookAt || job.perhapsPrinted ? own : [];
    return [...kept, removedWords(wanted, job.otherPrinter !== null)];
  }
  if (toLookAt && job.neverSent === null && job.printerDeskState === 'shut-out') {
    return [
      ...own,
      `${job.printerDesk} was shut out: it can be sent again once another desk is chosen where the printer is set up.`,
    ];
  }
  if (job.neverSent === null || !any) return own;
  return [...(toLookAt ? own : []), NEVER_SENT_WORDS[job.neverSent]];
}

/** What has become of a job that a person wanted to decide about, and somebody else was first. `job` null: it is not in the queue any more. */
export function meanwhileWords(job: PrintJobView | null): string {
  if (job === null) return 'The job is not in the queue any more.';
  const detail = job.detail === null ? '' : ` ${asSentence(job.detail)}`;
  return `${job.title}: ${wordsOfJob(job).word}.${detail}`;
}
