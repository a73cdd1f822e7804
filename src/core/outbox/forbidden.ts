// Tells a change that this desk may not make from a key that may do nothing any more. A person can decide about the first; the second
// is nobody's decision, and every change that waits would come to them.
import type { AppError } from '../../domain/app-error.ts';
import { testRequest } from '../line/test-request.ts';
import { outcomeOf } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { inDoubt } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const isForbidden = (verdict: Verdict): verdict is Extract<Verdict, { readonly to: 'refused' }> =>
  (verdict.to === 'needs-human' || verdict.to === 'refused') && verdict.error.kind === 'forbidden';

/**
 * The verdict itself, except that a person is asked about a "forbidden" only when the service answers a request that everybody may make.
 * Where all of those are forbidden too, the change waits as for a sign-in, and the connection holds all sending until the key has rights again.
 * A change that is in doubt, or became so by the look that was forbidden, stays in doubt.
 */
export async function weighForbidden(attempt: Attempt, verdict: Verdict): Promise<Verdict> {
  if (!isForbidden(verdict)) return verdict;
  const test = await outcomeOf(testRequest(attempt.gateway));
  if (test.ok) return verdict;
  const isOfKey = isAboutKey(test.error);
  const { row } = attempt;
  const { error, byLook } = verdict;
  if (row.state !== 'sending' || byLook === true) {
    if (!isOfKey) return inDoubt(error);
    const doubt = row.state === 'sending' ? error : row.lastError;
    return { to: 'unknown', error: doubt, delayMs: 0, counted: false };
  }
  // What could not be found out is tried again after a growing pause, as nothing holds the sending.
  return isOfKey
    ? { to: 'pending', error, delayMs: 0, counted: false }
    : { to: 'pending', error, delayMs: null, counted: true };
}

const isAboutKey = ({ kind }: AppError): boolean => kind === 'forbidden' || kind === 'unauthorised';
