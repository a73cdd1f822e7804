// What a person has answered so far for several jobs in doubt. It is kept with what is typed, so that a reload loses no tick.
import type { PrintJobView } from '../../../contract/views.ts';
import { useDrafts } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { wantsDecision } from './job-decision.ts';
import type { JobGroup } from './job-groups.ts';

/** A job as it was when the question was opened; tried again since, nobody has looked at the printer after that try. */
interface SeenJob {
  readonly id: string;
  readonly title: string;
  readonly attempts: number;
}

interface Settling {
  readonly seen: readonly SeenJob[];
  /** Ids of those that came out whole. */
  readonly cameOut: readonly string[];
  readonly others: 'again' | 'give-up';
  readonly reason: string;
}

const NOTHING: Settling = { seen: [], cameOut: [], others: 'again', reason: '' };
const FORM = 'settle-print-jobs:';

export const useSettling = (printerId: string): Draft<Settling> =>
  useDraft<Settling>(FORM + printerId, NOTHING);

/** What the question is opened with: no job is ticked. */
export const openedFor = (group: JobGroup): Settling => ({
  ...NOTHING,
  seen: group.map(({ id, title, attempts }) => ({ id, title, attempts })),
});

/** The ids of the printers for whose jobs the question is open in this window. */
export function useAskedPrinters(): readonly string[] {
  const entries = useDrafts((drafts) => drafts.entries);
  return [...entries.keys()].filter((form) => form.startsWith(FORM)).map((form) => form.slice(FORM.length));
}

export interface SeenNow {
  readonly seen: SeenJob;
  /** Null: it is not in the queue any more. */
  readonly job: PrintJobView | null;
  /** It is still as it was when the question was opened. */
  readonly isOpen: boolean;
}

/** The jobs of the question as they are now. */
export function seenNow(seen: readonly SeenJob[], jobs: readonly PrintJobView[]): SeenNow[] {
  return seen.map((one) => {
    const job = jobs.find(({ id }) => id === one.id) ?? null;
    const isOpen = job !== null && wantsDecision(job).toLookAt && job.attempts === one.attempts;
    return { seen: one, job, isOpen };
  });
}

/** What the answer does, as a button says it. `others` of them did not come out. */
export function settleWords(came: number, others: number, way: Settling['others']): string {
  if (came + others === 0) return 'Nothing to settle';
  if (others === 0) return came === 1 ? 'It came out whole' : `All ${came} came out whole`;
  const rest = way === 'again' ? `print ${others} again` : `give ${others} up`;
  return came === 0 ? `None came out: ${rest}` : `${came} came out, ${rest}`;
}
