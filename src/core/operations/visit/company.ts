// Who else has a visit open: two people at one visit know of each other before one of them is refused.
import type { Output } from '../../../contract/index.ts';
import { DEFAULT_ACTOR } from '../../../contract/operation.ts';
import { findStaff } from '../../store/desk/staff.ts';
import type { Context, ParsedInput } from '../handler.ts';

/** Notes that the window that asks has the visit open, or has left it, and says who else has it open. */
export function companyAt(
  context: Context,
  { visitId, windowId, as, leaving }: ParsedInput<'visits.company'>,
): Output<'visits.company'>['items'] {
  const { db, who, desk, presence, nowMs } = context;
  const initials = who?.initials ?? (findStaff(db, as)?.active === true ? as : DEFAULT_ACTOR);
  const own = desk?.id ?? null;
  if (leaving) {
    presence.left({ windowId, visitId, deskId: own });
    return [];
  }
  return presence
    .note({ windowId, visitId, deskId: own, desk: desk?.name ?? null, who: initials, nowMs })
    .map((other) => ({
      where:
        other.deskId === own
          ? { kind: 'here' as const }
          : other.desk === null
            ? { kind: 'site' as const }
            : { kind: 'desk' as const, name: other.desk },
      who: other.who,
      sinceMs: other.sinceMs,
    }));
}
