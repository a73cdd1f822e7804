// What the outbox says of its changes as a whole.
import type { Session } from '../../host/use-session.ts';

type Notices = readonly Pick<Session['notices'][number], 'kind'>[];

/** Notices after which saved work, also changes that were not sent, may be missing. */
const WORK_MAY_BE_MISSING: ReadonlySet<Session['notices'][number]['kind']> = new Set([
  'store-set-aside',
  'store-missing',
  'store-behind',
  'store-copied',
]);

/**
 * What an empty outbox means, and no more: much of what a desk keeps is never meant for the service, and what was lost with
 * a damaged file may have waited (`notices`: those of this run of the desk).
 */
export function reachedWords(
  { unsent, givenUp }: { unsent: number; givenUp: number },
  notices: Notices = [],
): string {
  if (unsent > 0) return 'Nothing to show here; what waits is under “Not done yet”.';
  const kept = 'Arrivals, identity checks, labels and collections are kept at this desk.';
  if (notices.some(({ kind }) => WORK_MAY_BE_MISSING.has(kind)))
    return `Nothing that is known here waits. The desk’s data were damaged, missing or put back from a copy when it started, so changes that had not been sent may be missing here. ${kept}`;
  if (givenUp === 0) return `Every change meant for the service has reached it. ${kept}`;
  // Whether one of them was carried out all the same is said of each, under "Everything".
  const changes = givenUp === 1 ? '1 change was' : `${givenUp} changes were`;
  return `${changes} given up here. Every other change meant for the service has reached it. ${kept}`;
}
