// A script for tests of a killed desk: prints one label, then waits until it is killed. Arguments: database file,
// printer port.
import { createRawSocketTransport } from '../../src/adapters/raw-socket.ts';
import { createPrintQueue } from '../../src/core/printing/queue/print-queue.ts';
import { createPrintJobStore } from '../../src/core/store/desk/print-jobs.ts';
import { openStore } from '../../src/core/store/open.ts';
import { labelPrinter, sampleLabel, wallClock } from './print-parts.ts';
import { silentLog } from './silent-log.ts';
import { TEST_KEY } from './store-fixture.ts';
import { noPages } from './no-pages.ts';
import { noPictures } from './picture-reader.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const store = openStore({ file, key: TEST_KEY, nowMs: () => Date.now(), log: silentLog });
const queue = createPrintQueue({
  jobs: createPrintJobStore(store.db),
  pictures: noPictures,
  transport: createRawSocketTransport(),
  pages: noPages,
  officePrinters: [],
  clock: wallClock,
  random: { uuid: () => 'job-killed', fraction: () => 0 },
  log: silentLog,
  printers: [labelPrinter({ host: '127.0.0.1', port: Number(port) })],
  draw: null,
  stillGood: () => ({ good: true }),
  record: () => undefined,
  nowMs: () => Date.now(),
  onStoreTrouble: () => {},
  onChange: () => undefined,
});
queue.enqueueLabel(sampleLabel('DRW-KILL01'));
queue.wake();
// Keeps the process running until it is killed.
setInterval(() => undefined, 60_000);
