// The laboratory service, embedded: starts it, stops it, and gives training and tests their hands on it.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { DEFAULT_TIME_ZONE } from '../domain/site-time.ts';
import { tokenCheck } from './bearer.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { answerControl, CONTROL_PREFIX } from './control.ts';
import { createNetworkFaults, type NetworkFaults } from './faults.ts';
import { createApp } from './http/app.ts';
import { createHandlers } from './http/handlers.ts';
import { createSlotBook } from './locations.ts';
import { randomNaming, type World } from './rules/world.ts';
import { fillWithRegistrations } from './seed/bulk.ts';
import { ensureDemoDay, isDemoSeed, seedHistory } from './seed/demo.ts';
import { createSettler } from './settle.ts';
import { dateAt } from './site-clock.ts';
import { openStore, type Store } from './store/store.ts';
import { createCourier, type WebhookLogEntry } from './webhooks/delivery.ts';

const HOST = '127.0.0.1';
/** How often the sandbox looks by itself at what time has brought about. */
const TICK_MS = 250;
const IDLE_CONNECTION_MS = 75_000;
const SEED_KEY = 'seed';

export interface SandboxOptions {
  /** A file, made if missing, or `:memory:`. */
  readonly dataFile: string;
  /** 32 bytes; without them the file is not encrypted. */
  readonly encryptionKey?: Uint8Array;
  /** What every request must carry as its bearer token. */
  readonly token: string;
  /** `demo`, `demo-<anything>` for other people on the same day, or `empty`. A file keeps the seed it was made with. */
  readonly seed: string;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** Opens the control door to who carries the service's token or, where one is given, the door's own. */
  readonly control?: boolean | { readonly token: string };
  /** The machine's time in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Of the locations; Europe/London when not given. */
  readonly timeZone?: string;
  readonly log?: { error(message: string, fields?: Readonly<Record<string, unknown>>): void };
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Pick<SandboxClock, 'nowMs' | 'advanceSeconds'>;
  readonly network: Pick<NetworkFaults, 'get' | 'set'>;
  /** Stops for good: no more connections, data closed. */
  close(): Promise<void>;
  /** Pulls the plug: connections are refused until {@link Sandbox.resume}. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  resume(): Promise<void>;
  /** The course of the next registration that chooses none itself, such as `partial` or `partial+instant@IRON`. */
  setNextScenario(course: string | null): void;
  /** Adds a day's demo appointments, once for each day; today's when none is named. Nothing happens with seed `empty`. */
  ensureDemoDay(date?: string): void;
  /** Newest first. */
  webhookLog(): WebhookLogEntry[];
  /** What the sandbox holds, counted. */
  readonly count: {
    registrations(): number;
    appointments(): number;
    patients(): number;
    orders(): number;
  };
  /** Adds `total` registrations of made-up people, for measurements. */
  fillWithRegistrations(total: number): void;
}

/**
 * Starts the sandbox on the loopback address. Rejects with `UnusableDataFile`, with a RangeError for an unknown seed,
 * or with the system's error (`EADDRINUSE`) when the port is taken.
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
  };
  const seed = plantSeed(world, options.seed);
  const settle = createSettler(world);
  const onUnforeseen = (error: unknown): void =>
    options.log?.error('the sandbox failed to answer', {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });

  const port = { number: options.port ?? 0 };
  const baseUrl = (): string => `http://${HOST}:${port.number}`;
  const app = createApp({
    token: options.token,
    handlers: createHandlers(world, baseUrl),
    settle,
    onUnforeseen,
  });
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
  const answer = getRequestListener(app.fetch);
  const service = faults.around((request, response) => void answer(request, response));
  const listener: RequestListener = (request, response) => {
    response.setHeader('date', new Date(clock.nowMs()).toUTCString());
    if (door !== false && request.url?.startsWith(CONTROL_PREFIX)) {
      void answerControl(controls, request, response).catch(onUnforeseen);
    } else {
      service(request, response);
    }
  };
  // The usual five seconds are as long as a pause between two requests on a busy machine, and the second one then meets a
  // connection that is being closed: an answer lost for no reason.
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
    ensureDemoDay: (date) => ensureDemoDay(world, seed, date ?? dateAt(clock.nowMs(), timeZone)),
    webhookLog: courier.log,
    count: {
      registrations: store.countRegistrations,
      appointments: store.countAppointments,
      patients: store.countPatients,
      orders: store.countPurchases,
    },
    fillWithRegistrations: (total) => fillWithRegistrations(world, total),
  };
}

/** Fills new data from the seed, and makes sure that there is a demo day today. Returns the seed of the data. */
function plantSeed(world: World, wanted: string): string {
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
