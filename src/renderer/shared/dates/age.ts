// What the age of data from the service means: is it a warning or an alarm? Pure functions.
import { waitingWords } from '../../../domain/span-words.ts';

export type Age =
  /** Dated after the present: the service's clock was set back since, and how old it is cannot be told. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'known';
      readonly tone: 'fresh' | 'old' | 'very-old';
      /** How old, where that is worth saying. */
      readonly words: string | null;
    };

/** Without a connection the shown data becomes more wrong every minute: a warning at 5 minutes, an alarm at 15. */
const OLD_MINUTES = 5;
const VERY_OLD_MINUTES = 15;
/**
 * While the service answers, new records are read all the time and everything every 45 minutes. Only when that has
 * failed for long is the age an alarm.
 */
const OLD_THOUGH_ONLINE_MINUTES = 60;
/** Two clocks that agree may still differ by moments. */
const CLOCK_TOLERANCE_MINUTES = 2;

/** `minutes` since it was read, by the service's clock; `online`: the service answers. */
export function ageOf(minutes: number, online: boolean): Age {
  if (minutes < -CLOCK_TOLERANCE_MINUTES) return { kind: 'unknown' };
  const words = minutes >= OLD_MINUTES ? waitingWords(minutes * 60_000) : null;
  if (online) return { kind: 'known', tone: minutes >= OLD_THOUGH_ONLINE_MINUTES ? 'old' : 'fresh', words };
  if (minutes >= VERY_OLD_MINUTES) return { kind: 'known', tone: 'very-old', words };
  return { kind: 'known', tone: minutes >= OLD_MINUTES ? 'old' : 'fresh', words };
}
