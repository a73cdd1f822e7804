// Whether a copy is one of this very desk: numbers alone do not tell, because a desk that went on from an older backup gives the numbers
// after that to other changes.
import type { CopyRefusal } from '../ports/copy.ts';
import type { CopyState } from '../store/copy/copy-state.ts';
import { lastNumber, readRecorded } from '../store/copy/recording.ts';
import type { Db } from '../store/open.ts';
import type { Sealer } from './seal.ts';

interface OwnCopy {
  readonly db: Db;
  readonly own: CopyState;
  readonly sealer: Sealer;
}

/** How far a copy is, with the fingerprint of all changes until then. */
interface CopyPoint {
  readonly number: number;
  readonly chain: string;
}

/** Whether the copy ends with what this database holds, be it as waiting: the answer to the last batch was lost then. */
export function isOfOneMind(at: CopyPoint, { db, own, sealer }: OwnCopy): boolean {
  if (own.sent?.number === at.number && own.sent.chain === at.chain) return true;
  const between =
    at.number > own.number ? readRecorded(db, { wanted: at.number - own.number, until: at.number }) : [];
  const chain = between.reduce((before, change) => sealer.chainAfter(before, change), own.chain);
  const last = between.at(-1)?.number ?? own.number;
  return last === at.number && chain === at.chain;
}

/**
 * The last change of this desk in the copy that another machine was made from. Where that goes on otherwise than this desk does, as after
 * an older backup whose database was out of reach until now, it is the last that both have.
 */
export function lastInCopy({ copiedNumber, copiedChain = null }: CopyRefusal, desk: OwnCopy): number {
  const { db, own } = desk;
  const isOwn =
    copiedChain === null
      ? copiedNumber <= lastNumber(db)
      : isOfOneMind({ number: copiedNumber, chain: copiedChain }, desk);
  return isOwn && own.parted !== true ? copiedNumber : Math.min(copiedNumber, own.number);
}
