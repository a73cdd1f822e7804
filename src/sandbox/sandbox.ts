// The embedded laboratory service: starts it, stops it, and offers the controls that training and tests need.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_TIME_ZONE } from '../domain/site-time.ts';
import { tokenCheck } from './bearer.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { answerControl, CONTROL_PREFIX } from './control.ts';
import { createNetworkFaults, type NetworkFaults } from './faults.ts';
import { createSlotBook } from './locations.ts';
import { samplesTaken } from './rules/registrations.ts';
import { randomNaming, type World } from './rules/world.ts';
import { fillWithRegistrations } from './seed/bulk.ts';
import { ensureDemoDay, isDemoSeed, seedHistory } from './seed/demo.ts';
import { createSettler } from './settle.ts';
import { dateAt } from './site-clock.ts';
import { openStore, type Store } from './store/store.ts';
import { createCourier, type WebhookLogEntry } from './webhooks/delivery.ts';

const HOST = '127.0.0.1';
/** How often the sandbox checks for holds that ended, registrations that move on and webhooks that are due. */
const TICK_MS = 250;
const IDLE_CONNECTION_MS = 75_000;
const SEED_KEY = 'seed';

export interface SandboxOptions {
  /** Path of a file, which is made if missing; or `:memory:` to keep nothing. */
  readonly dataFile: string;
  /** 32 bytes. Without a key the file is not encrypted. */
  readonly encryptionKey?: Uint8Array;
  /** What every request must carry as its bearer token. */
  readonly token: string;
  /**
   * `demo`, `demo-<name>` for other people on the same days, or `empty`. An existing file keeps the seed it was made
   * with.
   */
  readonly seed: string;
  /** TCP port on 127.0.0.1. 0, the default, takes any free one. */
  readonly port?: number;
  /** Opens the control door. True: it takes the service's token. An object: it takes a token of its own. */
  readonly control?: boolean | { readonly token: string };
  /** The machine's time in milliseconds since the epoch; `Date.now` when not given. */
  readonly now?: () => number;
  /** Time zone of the locations; Europe/London when not given. */
  readonly timeZone?: string;
  /** Whether results of a registration with an appointment come only after {@link Sandbox.samplesTaken}. */
  readonly resultsAwaitSamples?: boolean;
  readonly log?: { error(message: string, fields?: Readonly<Record<string, unknown>>): void };
}

/** A running sandbox; see {@link startSandbox}. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Pick<SandboxClock, 'nowMs' | 'advanceSeconds'>;
  readonly network: Pick<NetworkFaults, 'get' | 'set'>;
  /** Stops for good: closes the connections and the data file. */
  close(): Promise<void>;
  /** Stops listening: connections are refused until {@link Sandbox.resume}. The data stays open. */
  stop(): Promise<void>;
  /** Listens again on the same port after {@link Sandbox.stop}. */
  resume(): Promise<void>;
  /**
   * Chooses the course of the next registration whose reference chooses none, as in `partial+instant@IRON`. Null takes
   * the choice back.
   */
  setNextScenario(course: string | null): void;
  /**
   * Says that the samples of these registrations, by UUID or `foreign_id`, were taken. Their results come after the
   * delay of their course.
   */
  samplesTaken(registrations: readonly string[]): void;
  /**
   * Adds the demo appointments of a day (`YYYY-MM-DD`, today by default) if the day has none. Seed `empty` has none at
   * all.
   */
  ensureDemoDay(date?: string): void;
  /** The latest webhooks with their state, newest first. */
  webhookLog(): WebhookLogEntry[];
  /** How many records the sandbox holds. */
  readonly count: {
    registrations(): number;
    appointments(): number;
    patients(): number;
    orders(): number;
  };
  /** Adds `total` registrations of invented people, for benchmarks. */
  fillWithRegistrations(total: number): void;
}

