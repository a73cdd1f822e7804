// A desk without screens as a process of its own, to be killed: saves walk-ins one after the other, sends them to the service and
// copies them to PostgreSQL. Says on stdout what it saved, when nothing is left to send and to copy, and when it was fenced off.
// Arguments: database file, service address, token, port of PostgreSQL, site, login, `work` or `drain`.
import { createHttp } from '../../../src/adapters/http.ts';
import { createPostgresCopy } from '../../../src/adapters/postgres-copy.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { postgresAddressOf } from '../../../src/app/copy-settings.ts';
import { createCopier } from '../../../src/core/copy/copier.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import type { Log } from '../../../src/core/ports/machine.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { steadyClock } from '../../../src/core/steady-clock.ts';
import { countUncopied } from '../../../src/core/store/copy/recording.ts';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import { openStore, transaction } from '../../../src/core/store/open.ts';
import { countRows, listRows } from '../../../src/core/store/outbox/outbox.ts';
import { createSync } from '../../../src/core/sync.ts';
import { silentLog } from '../../support/silent-log.ts';

const [file = '', baseUrl = '', token = '', port = '', site = '', login = '', mode = ''] =
  process.argv.slice(2);
const log: Log = { ...silentLog };
const clock = steadyClock(systemClock, log);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const store = openStore({ file, key: new Uint8Array(32).fill(7), nowMs: () => Date.now(), log });
const copier = createCopier({
  store,
  database: createPostgresCopy(
    postgresAddressOf(`postgres://${login}:test-only@127.0.0.1:${port}/postgres`, {
      where: 'drill',
      authorities: null,
    }),
  ),
  clock,
  random: systemRandom,
  log,
  site,
  machine: `machine-${process.pid}`,
  timeZone: 'Europe/London',
  status: () => ({}),
  onChange: () => look(),
  onMaySend: () => sync.wake(),
});
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
  documentReader: { readLabel: async () => ({ text: '', code: null }), read: async () => ({ text: '' }) },
  // What is tried here is sending and copying, so nothing is read but the products.
  config: {
    timeZone: 'Europe/London',
    locationId: () => null,
    pullMs: 600_000,
    fullPullMs: 600_000,
    lateWriteMs: 400,
  },
  maySend: () => copier.maySend(),
  isResultInDoubt: () => false,
  onChange: () => {
    if (mode === 'work') setImmediate(saveNext);
    else look();
  },
});

/** Keeps a few people on their way, so that a kill finds every kind of row in every state. */
function saveNext(): void {
  const { waiting, sending } = countRows(store.db);
  const productId = listProducts(store.db)[0]?.id;
  if (waiting + sending > 8 || productId === undefined || store.isLost()) return;
  const name = systemRandom.uuid();
  const origin = { visitId: null, actor: 'Desk', commandId: name, nowMs: Date.now() };
  transaction(store.db, () => {
    enqueue(store.db, {
      kind: 'patient.create',
      payload: {
        patientId: `p-${name}`,
        foreignId: `desk-p-${name}`,
        firstName: 'Ada',
        lastName: `Drill ${name}`,
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
    // As the engine does with all that people do: where a full copy is cut short, what is missing in it is told by these entries.
    insertActivity(store.db, {
      atMs: Date.now(),
      actor: 'Desk',
      visitId: null,
      kind: 'patient-created',
      detail: { duplicatesSeen: false },
    });
  });
  say(`saved desk-r-${name}`);
  sync.wake();
}

/** Says what the test waits for. */
function look(): void {
  const { stage, waiting, state } = copier.look();
  if (state.fenced) {
    let saves = true;
    try {
      transaction(store.db, () => store.db.exec("UPDATE outbox SET actor = 'late'"));
    } catch {
      saves = false;
    }
    say(`fenced ${JSON.stringify({ saves, lost: countUncopied(store.db, state.fenced.copiedNumber) })}`);
    return;
  }
  if (mode !== 'drain' || stage !== 'copied' || waiting > 0) return;
  const open = listRows(store.db, 'open');
  if (open.some((row) => row.state === 'pending' || row.state === 'sending' || row.state === 'unknown'))
    return;
  say(`drained ${open.length}`);
}

copier.start();
sync.start();
// Nothing tells when the last change was copied, so it is looked at.
setInterval(look, 100);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
