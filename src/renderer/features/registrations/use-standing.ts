// How a registration stands for a dialog that asks something of the service about it: as the person has seen it, or changed meanwhile,
// or so that it cannot be asked for any more.
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import { mayBeOwnDoing, useSeen, type Seen, type Sending } from '../../host/use-seen.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { OBSTACLES, changedSince, standsTheSame } from './asked-words.ts';

export interface Standing {
  readonly seen: Seen<RegistrationRequests>;
  /** What changed since the person has seen it, each in a sentence. */
  readonly changes: readonly string[];
  /** Why it cannot be asked for any more, and what happened; null while it can. */
  readonly overtakenBy: string | null;
}

/** What is done once: asked for at another window meanwhile, it is not asked for by a dialog that was open before. */
const ONCE = {
  update: null,
  retest: 'registration.retest',
  email: 'registration.sendCompleteEmail',
} as const;

/** `what` is asked for by the dialog, with `command`. */
export function useStanding(
  requests: RegistrationRequests,
  what: keyof RegistrationRequests['obstacles'],
  command: Sending,
): Standing {
  const timeZone = useTimeZone();
  const seen = useSeen(requests, { isSame: standsTheSame, command });
  const obstacle = requests.obstacles[what];
  const wasAsked = requests.changes.some(
    ({ kind, sequence }) => kind === ONCE[what] && sequence > seen.value.version,
  );
  const isOvertaken = useOvertaken(obstacle === null && !wasAsked, mayBeOwnDoing(command));
  const changes = changedSince(seen.value, requests, timeZone);
  const why = obstacle === null ? [] : [OBSTACLES[obstacle]];
  return { seen, changes, overtakenBy: isOvertaken ? [...changes, ...why].join(' ') : null };
}
