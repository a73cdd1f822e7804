// What the kinds of change share that the desk never repeats by itself. The service does not recognise such a request
// when it comes again, so a second one would be a second retest or a second e-mail.
import { bug, timeout } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Evidence } from '../../domain/evidence.ts';
import type { Page } from '../../wire/pagination.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Attempt } from './attempt.ts';
import { commonVerdict, outcomeOf } from './attempt.ts';
import { forHuman, tooEarly } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const FROM_SERVICE = { origin: 'service', operation: 'registrations.list', field: 'nr_of_results' } as const;
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
 * The newest registrations at the service, the newest first: from the first page of the list and from its end, because it does not say at
 * which end they are. Its last page may have a few only, so the one before it is read with it.
 */
export async function readNewest(
  attempt: Attempt,
): Promise<{ readonly registrations: readonly Registration[] } | { readonly failed: AppError }> {
  const first = await readPage(attempt, 1);
  if ('failed' in first) return first;
  const read = [...first.registrations];
  for (let page = Math.max(2, first.pages - 1); page <= first.pages; page += 1) {
    const one = await readPage(attempt, page);
    if ('failed' in one) return one;
    read.push(...one.registrations);
  }
  return { registrations: newestFirst(read) };
}

async function readPage(
  { gateway }: Attempt,
  page: number,
): Promise<
  { readonly registrations: readonly Registration[]; readonly pages: number } | { readonly failed: AppError }
> {
  const read = await outcomeOf(gateway.call('registrations.list', { query: { page } }));
  if (!read.ok) return { failed: read.error };
  const { items, nr_of_pages: pages, isUncounted }: Page<Registration> = read.value.value;
  // Which pages are the last is not known, and a registration that is there would be made once more.
  if (isUncounted)
    return { failed: bug('registrations.list does not tell how many there are', FROM_SERVICE) };
  return { registrations: items, pages };
}

/** By the day on which each was made. Of those of one day the order of the list decides, from the end at which its newest are. */
function newestFirst(listed: readonly Registration[]): Registration[] {
  const isOldestFirst = (listed[0]?.created_at ?? '') < (listed.at(-1)?.created_at ?? '');
  return (isOldestFirst ? listed.toReversed() : listed).toSorted(
    (one, other) => Number(one.created_at < other.created_at) - Number(one.created_at > other.created_at),
  );
}
