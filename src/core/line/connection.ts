// The state of the connection to the service, worked out from the answers and failures of all requests.
import { isRateLimited } from '../../domain/app-error.ts';
import type { AppError, BusyError, ForbiddenError } from '../../domain/app-error.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import { probePauseMs } from './probe-pause.ts';
import { createQualityMeter } from './quality.ts';
import { createQuiet } from './quiet.ts';
import { TEST_ENDPOINTS } from './test-request.ts';
import type { ConnectionMeasure } from './quality.ts';

/** `sign-in-needed`: the service does not accept the key, or the key may do nothing there (the error is `forbidden`). */
export type ConnectionState = 'online' | 'connecting' | 'offline' | 'sign-in-needed' | 'trouble';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** The failure behind the state; null when there is none. */
  readonly error: AppError | null;
  /** Since when, in milliseconds since the epoch by this machine's clock; null until the state first changes. */
  readonly sinceMs: number | null;
  /** Until when nothing is sent because the service asked for a pause, by this machine's clock in milliseconds since the epoch; null without. */
  readonly pausedUntilMs: number | null;
  /** How good the connection is while it is up. */
  readonly measure: ConnectionMeasure;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /**
   * A small authenticated read, which tests the connection; it rejects unless it is answered as it should be. The gateway reports
   * its result to this connection.
   */
  readonly probe: () => Promise<unknown>;
  readonly onChange: () => void;
  /** Requests can be sent again. `wasDown` is false for the first answer after the start. */
  readonly onBack: (wasDown: boolean) => void;
  /** A pause that the service asked for is over. */
  readonly onPauseOver: () => void;
}

/** Which endpoint was asked, and how long its answer took in milliseconds. */
export interface Asked {
  readonly endpoint: string;
  readonly tookMs: number;
}

export interface Connection {
  status(): ConnectionStatus;
  /** False while the connection is down, the key is not accepted or may do nothing, or the service asked for a pause. */
  usable(): boolean;
  /** How long the pause that the service asked for still lasts, in milliseconds; 0 without one. */
  pauseRestMs(): number;
  /** A request was answered as it should be. */
  answered(asked?: Asked): void;
  /** A request failed. */
  failed(error: AppError, asked?: Asked): void;
  /** Tests the connection now, because something about it has changed. */
  lookNow(): void;
  /**
   * A person wants the service asked now: tests the connection. A good answer ends a pause that the service asked for before the test,
   * since it answers again by then; one request for each wish is no burden to it. It also ends what an earlier answer without sense said,
   * unless that was one about a list.
   */
  lookForPerson(): void;
  /** The network was switched: forgets what was measured before, and tests the connection now. */
  networkSwitched(): void;
  close(): void;
}

const SIGN_IN_PROBE_MS = 15_000;
/** One server error may be about one record only. From the second in a row on it counts as the service's trouble. */
const SERVER_ERRORS_TOLERATED = 1;
/**
 * After one lost answer the connection is tested at once. After a second one, without an answer between, it counts as
 * down.
 */
const LOST_ANSWERS_TOLERATED = 1;
/** How long an endpoint's wrong answer counts when that endpoint is not asked again. */
const NONSENSE_REMEMBERED_MS = 5 * 60_000;
/** These endpoints name no record, so a refusal of one is never about a single record. */
const LISTS: ReadonlySet<string> = new Set(['locations.list', 'products.list', 'registrations.list']);

