// Whether the desk may rely on the service's events, and so ask less often by itself. It may only while events are seen to
// bring what has changed before the desk has found it.
import type { Clock } from '../ports/machine.ts';

export interface HintReliance {
  /** A hint was heard about this registration (the service's id). */
  heardOf(registrationId: string): void;
  /** Asking because of a hint has brought something that was not known. A replayed event brings nothing. */
  broughtNews(): void;
  /** A record that a hint named could not be asked for: what it would have told comes with a reading now. */
  couldNotAsk(): void;
  /** A reading of the desk's own has found that these registrations have become what events tell of. */
  foundWithout(registrationIds: readonly string[]): void;
  /** True while events come reliably. */
  isReliable(): boolean;
}

/** So many events must have brought news, one after the other and none missing. */
const ENOUGH = 3;
/** When nothing came for so long, nobody knows whether events still come. */
const HEARD_WITHIN_MS = 60 * 60_000;
/** A reading may be quicker than the event: the event may come before it or after it by so much. */
const GRACE_MS = 60_000;
const MOST_REMEMBERED = 1_000;

export function createHintReliance(clock: Pick<Clock, 'monotonicMs'>): HintReliance {
  const heardAt = new Map<string, number>();
  const foundAt = new Map<string, number>();
  let good = 0;
  let lastGoodAt = -Infinity;

  /** The oldest first out, so that no flood takes memory. */
  function remember(times: Map<string, number>, id: string): void {
    times.delete(id);
    times.set(id, clock.monotonicMs());
    for (const oldest of times.keys()) {
      if (times.size <= MOST_REMEMBERED) break;
      times.delete(oldest);
    }
  }

  const isRecent = (atMs: number | undefined): boolean =>
    atMs !== undefined && clock.monotonicMs() - atMs <= GRACE_MS;

  function startAnew(): void {
    good = 0;
    foundAt.clear();
  }

  return {
    heardOf(id) {
      remember(heardAt, id);
      if (isRecent(foundAt.get(id))) foundAt.delete(id);
    },
    broughtNews() {
      good += 1;
      lastGoodAt = clock.monotonicMs();
    },
    couldNotAsk: startAnew,
    foundWithout(ids) {
      if (ids.length > MOST_REMEMBERED) return startAnew();
      for (const id of ids) if (!isRecent(heardAt.get(id))) remember(foundAt, id);
    },
    isReliable() {
      if ([...foundAt.values()].some((atMs) => !isRecent(atMs))) startAnew();
      return good >= ENOUGH && clock.monotonicMs() - lastGoodAt <= HEARD_WITHIN_MS;
    },
  };
}
