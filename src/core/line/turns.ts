// Who asks once a pause of the service is over. A service that answers two requests a second is used up by whoever is first: with hundreds of
// changes waiting the board was not read for as long as they took. So changes and readings take turns.
import type { Clock } from '../ports/machine.ts';

export type Side = 'changes' | 'reading';

/**
 * By then what the service answers again has been asked for, also where one reading ends meanwhile and the next begins a second later. A turn
 * ends with the next pause, which begins sooner wherever little is answered.
 */
const TURN_MS = 3_000;

export interface Turns {
  /**
   * A pause is over: whoever did not have the last turn has this one, where a reading waits; otherwise the changes. A turn in which nothing
   * was answered is had again: of two in each minute of a service that counts by the minute, one would always come when all is used up.
   * `answeredAtMs`: when the service last answered anything as it should (monotonic clock).
   */
  begin(isReadingWaiting: boolean, answeredAtMs: number): Side;
  /** Milliseconds until this side may ask; 0: it may now. */
  restMs(side: Side): number;
}

export function createTurns(clock: Pick<Clock, 'monotonicMs'>): Turns {
  let turn: Side = 'reading';
  let beganAtMs = -Infinity;
  let untilMs = -Infinity;
  return {
    begin(isReadingWaiting, answeredAtMs) {
      const next = answeredAtMs >= beganAtMs ? (turn === 'changes' ? 'reading' : 'changes') : turn;
      turn = isReadingWaiting ? next : 'changes';
      beganAtMs = clock.monotonicMs();
      untilMs = beganAtMs + TURN_MS;
      return turn;
    },
    restMs: (side) => (side === turn ? 0 : Math.max(0, untilMs - clock.monotonicMs())),
  };
}
