// Whether what was read at the service about a registration is still about the same person and time. Pure.
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';

type Told = Pick<RegistrationDetailView, 'person' | 'contested' | 'appointment' | 'unread'>;

/** What a registration was about when it was looked at last. */
export interface Matter {
  /** Another one for another person, appointment or time: what was read at the service before is put away. */
  readonly number: number;
  /** Whom and what it is about; null while nothing of the registration was read here. */
  readonly whose: string | null;
  /** Null while the appointment itself was not read. */
  readonly startsAtMs: number | null;
}

export const UNREAD_MATTER: Matter = { number: 0, whose: null, startsAtMs: null };

/**
 * What is read here for the first time changes nothing of what it is about: whoever has just asked the service for a part would have pressed in
 * vain. Returns `seen` itself where nothing has changed.
 */
export function matterOf(seen: Matter, { person, contested, appointment, unread }: Told): Matter {
  const whose = unread ? seen.whose : JSON.stringify([person?.id, contested, appointment?.id]);
  const isSame = seen.whose === null || whose === seen.whose;
  const readMs = appointment?.known?.startsAtMs ?? null;
  const startsAtMs = readMs ?? (isSame ? seen.startsAtMs : null);
  const isMoved = isSame && seen.startsAtMs !== null && startsAtMs !== seen.startsAtMs;
  if (whose === seen.whose && startsAtMs === seen.startsAtMs) return seen;
  return { number: seen.number + (!isSame || isMoved ? 1 : 0), whose, startsAtMs };
}
