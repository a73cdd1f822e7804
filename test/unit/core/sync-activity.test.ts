// Entries that the sync adds to the activity reach the screens.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Topic } from '../../../src/contract/events.ts';
import { AppException, conflict, notFound } from '../../../src/domain/app-error.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import type { Call } from '../../../src/core/service/client.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { transaction } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { createSync } from '../../../src/core/sync.ts';
import type { Sync } from '../../../src/core/sync-interface.ts';
import { DeskProcess, SeededRandom, VirtualTime } from '../../simulation/support/virtual-time.ts';
import { silentLog } from '../../support/silent-log.ts';
import { storeFolder, uuid } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { exampleAppointment } from '../../support/wire-examples.ts';

let folder: StoreFolder;
let store: Store;
let sync: Sync;
let time: VirtualTime;
const told: Topic[][] = [];

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  time = new VirtualTime();
  told.length = 0;
  const { clock } = new DeskProcess(time, () => Date.parse('2026-11-20T09:00:00Z'));
  const call = (async (
    name: string,
    input: { readonly body?: { readonly override_availability?: boolean } },
  ) => {
    if (name !== 'appointments.create') throw new AppException(notFound('nothing'));
    if (input.body?.override_availability !== true) throw new AppException(conflict('taken', 'taken'));
    return {
      value: exampleAppointment({
        id: uuid(4, 1),
        test_location_id: uuid(1, 1),
        confirmed: false,
        starts_at: '2026-11-20T09:10:00+00:00',
        ends_at: '2026-11-20T09:20:00+00:00',
        expires_at: '2026-11-20T09:10:00+00:00',
      }),
      serverDateMs: null,
    };
  }) as unknown as Call;
  sync = createSync({
    store,
    service: { call },
    clock,
    random: new SeededRandom(1),
    log: silentLog,
    documentReader: { readLabel: async () => ({ text: '', code: null }), read: async () => ({ text: '' }) },
    config: { timeZone: 'Europe/London', locationId: () => null, pullMs: 60_000, fullPullMs: 600_000 },
    isResultInDoubt: () => false,
    onChange: (topics) => told.push(topics),
  });
});
afterEach(async () => {
  await sync.close();
  store.close();
  folder.remove();
});

it('tells the screens when the sync has added to the activity by itself', async () => {
  transaction(store.db, () =>
    enqueue(store.db, {
      kind: 'appointment.hold',
      payload: {
        appointmentId: 'a',
        locationId: uuid(1, 1),
        slotId: 's',
        startsAtMs: Date.parse('2026-11-20T09:10:00Z'),
        overrideAvailability: false,
        personIsHere: true,
        patientId: null,
      },
      subjectId: 'a',
      visitId: 'v',
      actor: 'JB',
      commandId: 'command-1',
      nowMs: 1,
    }),
  );
  sync.start();
  const entries = () => listActivity(store.db, { limit: 10 });
  while (entries().length === 0 && (await time.step()));
  expect(entries()).toMatchObject([
    { kind: 'slot-booked-over', actor: 'JB', visitId: 'v', detail: { reason: 'taken' } },
  ]);
  const topics = told.flat();
  expect(topics).toContain('activity');
  expect(topics).toContain('board');
});
