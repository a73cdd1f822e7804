// What a second person has approved with their PIN: for one relaxation, at the window at which somebody else has signed in,
// once, and for a short time. It lives in memory only, so that it ends with the desk.
import { createHash } from 'node:crypto';
import type { Relaxation } from '../domain/relaxation.ts';
import type { Clock, Random } from './ports/machine.ts';

/** Long enough to send the command again that was refused without it. */
const GOOD_FOR_MS = 2 * 60_000;

interface Approval {
  readonly relaxation: Relaxation;
  /** Initials of who asked, and of who approved. */
  readonly asker: string;
  readonly second: string;
  readonly untilMs: number;
}

export interface Approvals {
  /** Somebody has proven to be `second`. Returns what stands for it, which nobody can guess. */
  give(approval: Pick<Approval, 'relaxation' | 'asker' | 'second'>): string;
  /** Who has approved this for this person; null: nobody, or it is used up or over. */
  secondOf(token: string | undefined, wanted: Pick<Approval, 'relaxation' | 'asker'>): string | null;
  /** It was made use of. */
  use(token: string): void;
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

export function createApprovals({ clock, random }: { clock: Clock; random: Random }): Approvals {
  // By the hash: the memory of this process is no place for something that opens a door.
  const open = new Map<string, Approval>();
  return {
    give(approval) {
      const nowMs = clock.monotonicMs();
      for (const [digest, { untilMs }] of open) if (untilMs <= nowMs) open.delete(digest);
      const token = random.uuid();
      open.set(digestOf(token), { ...approval, untilMs: nowMs + GOOD_FOR_MS });
      return token;
    },
    secondOf(token, { relaxation, asker }) {
      const found = token === undefined ? undefined : open.get(digestOf(token));
      if (!found || found.untilMs <= clock.monotonicMs()) return null;
      return found.relaxation === relaxation && found.asker === asker ? found.second : null;
    },
    use: (token) => void open.delete(digestOf(token)),
  };
}
