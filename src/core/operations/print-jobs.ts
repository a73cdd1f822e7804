// The print jobs, and what a person decides about them.
import type { printJobOperations } from '../../contract/print-jobs.ts';
import { AppException, rejected, type AppError } from '../../domain/app-error.ts';
import { isInDoubt } from '../printing/queue/job-rules.ts';
import { findPrintJob, listPrintJobs } from '../store/desk/print-jobs.ts';
import { transaction } from '../store/open.ts';
import type { CommandContext, Context, Handlers, ParsedInput } from './handler.ts';
import { cancelJob, foundPrinted, moveJob, sendAgain } from './print-job-decisions.ts';
import { jobView, toPrintJobView } from './print-job-view.ts';
import { printerViews } from './printer-view.ts';
import { refusalOf } from './refusal-of.ts';
import { allPrinters } from './site-printers.ts';

const JOBS_SHOWN = 200;

type Answered = ParsedInput<'printJobs.settle'>['jobs'][number];

/** Whether nobody has answered for the job since it was shown, and nothing of it was sent since. */
function isAsSeen({ db }: Pick<Context, 'db'>, { jobId, seenAttempts }: Answered): boolean {
  const job = findPrintJob(db, jobId);
  return job !== null && isInDoubt(job) && job.attempts === seenAttempts;
}

function settleOne(context: CommandContext, answered: Answered, givenUpBecause: string | null): void {
  if (answered.cameOut) foundPrinted(context, answered.jobId);
  else if (givenUpBecause === null) sendAgain(context, answered);
  else cancelJob(context, { ...answered, reason: givenUpBecause });
}

/** A refusal that is about whoever asks, and not about one of the jobs. */
const isAboutWho = ({ kind }: AppError): boolean => kind === 'second-person-needed' || kind === 'not-allowed';

/** Settles all; throws, so that all of it is undone, when it is refused for one of them. See the contract. */
function settleJobs(
  context: CommandContext,
  { jobs, givenUpBecause }: ParsedInput<'printJobs.settle'>,
): void {
  const fields: Record<string, string> = {};
  let aboutWho: AppError | null = null;
  for (const [index, answered] of jobs.entries()) {
    if (!isAsSeen(context, answered)) {
      fields[`jobs.${index}`] = 'settled';
      continue;
    }
    const refused = refusalOf(() => settleOne(context, answered, givenUpBecause));
    if (refused === null) continue;
    if (isAboutWho(refused)) aboutWho = refused;
    else
      fields[`jobs.${index}`] =
        refused.kind === 'rejected' && refused.fields['job'] === 'not-right' ? 'not-right' : 'not-possible';
  }
  // These first: nobody should be fetched to agree to what cannot be done.
  if (Object.keys(fields).length > 0) {
    throw new AppException(rejected('Some of these print jobs cannot be settled so.', fields));
  }
  if (aboutWho) throw new AppException(aboutWho);
}

export const printJobHandlers: Handlers<typeof printJobOperations> = {
  'printJobs.list': (context) => {
    const all = allPrinters(context);
    return {
      items: listPrintJobs(context.db, JOBS_SHOWN).map((job) => toPrintJobView(context, job, all)),
      printers: printerViews(context),
    };
  },
  'printJobs.retry': {
    transaction: (context, input) => {
      sendAgain(context, input);
      return jobView(context, input.jobId);
    },
  },
  'printJobs.move': {
    transaction: (context, { jobId, printerId }) => {
      moveJob(context, jobId, printerId);
      return jobView(context, jobId);
    },
  },
  'printJobs.moveSeveral': {
    transaction: (context, { jobIds, printerId }) => ({
      items: jobIds.map((jobId) => ({
        jobId,
        // Each in a transaction within this one: what a refused one had begun to write is undone.
        refused: refusalOf(() => transaction(context.db, () => moveJob(context, jobId, printerId))),
      })),
    }),
  },
  'printJobs.markPrinted': {
    transaction: (context, { jobId }) => {
      foundPrinted(context, jobId);
      return jobView(context, jobId);
    },
  },
  'printJobs.settle': {
    transaction: (context, input) => {
      settleJobs(context, input);
      return { items: input.jobs.map(({ jobId }) => jobView(context, jobId)) };
    },
  },
  'printJobs.cancelAtPrinter': {
    prepared: async (context, { jobId, reason }) => {
      const answer = await context.printQueue.cancelAtPrinter(jobId);
      return () => {
        const { outcome, detail } = answer;
        answer.note(reason);
        const job = jobView(context, jobId);
        if (job.state === 'cancelled') {
          context.record('print-job-cancelled', { visitId: job.visitId, jobId, code: null, reason });
        }
        context.changed('print-jobs', 'connection');
        return { job, outcome, detail };
      };
    },
  },
  'printJobs.cancel': {
    transaction: (context, input) => {
      cancelJob(context, input);
      return jobView(context, input.jobId);
    },
  },
};
