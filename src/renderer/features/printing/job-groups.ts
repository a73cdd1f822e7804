// Which print jobs a person can answer for together. Pure.
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobView } from '../../../contract/views.ts';
import { MOST_JOBS_TOGETHER } from '../../../domain/print-job-state.ts';
import { wantsDecision } from './job-decision.ts';

/** Jobs of one printer, the oldest first: so their papers lie in it. */
export type JobGroup = readonly [PrintJobView, PrintJobView, ...PrintJobView[]];

function groupsOf(
  newestFirst: readonly PrintJobView[],
  keyOf: (job: PrintJobView) => string | null,
): JobGroup[] {
  const groups = new Map<string, PrintJobView[]>();
  for (const job of newestFirst.toReversed()) {
    const key = keyOf(job);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  return [...groups.values()].flatMap((jobs) => {
    const [first, second, ...rest] = jobs.slice(0, MOST_JOBS_TOGETHER);
    return first && second ? [[first, second, ...rest] as const] : [];
  });
}

/** Jobs of which nobody is sure whether they were printed, two or more of one printer. `jobs` are as the queue lists them. */
export const inDoubtTogether = (jobs: readonly PrintJobView[]): JobGroup[] =>
  groupsOf(jobs, (job) => (job.needsPerson && wantsDecision(job).toLookAt ? job.printerId : null));

/** Jobs that wait at a printer which cannot print now and that could be printed on the same other one, two or more. */
export function waitingTogether(
  jobs: readonly PrintJobView[],
  printers: readonly Pick<PrinterView, 'id' | 'state'>[],
): JobGroup[] {
  const able = new Set(
    printers.filter(({ state }) => state === 'ready' || state === 'unknown').map(({ id }) => id),
  );
  return groupsOf(jobs, ({ printerId, otherPrinter }) =>
    otherPrinter === null || able.has(printerId) ? null : JSON.stringify([printerId, otherPrinter.id]),
  );
}
