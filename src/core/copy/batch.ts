// Makes a batch of changes for the copy, and the state of the copy once that is taken.
import type { CopyBatch } from '../ports/copy.ts';
import type { CopyState } from '../store/copy/copy-state.ts';
import { ALL_ANEW, countUncopied, isAnythingRecorded } from '../store/copy/recording.ts';
import type { RecordedChange } from '../store/copy/recording.ts';
import { lastCommit } from '../store/db/commit-count.ts';
import { latestVersion } from '../store/db/inspect.ts';
import type { Db } from '../store/open.ts';
import type { Sealer } from './seal.ts';

/** Who sends it: how far its copy is, its start, and its counts for the fleet page. */
interface BatchOf {
  readonly db: Db;
  readonly own: CopyState;
  readonly sealer: Sealer;
  readonly start: string;
  readonly status: Readonly<Record<string, unknown>>;
}

/** A batch of these changes, which are the next ones; of none, it is a sign of life. */
export function batchOf(
  changes: readonly RecordedChange[],
  { db, own, sealer, start, status }: BatchOf,
): { readonly batch: CopyBatch; readonly next: CopyState } {
  const chain = changes.reduce((before, change) => sealer.chainAfter(before, change), own.chain);
  const number = changes.at(-1)?.number ?? own.number;
  const anew = changes.find(({ table }) => table === ALL_ANEW);
  // Of each row the copy gets its last state in this batch only.
  const latest = new Map(
    changes
      .filter(({ table }) => table !== ALL_ANEW)
      .map((change) => [`${change.table}\n${change.key}`, change]),
  );
  const copiedUntilMs = isAnythingRecorded(db, number)
    ? own.copiedUntilMs
    : (lastCommit(db).atMs ?? own.copiedUntilMs);
  const batch: CopyBatch = {
    afterNumber: own.number,
    afterChain: own.chain,
    number,
    chain,
    start,
    allAnew: anew
      ? { from: anew.number, until: (JSON.parse(anew.row ?? '{}') as { until: number }).until }
      : null,
    storeVersion: latestVersion(),
    copiedUntilMs,
    rows: [...latest.values()].map((change) => sealer.seal(change)),
    // As the desk itself counts them once it was replaced: rows say nothing to people.
    status: { ...status, notCopied: countUncopied(db, number) },
  };
  return { batch, next: { ...own, number, chain, copiedUntilMs } };
}
