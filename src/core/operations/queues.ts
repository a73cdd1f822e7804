// What waits, and what a person decides about it: changes for the service, labels for a printer.
import type { queueOperations } from '../../contract/queues.ts';
import type { OutboxRowView, PrintJobView } from '../../contract/views.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import { recordActivity } from '../store/activity.ts';
import type { ActivityDetail } from '../store/activity.ts';
import { findRow, listRows } from '../store/outbox.ts';
import { findPrintJob, listPrintJobs } from '../store/print-jobs.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { outboxViews } from './outbox-view.ts';
import { toPrintJobView } from './print-job-view.ts';
import { printerViews } from './printer-view.ts';

const JOBS_SHOWN = 200;

interface Decision {
  readonly kind: string;
  readonly reason?: string;
}

function recordDecision(
  context: CommandContext,
  { kind, reason }: Decision,
  on: { readonly visitId: string | null; readonly about: ActivityDetail },
): void {
  recordActivity(context.db, {
    atMs: context.nowMs,
    actor: context.actor,
    visitId: on.visitId,
    kind,
    detail: { ...on.about, ...(reason === undefined ? {} : { reason }) },
  });
}

/** A decision about an outbox row: taken, recorded, shown. */
function decide(
  context: CommandContext,
  decision: Decision & { readonly rowId: string },
  act: () => void,
): OutboxRowView {
  const before = findRow(context.db, decision.rowId);
  if (!before) throw new AppException(notFound('There is no such change.'));
  act();
  recordDecision(context, decision, { visitId: before.visitId, about: { change: before.kind } });
  context.changed('outbox', 'connection', 'board', 'patients', 'activity');
  context.afterCommit(() => context.sync.wake());
  const after = findRow(context.db, decision.rowId) ?? before;
  return outboxViews(context, [after])[0] as OutboxRowView;
}

function decideJob(
  context: CommandContext,
  decision: Decision & { readonly jobId: string },
  act: () => void,
): PrintJobView {
  const before = findPrintJob(context.db, decision.jobId);
  if (!before) throw new AppException(notFound('There is no such print job.'));
  act();
  recordDecision(context, decision, { visitId: before.visitId, about: { job: before.title } });
  context.changed('print-jobs', 'connection', 'board', 'activity');
  context.afterCommit(() => context.printQueue.wake());
  return jobView(context, decision.jobId);
}

function jobView(context: Context, jobId: string): PrintJobView {
  const job = findPrintJob(context.db, jobId);
  if (!job) throw new AppException(notFound('There is no such print job.'));
  return toPrintJobView(context.site, job);
}

export const queueHandlers: Handlers<typeof queueOperations> = {
  'outbox.list': (context, { show }) => ({ items: outboxViews(context, listRows(context.db, show)) }),

  'outbox.retry': {
    transaction: (context, { rowId }) =>
      decide(context, { rowId, kind: 'change-sent-again' }, () => context.sync.retry(rowId)),
  },
  'outbox.discard': {
    transaction: (context, { rowId, reason }) =>
      decide(context, { rowId, kind: 'change-discarded', reason }, () => context.sync.discard(rowId, reason)),
  },
  'outbox.editPatient': {
    transaction: (context, { rowId, draft }) =>
      decide(context, { rowId, kind: 'change-corrected' }, () => context.sync.editPatient(rowId, draft)),
  },
  'outbox.linkExisting': {
    transaction: (context, { rowId }) =>
      decide(context, { rowId, kind: 'person-linked' }, () => context.sync.linkExisting(rowId)),
  },

  'sync.now': {
    effect: async (context) => {
      context.sync.pullNow();
      return {};
    },
  },

  'printJobs.list': (context) => ({
    items: listPrintJobs(context.db, JOBS_SHOWN).map((job) => toPrintJobView(context.site, job)),
    printers: printerViews(context),
  }),
  'printJobs.retry': {
    transaction: (context, { jobId }) =>
      decideJob(context, { jobId, kind: 'print-job-sent-again' }, () => context.printQueue.retry(jobId)),
  },
  'printJobs.markPrinted': {
    transaction: (context, { jobId }) =>
      decideJob(context, { jobId, kind: 'print-job-found-printed' }, () =>
        context.printQueue.markPrinted(jobId),
      ),
  },
  'printJobs.cancel': {
    transaction: (context, { jobId, reason }) =>
      decideJob(context, { jobId, kind: 'print-job-cancelled', reason }, () =>
        context.printQueue.cancel(jobId, reason),
      ),
  },
};
