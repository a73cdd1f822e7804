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
  begin(isReadingWaiting: boolean, answeredAtMs: number): void;
  /** Milliseconds until this side may ask; 0: it may now. */
  restMs(side: Side): number;
  close(): void;
}

export interface TurnsOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** A turn is over, and no other one has begun: both may ask. */
  readonly onOver: () => void;
}

export function createTurns({ clock, onOver }: TurnsOptions): Turns {
  let last: Side = 'reading';
  let beganAtMs = -Infinity;
  let turn: { readonly side: Side; readonly untilMs: number } | null = null;
  let cancelOver: () => void = () => {};
  return {
    begin(isReadingWaiting, answeredAtMs) {
      const next = answeredAtMs >= beganAtMs ? (last === 'changes' ? 'reading' : 'changes') : last;
      last = isReadingWaiting ? next : 'changes';
      beganAtMs = clock.monotonicMs();
      turn = { side: last, untilMs: beganAtMs + TURN_MS };
      cancelOver();
      cancelOver = clock.after(TURN_MS, () => {
        turn = null;
        onOver();
      });
    },
    // A timer may fire a moment too early. If the time alone told, whoever asks as it fires would still be held up, and not be told again.
    restMs: (side) =>
      turn === null || turn.side === side ? 0 : Math.max(1, turn.untilMs - clock.monotonicMs()),
    close: () => cancelOver(),
  };
}