const isOfTest = (endpoint: string): boolean => TEST_ENDPOINTS.some((one) => one === endpoint);

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, random, log } = options;
  const meter = createQualityMeter(clock);
  const quiet = createQuiet({
    clock,
    onOver() {
      if (closed) return;
      if (mayNothing) options.onChange();
      else options.onPauseOver();
    },
    onRowOver() {
      if (!closed && state === 'trouble' && isRateLimited(stateError)) answered();
    },
  });
  let state: ConnectionState = 'connecting';
  let stateError: AppError | null = null;
  let sinceMs: number | null = null;
  let quality = meter.read().quality;
  /** The endpoints whose last answer was not as it should be. */
  const nonsense = new Map<string, { readonly error: AppError; readonly atMs: number }>();
  let serverErrors = 0;
  let lostAnswers = 0;
  let downSinceMonotonicMs = 0;
  let probes = 0;
  let probing = false;
  let probeAgain = false;
  let closed = false;
  let personWaits = false;
  /** The lists that were forbidden since one was answered as it should be. */
  const forbiddenLists = new Set<string>();
  /**
   * Where the key was not accepted since a request of the test was last answered. Where one is answered well, these refusals are about the
   * endpoints and not about the key, and are told as trouble: else each reading would say that somebody has to sign in, and each test that all
   * is well. One that the test itself asks for can be among them.
   */
  const notAccepted = new Map<string, AppError>();
  /** All of the test was refused, and nothing was answered well since: the key is accepted for nothing, which says nothing of an endpoint. */
  let isKeyRefused = false;
  /** Why the key may do nothing. It stays so over lost answers and pauses, until a list is answered; null while it may do something. */
  let mayNothing: ForbiddenError | null = null;
  let cancelTimer: () => void = () => {};

  function become(next: ConnectionState, error: AppError | null): void {
    const measured = meter.read().quality;
    const sameState = state === next && stateError?.kind === error?.kind;
    if (sameState && measured === quality) return;
    quality = measured;
    if (!sameState) {
      if (state !== next) {
        sinceMs = clock.nowMs();
        log.info('connection', { state: next, kind: error?.kind ?? null });
      }
      state = next;
      stateError = error;
    }
    options.onChange();
  }

  function down(next: 'offline' | 'sign-in-needed', error: AppError): void {
    if (state !== next) {
      downSinceMonotonicMs = clock.monotonicMs();
      probes = 0;
    }
    become(next, error);
    scheduleProbe();
  }

  /** A request got no answer. A test of the connection then shows whether only that request was lost. */
  function lost(error: AppError): void {
    lostAnswers += 1;
    meter.lost();
    if (!isUp() || lostAnswers > LOST_ANSWERS_TOLERATED) {
      down('offline', error);
      return;
    }
    become(state, stateError);
    probeNow();
  }

  function scheduleProbe(): void {
    if (closed || probing) return;
    cancelTimer();
    const pause =
      state === 'sign-in-needed'
        ? SIGN_IN_PROBE_MS
        : probePauseMs(probes, clock.monotonicMs() - downSinceMonotonicMs, random.fraction());
    // Of a service that asked for a pause nothing is asked before its end.
    cancelTimer = clock.after(Math.max(pause, quiet.restMs()), probeNow);
  }

  function probeNow(): void {
    if (closed) return;
    if (probing) {
      // The test under way may have begun before the change, so another one follows it.
      probeAgain = true;
      return;
    }
    cancelTimer();
    probing = true;
    probes += 1;
    const beganMonotonicMs = clock.monotonicMs();
    const mayEndPause = personWaits;
    personWaits = false;
    void options
      .probe()
      .then(
        () => {
          if (!mayEndPause) return;
          forgetNonsenseBefore(beganMonotonicMs);
          if (quiet.sinceMonotonicMs() <= beganMonotonicMs) endPause();
        },
        () => {
          // The gateway has reported the failure already.
        },
      )
      .then(() => {
        probing = false;
        if (probeAgain) {
          probeAgain = false;
          probeNow();
        } else if (!isUp()) scheduleProbe();
      });
  }

  /** The service answers, whether well (`online`) or not (`trouble`). */
  function up(next: 'online' | 'trouble', error: AppError | null): void {
    if (mayNothing) {
      // No refusal, nor what else is still answered, says that the key may do anything again. If one did, all that waits would be sent.
      if (state !== 'sign-in-needed') down('sign-in-needed', mayNothing);
      return;
    }
    const before = state;
    const wasUp = isUp();
    lostAnswers = 0;
    if (!wasUp) cancelTimer();
    become(next, error);
    if (!wasUp) options.onBack(before !== 'connecting');
  }

  function answered(asked?: Asked): void {
    if (closed) return;
    if (asked) {
      meter.answered(asked.tookMs);
      quiet.answered();
      nonsense.delete(asked.endpoint);
    }
    serverErrors = 0;
    if (asked) {
      notAccepted.delete(asked.endpoint);
      isKeyRefused = false;
      if (isOfTest(asked.endpoint)) {
        for (const [endpoint, error] of notAccepted)
          nonsense.set(endpoint, { error, atMs: clock.monotonicMs() });
        notAccepted.clear();
      }
    }
    if (asked && LISTS.has(asked.endpoint)) {
      forbiddenLists.clear();
      mayNothing = null;
    }
    const stillNonsense = newestNonsense();
    if (stillNonsense) up('trouble', stillNonsense);
    else if (quiet.restMs() === 0 && quiet.isRowOver()) up('online', null);
    else if (!isUp()) up('trouble', stateError);
    else lostAnswers = 0;
  }

  /** The service answers, but not as it should. That counts until this endpoint answers well. */
  function notAsItShouldBe(error: AppError, asked: Asked | undefined): void {
    if (asked) {
      nonsense.delete(asked.endpoint);
      nonsense.set(asked.endpoint, { error, atMs: clock.monotonicMs() });
    }
    up('trouble', error);
  }

  const isRefused = (endpoint: string): boolean => forbiddenLists.has(endpoint) || notAccepted.has(endpoint);

  /** One list alone can be closed to a key. So it is believed of the key itself only of all that the test asks for, none answered between. */
  function listForbidden(error: ForbiddenError, asked: Asked): void {
    forbiddenLists.add(asked.endpoint);
    if (TEST_ENDPOINTS.every(isRefused)) {
      mayNothing = error;
      down('sign-in-needed', error);
      return;
    }
    notAsItShouldBe(error, asked);
    if (!probing) probeNow();
  }

  /** What was refused for it elsewhere was about the key, and is not to be told as trouble once it is accepted again. */
  function keyRefused(): void {
    isKeyRefused = true;
    notAccepted.clear();
    for (const [endpoint, { error }] of nonsense)
      if (error.kind === 'unauthorised') nonsense.delete(endpoint);
  }

  /** The key was not accepted. Whether that is about the key, or about this endpoint alone, a test tells. */
  function keyNotAccepted(error: AppError, asked: Asked | undefined): void {
    if (asked && !isKeyRefused) notAccepted.set(asked.endpoint, error);
    if (TEST_ENDPOINTS.every(isRefused)) keyRefused();
    if (!asked || isKeyRefused) {
      down('sign-in-needed', error);
      return;
    }
    const isKnown = nonsense.get(asked.endpoint)?.error.kind === 'unauthorised';
    // While it is not clear whether the key is accepted for anything, one that was refused before says nothing new of it.
    if (isKnown && state !== 'sign-in-needed') notAsItShouldBe(error, asked);
    else down('sign-in-needed', error);
    if (!probing) probeNow();
  }

  /**
   * A person has looked, and the service answers well. What is read for a list says by itself whether that is well again; anything else,
   * a change for one, may not be asked for the rest of the day, and the desk would go on speaking of trouble that is over.
   */
  function forgetNonsenseBefore(monotonicMs: number): void {
    const over = [...nonsense].filter(([endpoint, { atMs }]) => !LISTS.has(endpoint) && atMs <= monotonicMs);
    if (over.length === 0) return;
    for (const [endpoint] of over) nonsense.delete(endpoint);
    answered();
  }

  function newestNonsense(): AppError | null {
    let newest: AppError | null = null;
    for (const [endpoint, { error, atMs }] of nonsense) {
      if (clock.monotonicMs() - atMs > NONSENSE_REMEMBERED_MS) nonsense.delete(endpoint);
      else newest = error;
    }
    return newest;
  }

  function beQuiet(error: BusyError): void {
    quiet.refused(error.retryAfterMs);
    cancelTimer();
    if (mayNothing) {
      down('sign-in-needed', mayNothing);
      options.onChange();
    } else if (state === 'trouble') {
      stateError = error;
      options.onChange();
    } else become('trouble', error);
  }

  function endPause(): void {
    if (closed || !quiet.end()) return;
    answered();
    options.onPauseOver();
  }

  const isUp = (): boolean => state === 'online' || state === 'trouble';

  return {
    status: () => ({
      state,
      error: stateError,
      sinceMs,
      pausedUntilMs: quiet.untilMs(),
      measure: meter.read(),
    }),
    usable: () =>
      !closed && mayNothing === null && (isUp() || state === 'connecting') && quiet.restMs() === 0,
    pauseRestMs: quiet.restMs,
    answered,
    failed(error, asked) {
      if (closed) return;
      switch (error.kind) {
        case 'offline':
          if (error.reason === 'connection-lost') lost(error);
          else {
            // Nobody answers at that address, or another server does: the connection is down for certain.
            meter.lost();
            down('offline', error);
          }
          return;
        case 'timeout':
          lost(error);
          return;
        case 'unauthorised':
          keyNotAccepted(error, asked);
          return;
        case 'busy':
          if (error.reason === 'rate-limited') beQuiet(error);
          else {
            serverErrors += 1;
            if (serverErrors > SERVER_ERRORS_TOLERATED || !isUp()) up('trouble', error);
          }
          return;
        case 'bug':
          if (error.origin === 'desk') return;
          notAsItShouldBe(error, asked);
          return;
        default:
          // A refusal is an answer like any other. But lists are open to everybody who may use the service. If their
          // refusal were ignored, a wrong address or a token without rights would look like a day without bookings.
          if (!asked || !LISTS.has(asked.endpoint)) answered(asked);
          else if (error.kind === 'forbidden') listForbidden(error, asked);
          else notAsItShouldBe(error, asked);
      }
    },
    lookNow: probeNow,
    lookForPerson() {
      personWaits = true;
      probeNow();
    },
    networkSwitched() {
      meter.forget();
      probeNow();
    },
    close() {
      closed = true;
      cancelTimer();
      quiet.close();
    },
  };
}
