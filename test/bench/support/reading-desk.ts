// A desk beside a service of many registrations, for benchmarks of reading: the engine as the hosts assemble it, with no printer, no
// documents and no screens, and a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createHttp } from '../../../src/adapters/http.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import {
  assembleEngine,
  type AssembledEngine,
  type EngineOptions,
} from '../../../src/core/assemble-engine.ts';
import type { Site } from '../../../src/core/engine-parts.ts';
import { createEventLog } from '../../../src/core/events.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { openStore, type Store } from '../../../src/core/store/open.ts';
import { findNoPrinters, noPages, onePage, planAsText } from '../../support/no-pages.ts';
import { noPictures, nothingDrawn } from '../../support/picture-reader.ts';
import { silentLog } from '../../support/silent-log.ts';

export const TOKEN = 'bench';

export const SITE: Site = {
  mode: 'training',
  version: '0.0.0',
  runtime: 'Node of the benchmark',
  serviceAddress: '',
  timeZone: 'Europe/London',
  location: null,
  printers: [],
  officePrinters: [],
  standInPrinters: {},
  labelsPerRegistration: 1,
  waitAlertMinutes: 30,
  outsideLinks: true,
  people: { signIn: 'initials', idleMinutes: 5 },
  scanner: null,
  ticket: null,
};

export interface ReadingDesk {
  readonly assembled: AssembledEngine;
  readonly store: Store;
  /** The service's address. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Makes a desk that has read nothing yet, and a service with so many registrations in a thread of its own. */
export async function makeReadingDesk(
  registrations: number,
  pace: EngineOptions['pace'] = { pullMs: 90_000, fullPullMs: 45 * 60_000 },
  /** In place of no printer, no documents and no screens. */
  besides: Partial<EngineOptions> = {},
): Promise<ReadingDesk> {
  const worker = new Worker(new URL('./large-service.ts', import.meta.url), {
    workerData: { token: TOKEN, registrations },
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-bench-'));
  const store = openStore({
    file: join(folder, 'desk.db'),
    key: new Uint8Array(32).fill(7),
    nowMs: systemClock.nowMs,
    log: silentLog,
  });
  const assembled = assembleEngine({
    store,
    events: createEventLog(systemRandom.uuid()),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    service: createServiceClient({
      http: createHttp(),
      clock: systemClock,
      log: silentLog,
      baseUrl,
      token: () => TOKEN,
    }),
    documentReader: { readLabel: async () => ({ text: '', code: null }), read: async () => ({ text: '' }) },
    pictureReader: { codesOn: async () => [], ...noPictures },
    inspectPdf: onePage,
    makePages: planAsText,
    drawPages: nothingDrawn,
    findPrinters: findNoPrinters,
    pageTransport: noPages,
    printerTransport: { deliver: async () => ({ outcome: 'withheld' }) },
    draw: null,
    site: { ...SITE, serviceAddress: baseUrl },
    training: null,
    pace,
    ...besides,
  });
  return {
    assembled,
    store,
    baseUrl,
    async close() {
      await assembled.close();
      store.close();
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
