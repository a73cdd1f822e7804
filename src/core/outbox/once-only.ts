// What the kinds of change share that the desk never repeats by itself. The service does not recognise such a request
// when it comes again, so a second one would be a second retest or a second e-mail.
import { timeout } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Evidence } from '../../domain/evidence.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Attempt } from './attempt.ts';
import { commonVerdict, outcomeOf } from './attempt.ts';
import { forHuman, tooEarly } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** While a late request may still be carried out, the row is looked at this often. */
const LOOK_MS = 10_000;

/**
 * The verdict on a failed request of such a kind. A clear refusal, also a "forbidden", means that it was not carried out;
 * everything that is not clear puts the row in doubt, and {@link askWhetherDone} follows.
 */
export function onceOnlyFailed(attempt: Attempt, error: AppError): Verdict {
  if (attempt.judge(error) === 'forbidden') return forHuman('refused', error);
  return commonVerdict(attempt, error) ?? forHuman(error.kind === 'rejected' ? 'refused' : 'conflict', error);
}

/**
 * How long a doubt still has to be waited out before it is worth looking: the service may carry out the request late.
 * Null when looking is worth it now. A person who asks to look again does not wait a second time.
 */
export function waitsForLateOne(attempt: Attempt): Verdict | null {
  const { row, lateWriteMs, doubtAgeMs } = attempt;
  if (row.resolution.doubted === true) return null;
  const restMs = lateWriteMs - doubtAgeMs;
  return restMs > 0 ? tooEarly(row, Math.min(restMs, LOOK_MS)) : null;
}

/** Leaves it to a person whether the change was carried out, with what could be found out. */
export function askWhetherDone({ row }: Attempt, evidence: Evidence | null): Verdict {
  return {
    to: 'needs-human',
    error: row.lastError ?? timeout('the desk stopped while this was being sent, so no answer was seen'),
    ...(evidence === null ? {} : { answer: evidence }),
    resolution: { ...row.resolution, doubted: true },
  };
}

/**
 * The newest registrations at the service: the first and the last page of the list, because it does not say at which end
 * they are.
 */
export async function readNewest(
  attempt: Attempt,
): Promise<{ readonly registrations: readonly Registration[] } | { readonly failed: AppError }> {
  const first = await outcomeOf(attempt.gateway.call('registrations.list', { query: { page: 1 } }));
  if (!first.ok) return { failed: first.error };
  const { nr_of_pages: pages, items } = first.value.value;
  if (pages < 2) return { registrations: items };
  const last = await outcomeOf(attempt.gateway.call('registrations.list', { query: { page: pages } }));
  if (!last.ok) return { failed: last.error };
  return { registrations: [...items, ...last.value.value.items] };
}
