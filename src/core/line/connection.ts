// How the line to the service stands: one state, made of the answers and failures of every request.
import type { AppError, BusyError } from '../../domain/app-error.ts';
import type { Clock, Log, Random } from '../ports.ts';
import { probePauseMs } from './probe-pause.ts';

export type ConnectionState = 'online' | 'connecting' | 'offline' | 'sign-in-needed' | 'trouble';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** Why, when there is something to say. */
  readonly error: AppError | null;
  /** Since when by this machine's clock; null at the start. */
  readonly sinceMs: number | null;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** An authenticated read. Reports its own outcome to this connection through the gateway. */
  readonly probe: () => Promise<unknown>;
  readonly onChange: () => void;
  /** The line is usable again after it was not. */
  readonly onBack: () => void;
}

export interface Connection {
  status(): ConnectionStatus;
  /** False while the line is down, nobody is signed in, or the service asked to be left alone. */
  usable(): boolean;
  answered(serverDateMs: number | null): void;
  failed(error: AppError): void;
  /** This machine's clock and what the service's is ahead of it, in milliseconds. */
  offsetMs(): number;
  /** Something about the line changed: look at once. */
  lookNow(): void;
  close(): void;
}

/** The Date header tells whole seconds; differences below this are its rounding and the way. */
const OFFSET_RESOLUTION_MS = 1_500;
const DEFAULT_RATE_PAUSE_MS = 5_000;
const SIGN_IN_PROBE_MS = 15_000;
/** One server error in a row is the row's own trouble; more are the service's. */
const SERVER_ERRORS_TOLERATED = 1;

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, random, log } = options;
  let status: ConnectionStatus = { state: 'connecting', error: null, sinceMs: null };
  let offset = 0;
  let serverErrors = 0;
  let downSinceMonotonicMs = 0;
  let probes = 0;
  let probing = false;
  let probeAgain = false;
  let closed = false;
  let quietUntilMonotonicMs = -Infinity;
  let cancelTimer: () => void = () => {};
  let cancelQuiet: () => void = () => {};

  function become(state: ConnectionState, error: AppError | null): void {
    const before = status;
    if (before.state === state && before.error?.kind === error?.kind) return;
    status = { state, error, sinceMs: before.state === state ? before.sinceMs : clock.nowMs() };
    if (before.state !== state) log.info('connection', { state, kind: error?.kind ?? null });
    options.onChange();
  }

  function down(state: 'offline' | 'sign-in-needed', error: AppError): void {
    if (status.state !== state) {
      downSinceMonotonicMs = clock.monotonicMs();
      probes = 0;
    }
    become(state, error);
    scheduleProbe();
  }

  function scheduleProbe(): void {
    if (closed || probing) return;
    cancelTimer();
    const pause =
      status.state === 'sign-in-needed'
        ? SIGN_IN_PROBE_MS
        : probePauseMs(probes, clock.monotonicMs() - downSinceMonotonicMs, random.fraction());
    cancelTimer = clock.after(pause, probeNow);
  }

  function probeNow(): void {
    if (closed) return;
    if (probing) {
      // The one under way may speak of the line as it was.
      probeAgain = true;
      return;
    }
    cancelTimer();
    probing = true;
    probes += 1;
    void options
      .probe()
      .catch(() => {
        // Its failure was reported by the gateway, which decides what comes next.
      })
      .then(() => {
        probing = false;
        if (probeAgain) {
          probeAgain = false;
          probeNow();
        } else if (!isUp()) scheduleProbe();
      });
  }

  /** The service answers, well or badly. */
  function up(state: 'online' | 'trouble', error: AppError | null): void {
    const wasUp = isUp();
    if (!wasUp) cancelTimer();
    become(state, error);
    if (!wasUp) options.onBack();
  }

  function answered(serverDateMs: number | null): void {
    if (closed) return;
    if (serverDateMs !== null) {
      // The header was cut down to a whole second, so the middle of that second is the best guess.
      const measured = serverDateMs + 500 - clock.nowMs();
      if (Math.abs(measured - offset) > OFFSET_RESOLUTION_MS) offset = measured;
    }
    serverErrors = 0;
    if (clock.monotonicMs() >= quietUntilMonotonicMs) up('online', null);
    else if (!isUp()) up('trouble', status.error);
  }

  function beQuiet(error: BusyError): void {
    const pause = error.retryAfterMs ?? DEFAULT_RATE_PAUSE_MS;
    quietUntilMonotonicMs = Math.max(quietUntilMonotonicMs, clock.monotonicMs() + pause);
    cancelTimer();
    become('trouble', error);
    cancelQuiet();
    cancelQuiet = clock.after(quietUntilMonotonicMs - clock.monotonicMs(), () => {
      // Timers may come a moment early, and nobody would look again.
      quietUntilMonotonicMs = -Infinity;
      if (!closed) options.onBack();
    });
  }

  const isUp = (): boolean => status.state === 'online' || status.state === 'trouble';

  return {
    status: () => status,
    usable: () =>
      !closed && (isUp() || status.state === 'connecting') && clock.monotonicMs() >= quietUntilMonotonicMs,
    answered,
    failed(error) {
      if (closed) return;
      switch (error.kind) {
        case 'offline':
        case 'timeout':
          down('offline', error);
          return;
        case 'unauthorised':
          down('sign-in-needed', error);
          return;
        case 'busy':
          if (error.reason === 'rate-limited') beQuiet(error);
          else {
            serverErrors += 1;
            if (serverErrors > SERVER_ERRORS_TOLERATED || !isUp()) up('trouble', error);
          }
          return;
        case 'bug':
          if (!isUp()) up('trouble', error);
          return;
        default:
          // A refusal is an answer like any other.
          answered(null);
      }
    },
    offsetMs: () => offset,
    lookNow: probeNow,
    close() {
      closed = true;
      cancelTimer();
      cancelQuiet();
    },
  };
}
