// Leaves a copy that has what its desk lacks as it is for a while, so that somebody can make a desk of it.
import type { CopyAgreed } from '../ports/copy.ts';
import type { Clock } from '../ports/machine.ts';
import { aheadWords } from '../store/copy/copy-words.ts';

/** A desk that went on from an older backup, or was made from an older disk, would else overwrite what may be nowhere else any more. */
const AHEAD_KEPT_MS = 2 * 3_600_000;

export interface AheadCopy {
  /** For as long as the copy is left as it is, also while its database does not answer: why, in words. */
  why(): string | null;
  /** The copy was found to be further; `by`: who worked with the same data until now. The time runs from the first of these. */
  found(at: CopyAgreed, by: string | null): void;
  /** It is not further any more, or who works with it is to be seen first. */
  forget(): void;
}

/** `keptMs`: two hours where it is not given. */
export function createAheadCopy({
  clock,
  timeZone,
  keptMs = AHEAD_KEPT_MS,
}: {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly keptMs?: number | undefined;
}): AheadCopy {
  /** Until when by the clock that only grows. */
  let ahead: { readonly why: string; readonly keptUntil: number } | null = null;
  return {
    why: () => (ahead !== null && clock.monotonicMs() < ahead.keptUntil ? ahead.why : null),
    found(at, by) {
      const words = { copiedUntilMs: at.copiedUntilMs ?? null, keptUntilMs: clock.nowMs() + keptMs, by };
      ahead ??= { why: aheadWords(words, timeZone), keptUntil: clock.monotonicMs() + keptMs };
    },
    forget() {
      ahead = null;
    },
  };
}
