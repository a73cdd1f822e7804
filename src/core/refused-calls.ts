// Writes down that somebody called what their role may not do: no screen offers it, so it was called past the screens, or in the moment
// in which their role was changed, when the window still offered it.
import { operations } from '../contract/index.ts';
import type { OperationName } from '../contract/index.ts';
import { refusedTo } from '../domain/permissions.ts';
import type { Role } from '../domain/staff.ts';
import { recordActivity } from './activity.ts';
import type { DeskAt } from './desks.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EventLog } from './events.ts';
import { isDiskFailure } from './store/db/connect.ts';
import type { StaffMember } from './store/desk/staff.ts';

const WRITTEN_MS = 60 * 60_000;
/** More than a site's people can be refused; nobody can fill the memory of the desk by it. */
const MOST_KEPT = 5_000;

interface RefusedCall {
  readonly operation: OperationName;
  readonly desk: DeskAt | null;
  /** See `SignIns.roleAtSignIn`. */
  readonly roleAtSignIn: Role | null;
}

const may = (role: Role, operation: OperationName): boolean => refusedTo(role)[operation] === undefined;

/** Returns what notes a refusal, once an hour for each person, operation and desk. A question only shows what it is about, and is not noted. */
export function createRefusedCalls(
  parts: Pick<EngineParts, 'clock' | 'store' | 'sync'>,
  events: Pick<EventLog, 'publish'>,
): (who: StaffMember, refused: RefusedCall) => void {
  const writtenAtMs = new Map<string, number>();
  return ({ initials, role }, { operation, desk, roleAtSignIn }) => {
    if (operations[operation].kind !== 'command' || parts.store.isLost()) return;
    const key = `${initials} ${operation} ${desk?.id ?? ''}`;
    const nowMs = parts.clock.monotonicMs();
    const before = writtenAtMs.get(key);
    if (before !== undefined ? nowMs - before < WRITTEN_MS : writtenAtMs.size >= MOST_KEPT) return;
    const by = { actor: initials, atMs: parts.sync.serverNowMs(), desk: desk?.name ?? null };
    try {
      const mightBefore = roleAtSignIn !== null && roleAtSignIn !== role && may(roleAtSignIn, operation);
      const roleBefore = mightBefore ? roleAtSignIn : null;
      const about = { visitId: null, operation, role, roleBefore };
      events.publish(new Set(recordActivity(parts.store.db, by, 'operation-refused', about)));
      writtenAtMs.set(key, nowMs);
    } catch (thrown) {
      // It is refused all the same.
      if (!isDiskFailure(thrown)) throw thrown;
      parts.sync.diskFailed(thrown);
    }
  };
}
