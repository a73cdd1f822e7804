// What the upkeep removes because it is old is removed from a real PostgreSQL database too, also what was removed while that was
// down; and a desk that is made from the copy has none of it, and a chain of the activity that agrees.
import { expect, test } from 'vitest';
import { createServiceClock } from '../../../src/core/line/service-clock.ts';
import { beginActivityCheck } from '../../../src/core/store/check-activity.ts';
import { copiedTables } from '../../../src/core/store/copy/copied-tables.ts';
import { get, run } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/db/database.ts';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { makeVisitTicket } from '../../../src/core/store/desk/visit-tickets.ts';
import { ensureVisitForAppointment, linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { createUpkeep } from '../../../src/core/upkeep.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { DeskProcess, VirtualTime } from '../../simulation/support/virtual-time.ts';
import { postgresMissing } from '../../support/postgres.ts';
import { addPrintedLabel, addPrintJob } from '../../support/print-job-fixture.ts';
import { silentLog } from '../../support/silent-log.ts';
import { savePatient, uuid } from '../../support/store-fixture.ts';
import { contentOf, copied, useCopiedDesks } from './support/copied-desks.ts';

const DAY = '2026-11-20';
const DAY_MS = 86_400_000;
const YEARS_MS = 366 * DAY_MS;
const NINE_MS = Date.parse(`${DAY}T09:00:00Z`);

const AT_NINE = { createdAtMs: NINE_MS, finishedAtMs: NINE_MS };

const desks = useCopiedDesks();

/** A visit of that day that is over: with a registration, a printed label, a ticket, a confirmed change and an entry. */
function visitOf(db: Db, number: number): void {
  const { visitId } = ensureVisitForAppointment(db, {
    appointmentId: uuid(3, number),
    locationId: uuid(5, 1),
    date: DAY,
    nowMs: NINE_MS,
  });
  linkRegistration(db, visitId, uuid(2, number));
  run(db, "UPDATE visit SET desk_state = 'left' WHERE id = ?", [visitId]);
  addPrintedLabel(db, { number, visitId, ...AT_NINE });
  makeVisitTicket(db, { visitId, code: `T${number}`, locationId: uuid(5, 1), date: DAY, nowMs: NINE_MS });
  savePatient(db, `change-${number}`);
  run(db, "UPDATE outbox SET kind = 'patient.update', state = 'confirmed', finished_at_ms = ?", [NINE_MS]);
  insertActivity(db, { atMs: NINE_MS + number, actor: 'JB', kind: 'checked-in', visitId, detail: {} });
}

/** The upkeep runs for two minutes, so long after that morning. */
async function upkeepAfter(store: Store, passedMs: number): Promise<void> {
  const time = new VirtualTime();
  const { clock } = new DeskProcess(time, () => NINE_MS + passedMs);
  const serviceClock = createServiceClock(clock);
  serviceClock.heard(clock.nowMs(), 0);
  const troubles: unknown[] = [];
  const upkeep = createUpkeep({
    store: { ...store, isBackedUp: () => true },
    clock,
    serviceClock,
    timeZone: 'Europe/London',
    printJobBytesKeptMs: 3 * DAY_MS,
    log: silentLog,
    onChange: () => {},
    onStoreTrouble: (thrown) => troubles.push(thrown),
    isDiskStuck: () => false,
  });
  upkeep.start();
  while (time.nowMs < 120_000 && (await time.step()));
  await upkeep.close();
  expect(troubles).toEqual([]);
}

/** How many rows each copied table has here; those with none are left out, as in {@link CopiedDesks.rowsInCopy}. */
function rowsAtDesk(db: Db): Record<string, number> {
  const counts = copiedTables(db).map(({ name }): [string, number] => [
    name,
    get<{ count: number }>(db, `SELECT count(*) AS count FROM "${name}"`)?.count ?? 0,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

test.skipIf(postgresMissing !== null)(
  `removals follow into the copy, and a take-over brings nothing back (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 240_000 },
  async () => {
    const desk = desks.openDesk(desks.newFolder());
    const { db } = desk;
    for (const number of [1, 2, 3]) visitOf(db, number);
    for (const id of ['test label', 'day list', 'the newest, which stays'])
      addPrintJob(db, { id, ...AT_NINE });
    insertActivity(db, { atMs: NINE_MS + 9, actor: 'JB', kind: 'locked', visitId: null, detail: {} });
    await copied(desk);
    const before = rowsAtDesk(db);
    expect(before).toMatchObject({
      visit: 3,
      label: 3,
      visit_ticket: 3,
      print_job: 6,
      outbox: 3,
      activity: 4,
    });
    expect(await desks.rowsInCopy()).toEqual(before);

    await upkeepAfter(desk.store, 100 * DAY_MS);
    expect(rowsAtDesk(db)).toMatchObject({ visit: 3, print_job: 4 });
    expect(rowsAtDesk(db)).not.toHaveProperty('outbox');
    await copied(desk);
    expect(await desks.rowsInCopy()).toEqual(rowsAtDesk(db));

    await desks.postgres.kill();
    await upkeepAfter(desk.store, 9 * YEARS_MS);
    const kept = rowsAtDesk(db);
    for (const table of ['visit', 'visit_registration', 'label', 'visit_ticket', 'outbox'])
      expect(kept, table).not.toHaveProperty(table);
    expect(kept).toMatchObject({ print_job: 1, activity: 1 });
    await desks.postgres.start();
    await copied(desk);
    expect(await desks.rowsInCopy()).toEqual(kept);

    const content = contentOf(db);
    const other = desks.newFolder();
    await desks.takeOver(other, desk.copier.look().state.key);
    const made = desks.openDesk(other, { machine: 'desk-2', start: false });
    // Bytes of print jobs are not copied; the last job's were removed as well.
    const { setting, ...others } = contentOf(made.db);
    const { setting: copiedSetting = [], ...copiedOthers } = content;
    expect(others).toEqual(copiedOthers);
    // After the last job that was copied the old machine may have printed more.
    const [newest] = content['print_job'] as { sequence: number }[];
    const mayLack = { key: 'printJobsMayLackAfter', value: String(newest?.sequence) };
    expect(setting).toEqual([mayLack, ...copiedSetting]);
    const checking = beginActivityCheck(made.db);
    while (checking.next());
    expect(checking.result()).toMatchObject({ entries: 1, faultCount: 0, removed: { upTo: 3 } });
  },
);
