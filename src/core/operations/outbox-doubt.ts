// Whether the service may have carried out a change that it never confirmed: what is said of one that was given up.
import { isOnceOnly } from '../../domain/change.ts';
import { judgeWrite } from '../outbox/judge.ts';
import type { Judgement } from '../outbox/judge.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';

/** The service said no to the request itself. A "forbidden" can be the answer to a look as well. */
const REFUSALS: readonly Judgement[] = ['not-found', 'conflict', 'rejected'];

/** False where it never left this desk, where every try was refused, and of course where it is confirmed. */
export function mayHaveBeenDone(
  row: Pick<OutboxRow, 'kind' | 'state' | 'attempts' | 'lastError' | 'resolution'>,
): boolean {
  const { kind, state, attempts, lastError, resolution } = row;
  if (state === 'confirmed' || attempts === 0) return false;
  if (state === 'sending' || state === 'unknown' || resolution.restored === true) return true;
  // The service took it: that it came back otherwise, or is not found, is no refusal.
  if (resolution.notAsAsked === true) return true;
  // Of these it is kept whether a person was asked about a doubt, and nothing else leaves one.
  if (isOnceOnly(kind))
    return state === 'needs-human' || resolution.doubted === true || (resolution.repeats ?? 0) > 0;
  const isRefused = lastError !== null && REFUSALS.includes(judgeWrite(lastError));
  // The last try was refused; what came of the one before it is not kept.
  return !isRefused || attempts > 1;
}
