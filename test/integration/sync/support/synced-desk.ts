// A desk's sync on a real file against the embedded service over real HTTP; the test controls the connection and the clock.
import { createHttp } from '../../../../src/adapters/http.ts';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../../src/adapters/system-random.ts';
import type { Clock, Http } from '../../../../src/core/ports/machine.ts';
import type { DocumentReader } from '../../../../src/core/ports/pictures.ts';
import { createServiceClient } from '../../../../src/core/service/client.ts';
import { listVisits, registrationIdsOf } from '../../../../src/core/store/desk/visits.ts';
import { listLocations } from '../../../../src/core/store/mirror/locations.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { createSync } from '../../../../src/core/sync.ts';
import type { SyncOptions } from '../../../../src/core/sync.ts';
import type { Sync } from '../../../../src/core/sync-interface.ts';
import { wallClockAt } from '../../../../src/domain/site-time.ts';
import { startSandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { storeFolder } from '../../../support/store-fixture.ts';

const TOKEN = 'sync-test-token';
export const TIME_ZONE = 'Europe/London';

export interface SyncedDesk {
  readonly sandbox: Sandbox;
  readonly store: Store;
  readonly sync: Sync;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** Whether the connection was ever shown as down. */
  wentOffline(): boolean;
  /** Ids of today's visits at the first location. */
  visitsToday(): string[];
  /** Ids of the registrations of today's visits. */
  registrationsToday(): string[];
  /** Resolves once `look` gives something; looks again whenever the sync says that something changed. */
  until<Value>(what: string, look: () => Value | null | undefined | false): Promise<Value>;
  /** A request as another client of the service makes it. */
  asAnother(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Ends the desk and starts it again on the same file; the service goes on. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface SyncedDeskOptions {
  readonly seed?: string;
  /** Stands between the desk and the network. */
  readonly around?: (http: Http) => Http;
  readonly clock?: Clock;
  readonly documentReader?: DocumentReader;
  /** What the desk shows the service; the right one when not given. */
  readonly deskToken?: string;
  /** How long the desk waits for an answer. */
  readonly timeoutsMs?: { readonly read: number; readonly write: number; readonly document: number };
  readonly config?: Partial<SyncOptions['config']>;
  /** Before the desk starts. */
  readonly prepare?: (sandbox: Sandbox) => Promise<void> | void;
}

export async function openSyncedDesk(options: SyncedDeskOptions = {}): Promise<SyncedDesk> {
  const clock = options.clock ?? systemClock;
  const folder = storeFolder();
  const sandbox = await startSandbox({
    dataFile: ':memory:',
    token: TOKEN,
    seed: options.seed ?? 'demo',
    timeZone: TIME_ZONE,
  });
  await options.prepare?.(sandbox);
  const requests: string[] = [];
  const listeners = new Set<() => void>();
  let opened: Sync | null = null;
  let wentOffline = false;

  function open(): { store: Store; sync: Sync } {
    const store = folder.open({ nowMs: clock.nowMs() });
    const line = createHttp();
    const http = options.around?.(line) ?? line;
    const sync = createSync({
      store,
      service: createServiceClient({
        http: {
          request: (request) => {
            requests.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
            return http.request(request);
          },
        },
        clock,
        log: silentLog,
        baseUrl: sandbox.baseUrl,
        token: () => options.deskToken ?? TOKEN,
        timeoutsMs: options.timeoutsMs ?? { read: 4_000, write: 4_000, document: 8_000 },
      }),
      clock,
      random: systemRandom,
      log: silentLog,
      documentReader: options.documentReader ?? {
        readLabel: async () => ({ text: '', code: 'READ0FF1' }),
        read: async () => ({ text: '' }),
      },
      config: {
        timeZone: TIME_ZONE,
        locationId: () => listLocations(store.db)[0]?.id ?? null,
        pullMs: 60_000,
        fullPullMs: 600_000,
        pageEveryMs: 1,
        lateWriteMs: 500,
        ...options.config,
      },
      isResultInDoubt: () => false,
      onChange: () => {
        wentOffline ||= opened?.connection().state === 'offline';
        listeners.forEach((look) => look());
      },
    });
    opened = sync;
    sync.start();
    return { store, sync };
  }

  let current = open();
  const desk: SyncedDesk = {
    sandbox,
    requests,
    wentOffline: () => wentOffline,
    get store() {
      return current.store;
    },
    get sync() {
      return current.sync;
    },
    visitsToday() {
      const today = wallClockAt(current.sync.serverNowMs(), TIME_ZONE).date;
      const locationId = listLocations(current.store.db)[0]?.id ?? '';
      return listVisits(current.store.db, locationId, today).map(({ id }) => id);
    },
    registrationsToday: () => [...registrationIdsOf(current.store.db, desk.visitsToday()).values()].flat(),
    until: (what, look) =>
      new Promise((resolve, reject) => {
        const tooLong = setTimeout(() => {
          listeners.delete(check);
          reject(new Error(`did not come about: ${what}`));
        }, 25_000);
        const check = (): void => {
          const value = look();
          if (value === null || value === undefined || value === false) return;
          clearTimeout(tooLong);
          listeners.delete(check);
          resolve(value);
        };
        listeners.add(check);
        check();
      }),
    async asAnother(method, path, body) {
      const response = await fetch(`${sandbox.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    },
    async restart() {
      await current.sync.close();
      current.store.close();
      current = open();
    },
    async close() {
      await current.sync.close();
      current.store.close();
      await sandbox.close();
      folder.remove();
    },
  };
  return desk;
}