/**
 * Starts the sandbox on 127.0.0.1.
 *
 * @throws UnusableDataFile when the file is damaged, locked or of another program
 * @throws RangeError for an unknown seed
 * @throws the system's error, such as `EADDRINUSE`, when the port cannot be used
 * @example
 * const sandbox = await startSandbox({ dataFile: ':memory:', token: 'secret', seed: 'demo' });
 * await fetch(`${sandbox.baseUrl}/api/product/`, { headers: { authorization: 'Bearer secret' } });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.seed !== 'empty' && !isDemoSeed(options.seed)) {
    throw new RangeError(`There is no seed called ${options.seed}.`);
  }
  const clock = createClock(options.now ?? Date.now);
  const timeZone = options.timeZone ?? DEFAULT_TIME_ZONE;
  const store = openStore(options.dataFile, options.encryptionKey);
  try {
    return await open({ options, clock, timeZone, store });
  } catch (error) {
    store.close();
    throw error;
  }
}

interface Parts {
  readonly options: SandboxOptions;
  readonly clock: SandboxClock;
  readonly timeZone: string;
  readonly store: Store;
}

async function open({ options, clock, timeZone, store }: Parts): Promise<Sandbox> {
  const courier = createCourier(store, clock);
  let nextScenario: string | null = null;
  const world: World = {
    store,
    clock,
    timeZone,
    slots: createSlotBook(timeZone),
    naming: randomNaming,
    tell: courier.tell,
    takeNextScenario: () => {
      const taken = nextScenario;
      nextScenario = null;
      return taken;
    },
    resultsAwaitSamples: options.resultsAwaitSamples ?? false,
  };
  const seed = applySeed(world, options.seed);
  const settle = createSettler(world);
  const onUnforeseen = (error: unknown): void =>
    options.log?.error('sandbox failed unexpectedly; a request under way was answered with status 500', {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });

  const port = { number: options.port ?? 0 };
  const baseUrl = (): string => `http://${HOST}:${port.number}`;
  let loading: Promise<RequestListener> | null = null;
  const listenerOnceLoaded = async (): Promise<RequestListener> => {
    const { createListener } = await import('./http/listener.ts');
    return createListener(world, { token: options.token, baseUrl, settle, onUnforeseen });
  };
  const faults = createNetworkFaults(() => server.closeIdleConnections());
  const door = options.control ?? false;
  const controls = {
    isAuthorised: tokenCheck(typeof door === 'object' ? door.token : options.token),
    advanceSeconds: clock.advanceSeconds,
    nowMs: clock.nowMs,
    setNetwork: faults.set,
    networkMode: faults.get,
    webhookLog: courier.log,
  };
  // A desk that starts in training shows its board before it asks anything: what answers is loaded with the first request.
  const service = faults.around((request, response) => {
    (loading ??= listenerOnceLoaded()).then(
      (answer) => answer(request, response),
      (error: unknown) => {
        onUnforeseen(error);
        response.destroy();
      },
    );
  });
  const listener: RequestListener = (request, response) => {
    response.setHeader('date', new Date(clock.nowMs()).toUTCString());
    if (door !== false && request.url?.startsWith(CONTROL_PREFIX)) {
      void answerControl(controls, request, response).catch(onUnforeseen);
    } else {
      service(request, response);
    }
  };
  // Node closes an idle connection after five seconds. On a busy machine a client's next request can arrive at just
  // that moment and lose its answer, so idle connections are kept much longer.
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION_MS }, listener);
  port.number = await listen(server, port.number);

  const tick = (): void => {
    try {
      settle();
      courier.deliverDue();
    } catch (error) {
      onUnforeseen(error);
    }
  };
  clock.onAdvance(tick);
  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  return {
    baseUrl: baseUrl(),
    clock,
    network: faults,
    close: async () => {
      clearInterval(timer);
      await stopListening(server);
      await courier.close();
      store.close();
    },
    stop: () => stopListening(server),
    resume: async () => {
      if (!server.listening) await listen(server, port.number);
    },
    setNextScenario: (course) => {
      nextScenario = course;
    },
    samplesTaken: (registrations) => samplesTaken(world, registrations),
    ensureDemoDay: (date) => ensureDemoDay(world, seed, date ?? dateAt(clock.nowMs(), timeZone)),
    webhookLog: courier.log,
    count: {
      registrations: store.countRegistrations,
      appointments: store.countAppointments,
      patients: store.countPatients,
      orders: store.countOrders,
    },
    fillWithRegistrations: (total) => fillWithRegistrations(world, total),
  };
}

/**
 * Fills a new data file from the seed and adds today's demo appointments. Returns the seed that the file was made with.
 */
function applySeed(world: World, wanted: string): string {
  const { store } = world;
  const seed = store.setting(SEED_KEY) ?? wanted;
  const today = dateAt(world.clock.nowMs(), world.timeZone);
  store.together(() => {
    if (store.setting(SEED_KEY) === null) {
      store.setSetting(SEED_KEY, seed);
      if (isDemoSeed(seed)) seedHistory(world, seed, today);
    }
    ensureDemoDay(world, seed, today);
  });
  return seed;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
