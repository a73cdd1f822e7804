// A desk without screens as a process of its own, to be killed: saves walk-ins one after the other, says so on stdout
// once each is saved, and sends them. Arguments: database file, service address, token, `work` or `drain`.
import { createHttp } from '../../../../src/adapters/http.ts';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../../src/adapters/system-random.ts';
import type { Log } from '../../../../src/core/ports.ts';
import { createServiceClient } from '../../../../src/core/service/client.ts';
import { listLocations } from '../../../../src/core/store/mirror/locations.ts';
import { listProducts } from '../../../../src/core/store/mirror/products.ts';
import { openStore, transaction } from '../../../../src/core/store/open.ts';
import { enqueue } from '../../../../src/core/outbox/changes.ts';
import { countRows, listRows } from '../../../../src/core/store/outbox/outbox.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { createSync } from '../../../../src/core/sync.ts';

const [file, baseUrl, token, mode] = process.argv.slice(2) as [string, string, string, 'work' | 'drain'];
const log: Log = { ...silentLog, error: (message, fields) => console.error(message, fields) };

const store = openStore({ file, key: new Uint8Array(32).fill(7), nowMs: () => Date.now(), log });
const sync = createSync({
  store,
  service: createServiceClient({
    http: createHttp(),
    clock: systemClock,
    log,
    baseUrl,
    token: () => token,
    timeoutsMs: { read: 3_000, write: 3_000, document: 3_000 },
  }),
  clock: systemClock,
  random: systemRandom,
  log,
  documentReader: { readLabel: async () => ({ text: '', code: null }), readText: async () => '' },
  config: {
    timeZone: 'Europe/London',
    // No location, no documents: what is tried here is the sending.
    locationId: () => null,
    pullMs: 600_000,
    fullPullMs: 600_000,
    lateWriteMs: 400,
  },
  isResultInDoubt: () => false,
  onChange: () => {
    if (mode === 'work') saveNext();
    else reportWhenDone();
  },
});

/** Keeps a few people on their way, so that a kill finds every kind of row in every state. */
function saveNext(): void {
  const { waiting, sending } = countRows(store.db);
  const productId = listProducts(store.db)[0]?.id;
  const locationId = listLocations(store.db)[0]?.id;
  if (waiting + sending > 8 || !productId || !locationId) return;
  const name = systemRandom.uuid();
  const nowMs = Date.now();
  const origin = { visitId: null, actor: 'Desk', commandId: name, nowMs };
  transaction(store.db, () => {
    enqueue(store.db, {
      kind: 'patient.create',
      payload: {
        patientId: `p-${name}`,
        foreignId: `desk-p-${name}`,
        firstName: 'Ada',
        lastName: `Kill ${name}`,
        dateOfBirth: '1984-03-15',
        gender: 'female',
        email: 'ada@example.org',
        phoneNumber: null,
      },
      subjectId: `p-${name}`,
      ...origin,
    });
    enqueue(store.db, {
      kind: 'registration.create',
      payload: {
        registrationId: `r-${name}`,
        foreignId: `desk-r-${name}`,
        patientId: `p-${name}`,
        appointmentId: null,
        productIds: [productId],
      },
      subjectId: `r-${name}`,
      ...origin,
    });
  });
  process.stdout.write(`saved desk-r-${name}\n`);
  setImmediate(() => sync.wake());
}

function reportWhenDone(): void {
  const open = listRows(store.db, 'open');
  if (open.some((row) => row.state === 'pending' || row.state === 'sending' || row.state === 'unknown'))
    return;
  process.stdout.write(`drained ${open.length}\n`);
}

sync.start();
if (mode === 'drain') reportWhenDone();
// Timers of the desk do not keep a process alive; standard input does, until whoever started it is gone.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
