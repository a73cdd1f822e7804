// How long the desk keeps quiet when the service answers that it was asked too much. Some services do not tell, or tell a second each time,
// and count what they refuse as well: whoever asks again and again is refused for ever, and neither reads nor sends anything any more.
import type { Clock } from '../ports/machine.ts';

/** Where the service does not tell. */
const DEFAULT_PAUSE_MS = 5_000;
/**
 * A limit that counts in whole seconds asks for a pause of 0 (`Retry-After: 0`, or a date that has just passed) in the second in which
 * it still refuses. All that waits would be sent again at once, as often as the line allows, until that second is over.
 */
const SHORTEST_PAUSE_MS = 1_000;
/** No pause grows beyond this. Most limits count by the minute, and twice in it is seldom enough. */
const LONGEST_GROWN_MS = 30_000;
/** About as many requests as are on their way at once: where fewer were answered after a pause, most of them were refused. */
const FEW = 4;
/** A pause that begins so soon after another one is one of a row of them. */
const IN_A_ROW_MS = 10_000;
/** A service that has refused nothing for so long after a pause is asked as if it had never. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

export interface AskedPauses {
  /** The service has refused a request after the last pause was over. Returns how long to keep quiet, given for how long it asks. */
  next(askedForMs: number | null): number;
  /** A request was answered as it should be. */
  answered(): void;
  /** A person had the service asked, and it answers again: the pause is over now, and no further one is expected. */
  endedByPerson(): void;
  /**
   * Milliseconds until no further pause is to be expected: those of a row begin every second or two, and what is said of the service would
   * change with each beginning and end. 0 from the end of a single one on.
   */
  restOfRowMs(): number;
}

export function createAskedPauses(clock: Pick<Clock, 'monotonicMs'>): AskedPauses {
  /** How often the pause has doubled. */
  let doubled = 0;
  /** How many requests were answered since the last pause began, and after the one before it that was half as long. */
  let answered = Infinity;
  let answeredBefore = 0;
  let overAtMs = -Infinity;
  let isOneOfRow = false;
  /** Twice the pause brought no more answers: the service counts by the second, and longer ones would only hold up what waits. */
  let isOfSeconds = false;

  function adjust(): void {
    if (clock.monotonicMs() - overAtMs > FORGOTTEN_AFTER_MS) {
      doubled = 0;
      isOfSeconds = false;
    } else if (answered === 0) doubled += 1;
    else if (answered < FEW && !isOfSeconds) {
      isOfSeconds = doubled > 0 && answered <= answeredBefore;
      doubled = isOfSeconds ? 0 : doubled + 1;
    }
    answeredBefore = answered;
    answered = 0;
  }

  return {
    next(askedForMs) {
      adjust();
      isOneOfRow = clock.monotonicMs() - overAtMs < IN_A_ROW_MS;
      const leastMs = Math.max(SHORTEST_PAUSE_MS, askedForMs ?? DEFAULT_PAUSE_MS);
      const pauseMs = Math.max(leastMs, Math.min(LONGEST_GROWN_MS, leastMs * 2 ** Math.min(doubled, 10)));
      overAtMs = clock.monotonicMs() + pauseMs;
      return pauseMs;
    },
    answered() {
      answered += 1;
    },
    endedByPerson() {
      overAtMs = Math.min(overAtMs, clock.monotonicMs());
      isOneOfRow = false;
    },
    restOfRowMs: () => (isOneOfRow ? Math.max(0, overAtMs + IN_A_ROW_MS - clock.monotonicMs()) : 0),
  };
}
