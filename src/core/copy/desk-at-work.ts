// Whether the desk that a take-over would replace is at work. It gives the database a sign of life every ten seconds, so one that is heard of
// again while it is watched works. How old its last sign is does not tell: one that was stopped a moment ago was heard of a moment ago.
import type { CopySite } from '../ports/copy.ts';
import type { Clock } from '../ports/machine.ts';

/** Whoever was silent for longer is off, or does not reach the database, of which nobody can know here. */
const HEARD_LATELY_MS = 60_000;
/** Longer than from one sign of life to the next. */
const WATCHED_MS = 15_000;
const LOOK_EVERY_MS = 1_000;

/** A desk that would be replaced while people work there. */
export interface DeskAtWork {
  readonly by: string;
  readonly heardAgoMs: number;
}

/** By the database's clock, where it says that. */
const silentForMs = ({ nowMs, lastSignMs }: CopySite, clock: Clock): number =>
  lastSignMs === null ? Infinity : (nowMs ?? clock.nowMs()) - lastSignMs;

/** The desk of a site as it is `now`, where it was heard of since `before`; null: it was not. */
export function heardSince(before: CopySite, now: CopySite, clock: Clock): DeskAtWork | null {
  if (now.lastSignMs === null || now.lastSignMs === before.lastSignMs) return null;
  return { by: now.holderName, heardAgoMs: Math.max(0, silentForMs(now, clock)) };
}

/**
 * Watches the desk of a site that was just looked at, for as long as it takes.
 *
 * @param onWatch called before that takes a while
 */
export async function watchDesk(
  found: CopySite,
  {
    look,
    clock,
    onWatch,
  }: {
    readonly look: () => Promise<CopySite>;
    readonly clock: Clock;
    readonly onWatch: (desk: DeskAtWork) => void;
  },
): Promise<DeskAtWork | null> {
  const heardAgoMs = silentForMs(found, clock);
  if (found.isReplaced === true || heardAgoMs > HEARD_LATELY_MS) return null;
  onWatch({ by: found.holderName, heardAgoMs: Math.max(0, heardAgoMs) });
  const until = clock.monotonicMs() + WATCHED_MS;
  while (clock.monotonicMs() < until) {
    await new Promise<void>((done) => void clock.after(LOOK_EVERY_MS, done));
    const desk = heardSince(found, await look(), clock);
    if (desk) return desk;
  }
  return null;
}
