// Reads the activity a part at a time, as far as it went when the file was asked for, so that the desk answers others meanwhile.
import type { ActivityFilterView } from '../../../contract/activity.ts';
import type { Answer, Input, Output } from '../../../contract/index.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { whoeverIsHere } from '../../host/actor.ts';

const ENTRIES_AT_ONCE = 500;

type Entry = Output<'activity.list'>['items'][number];

export interface Reading {
  readonly ask: (input: Input<'activity.list'>) => Promise<Answer<'activity.list'>>;
  readonly filter: ActivityFilterView;
  /** The number of the newest entry of the file. */
  readonly upTo: number;
  readonly signal: AbortSignal;
  readonly onPart: (items: readonly Entry[]) => void;
}

/**
 * Resolves with why it could not go on, with `cancelled` after the signal or once somebody else has signed in at this window, or with
 * null when all was read. What the other person may see is less, or theirs alone: joined to the rest it would look like all of it.
 */
export async function readActivity(reading: Reading): Promise<AppError | 'cancelled' | null> {
  const { ask, filter, upTo, signal, onPart } = reading;
  const isStillTheirs = whoeverIsHere();
  let before: { atMs: number; number: number } | undefined;
  for (;;) {
    const answer = await ask({ filter, upTo, limit: ENTRIES_AT_ONCE, ...(before ? { before } : {}) });
    if (signal.aborted || !isStillTheirs()) return 'cancelled';
    if (!answer.ok) return answer.error;
    const { items } = answer.value;
    onPart(items);
    const last = items.at(-1);
    if (!last || items.length < ENTRIES_AT_ONCE) return null;
    before = { atMs: last.atMs, number: last.number };
  }
}
