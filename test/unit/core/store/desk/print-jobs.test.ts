// Whether a paper may exist: known of jobs from before it was kept, and of a label over all its jobs. What is known of older jobs.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../../../../src/core/store/db/connect.ts';
import { run } from '../../../../../src/core/store/db/database.ts';
import { migrate } from '../../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../../src/core/store/db/migrations/index.ts';
import { labelsOf, makeLabel } from '../../../../../src/core/store/desk/labels.ts';
import {
  createPrintJobStore,
  findPrintJob,
  type PrintJobState,
} from '../../../../../src/core/store/desk/print-jobs.ts';
import { ensureVisitForAppointment } from '../../../../../src/core/store/desk/visits.ts';
import { storeFolder, TEST_KEY, type StoreFolder } from '../../../../support/store-fixture.ts';

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

it('a paper counts as perhaps printed, when in doubt, for jobs of an older database', () => {
  const old = connect(folder.file, TEST_KEY);
  migrate(
    old,
    MIGRATIONS.filter(({ version }) => version === 1),
  );
  const jobs: readonly [string, PrintJobState, number, string, boolean][] = [
    ['waiting', 'queued', 0, 'plain', false],
    ['refused', 'attention', 3, 'plain', false],
    ['doubted-and-sent-again', 'queued', 1, 'marked', true],
    ['leaving', 'sending', 1, 'plain', true],
    ['out', 'sent', 1, 'plain', true],
    ['doubted', 'unsure', 1, 'plain', true],
    ['given-up-untried', 'cancelled', 0, 'plain', false],
    ['given-up-after-a-try', 'cancelled', 1, 'plain', true],
  ];
  jobs.forEach(([id, state, attempts, bytes], index) =>
    run(
      old,
      `INSERT INTO print_job (id, sequence, printer_id, title, bytes, reprint_bytes, state, attempts, actor, created_at_ms)
       VALUES (?, ?, 'front', 'OLIVER, James', CAST(? AS BLOB), CAST('marked' AS BLOB), ?, ?, 'Desk', 0)`,
      [id, index, bytes, state, attempts],
    ),
  );
  old.close();

  const { db, close } = folder.open();
  for (const [id, , , , perhapsPrinted] of jobs) {
    expect([id, findPrintJob(db, id)]).toMatchObject([id, { perhapsPrinted, madeFor: null }]);
  }
  close();
});

it('pages of an older database go to what prints pages; of anything else nobody knows for which settings it was made', () => {
  const old = connect(folder.file, TEST_KEY);
  migrate(
    old,
    MIGRATIONS.filter(({ version }) => version <= 42),
  );
  const document = JSON.stringify({ kind: 'trf', registrationId: null, patientId: null, pages: 1 });
  const jobs: readonly [string, string | null, Buffer, string | null][] = [
    ['form', document, Buffer.from('%PDF-1.7'), 'pages'],
    ['form-on-a-roll', document, Buffer.from([0x1b, 0x40, 1]), null],
    ['form-not-kept', document, Buffer.alloc(0), null],
    ['label', null, Buffer.from('^XA'), null],
  ];
  jobs.forEach(([id, pages, bytes], index) =>
    run(
      old,
      `INSERT INTO print_job (id, sequence, printer_id, title, document, bytes, reprint_bytes, state, actor, created_at_ms)
       VALUES (?, ?, 'front', 'OLIVER, James', ?, ?, x'', 'queued', 'Desk', 0)`,
      [id, index, pages, bytes],
    ),
  );
  old.close();

  const { db, close } = folder.open();
  for (const [id, , , madeOutFor] of jobs)
    expect([id, findPrintJob(db, id)?.madeOutFor]).toEqual([id, madeOutFor]);
  close();
});

it('a label counts as perhaps printed by any of its jobs, whatever the newest one’s state', () => {
  const { db, close } = folder.open();
  const { visitId } = ensureVisitForAppointment(db, {
    appointmentId: 'appointment',
    locationId: 'location',
    date: '2026-03-12',
    nowMs: 0,
  });
  makeLabel(db, {
    id: 'label',
    visitId,
    ordinal: 1,
    madeFor: {
      patientId: 'patient',
      registrationId: 'registration',
      firstName: 'James',
      lastName: 'Oliver',
      dateOfBirth: '1984-03-15',
      code: 'SAMP0001',
    },
  });
  const store = createPrintJobStore(db);
  const insert = (id: string): void =>
    store.insert({
      id,
      printerId: 'front',
      title: id,
      visitId,
      labelId: 'label',
      madeFor: null,
      document: null,
      ticketFor: null,
      madeOutFor: null,
      bytes: new Uint8Array(1),
      reprintBytes: new Uint8Array(1),
      reprintReason: null,
      actor: 'Desk',
      createdAtMs: 0,
    });
  const become = (id: string, state: PrintJobState): void =>
    store.change(id, { state, detail: null, nextAttemptAtMs: null, finishedAtMs: null });
  const perhapsPrinted = (): boolean | undefined =>
    labelsOf(db, ['registration']).get('registration')?.[0]?.perhapsPrinted;

  expect(perhapsPrinted()).toBe(false);
  insert('first');
  expect(perhapsPrinted()).toBe(false);
  store.beginSending('first', null);
  expect(perhapsPrinted()).toBe(true);
  become('first', 'unsure');
  become('first', 'cancelled');
  insert('second');
  become('second', 'cancelled');
  expect(perhapsPrinted()).toBe(true);
  close();
});
