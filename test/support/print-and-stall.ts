// A script for tests of a killed desk: prints one label, then waits until it is killed. Arguments: database file,
// printer port.
import { createRawSocketTransport } from '../../src/adapters/raw-socket.ts';
import { openStore } from '../../src/core/store/open.ts';
import { labelPrinter, sampleLabel } from './print-parts.ts';
import { silentLog } from './silent-log.ts';
import { TEST_KEY } from './store-fixture.ts';
import { openRealQueue } from './real-queue.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const store = openStore({ file, key: TEST_KEY, nowMs: () => Date.now(), log: silentLog });
const queue = openRealQueue(store.db, {
  transport: createRawSocketTransport(),
  random: { uuid: () => 'job-killed', fraction: () => 0 },
  printers: [labelPrinter({ host: '127.0.0.1', port: Number(port) })],
});
queue.enqueueLabel(sampleLabel('DRW-KILL01'));
queue.wake();
// Keeps the process running until it is killed.
setInterval(() => undefined, 60_000);
