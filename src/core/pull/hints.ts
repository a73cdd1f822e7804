// Takes the service's events as hints at what to ask for, and sees to it that neither a flood nor a replay of them makes the desk
// ask more than a little more.
import { toAppError } from '../../domain/app-error.ts';
import type { Clock, Log } from '../ports/machine.ts';
import { readHint } from './hint.ts';
import { createHintReliance } from './hint-reliance.ts';
import type { HintReliance } from './hint-reliance.ts';
import { createRequestLimit } from './request-limit.ts';

/** What asking has brought; `unknown`: the service knows no such registration. */
export type Asked = 'news' | 'nothing-new' | 'unknown';

export interface HintsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds since the epoch, for what is shown. */
  readonly nowMs: () => number;
  /** False while the connection is down and until the first board was read: hints wait then. */
  readonly mayAsk: () => boolean;
  /** The registration that has the appointment with this id; otherwise the id itself. */
  readonly registrationOf: (id: string) => string;
  /** Asks for this registration and its appointment. Rejects when the service cannot be asked. */
  readonly ask: (registrationId: string) => Promise<Asked>;
  /** All that was hinted at has been asked for. */
  readonly onAsked: () => void;
  /** What stopped the asking; the disk may be the reason. */
  readonly onFailure: (thrown: unknown) => void;
}

/** What came in since the start, for whoever looks for a fault. */
export interface HintsHeard {
  readonly heard: number;
  /** Authentic deliveries that were no events. */
  readonly notUnderstood: number;
  /** Name and time (milliseconds since the epoch) of the last event; null when none came. */
  readonly last: { readonly event: string; readonly atMs: number } | null;
  /** The desk asks less often by itself, because events come reliably. */
  readonly asksLess: boolean;
}

export interface Hints extends Pick<HintReliance, 'foundWithout' | 'isReliable'> {
  /** Takes the body of an authentic delivery. Returns at once and never throws. */
  take(body: Uint8Array): void;
  heard(): HintsHeard;
  /** Begins nothing new; resolves when nothing is under way any more. */
  close(): Promise<void>;
}

/** What belongs together comes together. */
const GATHER_MS = 300;
/** While nothing may be asked, hints wait for so long until it is looked at again. */
const AGAIN_MS = 5_000;
/** From the end of one round of questions to the next. */
const PAUSE_MS = 2_000;
/** More than these wait for nobody: a reading finds them. */
const MOST_WAITING = 100;
/** Each id costs up to three requests, which count as the desk's own as well. */
const IDS_PER_MINUTE = 30;
const MOST_UNKNOWN = 1_000;
const UNKNOWN_FOR_MS = 60 * 60_000;

export function createHints(options: HintsOptions): Hints {
  const { clock, log } = options;
  const reliance = createHintReliance(clock);
  const limit = createRequestLimit(clock, IDS_PER_MINUTE);
  const waiting = new Set<string>();
  const unknownSince = new Map<string, number>();
  let heard = 0;
  let notUnderstood = 0;
  let last: HintsHeard['last'] = null;
  let asking: Promise<void> | null = null;
  let closed = false;
  let cancelNext: (() => void) | null = null;

  function askAfter(delayMs: number): void {
    if (closed || cancelNext || asking || waiting.size === 0) return;
    cancelNext = clock.after(delayMs, () => {
      cancelNext = null;
      if (!options.mayAsk()) return askAfter(AGAIN_MS);
      asking = askAll().then((delayToNextMs) => {
        asking = null;
        askAfter(delayToNextMs);
      });
    });
  }

  /** Never rejects. Returns how long to wait before the rest, or what comes meanwhile, is asked for; milliseconds. */
  async function askAll(): Promise<number> {
    let delayMs = PAUSE_MS;
    try {
      for (const id of [...waiting]) {
        const waitMs = limit.take();
        if (waitMs > 0) delayMs = Math.max(PAUSE_MS, waitMs);
        if (closed || waitMs > 0) break;
        waiting.delete(id);
        const registrationId = options.registrationOf(id);
        reliance.heardOf(registrationId);
        const brought = await options.ask(registrationId);
        if (brought === 'news') reliance.broughtNews();
        if (brought === 'unknown') rememberUnknown(id);
      }
      if (!closed) options.onAsked();
    } catch (thrown) {
      if (closed) return PAUSE_MS;
      reliance.couldNotAsk();
      options.onFailure(thrown);
      log.debug('what an event hinted at could not be asked for; a reading finds it', {
        error: toAppError(thrown).kind,
      });
    }
    return delayMs;
  }

  function rememberUnknown(id: string): void {
    unknownSince.set(id, clock.monotonicMs());
    for (const oldest of unknownSince.keys()) {
      if (unknownSince.size <= MOST_UNKNOWN) break;
      unknownSince.delete(oldest);
    }
  }

  const isKnownAsUnknown = (id: string): boolean =>
    clock.monotonicMs() - (unknownSince.get(id) ?? -Infinity) < UNKNOWN_FOR_MS;

  return {
    take(body) {
      const hint = readHint(body);
      if (!hint) {
        notUnderstood += 1;
        return;
      }
      heard += 1;
      last = { event: hint.event, atMs: options.nowMs() };
      for (const id of hint.ids) {
        if (waiting.size < MOST_WAITING && !isKnownAsUnknown(id)) waiting.add(id);
      }
      askAfter(GATHER_MS);
    },
    heard: () => ({ heard, notUnderstood, last, asksLess: reliance.isReliable() }),
    foundWithout: (ids) => reliance.foundWithout(ids),
    isReliable: () => reliance.isReliable(),
    async close() {
      closed = true;
      cancelNext?.();
      await asking;
    },
  };
}
