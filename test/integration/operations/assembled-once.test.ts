// How often a command reads a visit's records from the store: once, and again only what it has just changed itself.
import Database from 'better-sqlite3-multiple-ciphers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

/** Statements that stand for a part of the visit; each part is read by exactly one of them. */
const PARTS = {
  registrations: /^SELECT id, body, fetched_at_ms FROM mirror_registration /,
  appointment: /^SELECT id, body, fetched_at_ms FROM mirror_appointment /,
  labels: /^\s*SELECT label\.id, .* FROM label /s,
} as const;
type Reads = Record<keyof typeof PARTS, number>;

const ONCE: Reads = { registrations: 1, appointment: 1, labels: 1 };
/** After a command wrote something about labels, these alone are read again. */
const LABELS_AGAIN: Reads = { ...ONCE, labels: 2 };
/** After a change that says whose registrations these are, everything is. */
const ALL_AGAIN: Reads = { registrations: 2, appointment: 2, labels: 2 };

/** The statements of each transaction, in the order in which they ran. */
let transactions: string[][] = [];
const { prepare } = Database.prototype as unknown as {
  prepare(this: Database.Database, sql: string): Database.Statement<unknown[]>;
};

beforeAll(() => {
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const way of ['get', 'all', 'run'] as const) {
      const ask = statement[way].bind(statement) as (...values: unknown[]) => never;
      statement[way] = (...values: unknown[]) => {
        if (sql.startsWith('BEGIN') || sql === 'COMMIT') transactions.push([]);
        else transactions.at(-1)?.push(sql);
        return ask(...values);
      };
    }
    return statement;
  } as typeof Database.prototype.prepare;
});
afterAll(() => {
  Object.assign(Database.prototype, { prepare });
});

/** What the command's own transaction read, of those that ran since. */
async function readsOf(command: () => Promise<unknown>): Promise<Reads> {
  transactions = [];
  await command();
  // A scan that only leads somewhere keeps no answer; nothing else runs then.
  const own =
    transactions.find((sqls) => sqls.some((sql) => sql.startsWith('INSERT INTO command_answer'))) ??
    transactions.find((sqls) => sqls.some((sql) => PARTS.registrations.test(sql)));
  if (!own) throw new Error('No command was run.');
  const count = (pattern: RegExp): number => own.filter((sql) => pattern.test(sql)).length;
  return {
    registrations: count(PARTS.registrations),
    appointment: count(PARTS.appointment),
    labels: count(PARTS.labels),
  };
}

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const seen = async (visitId: string) => ({
  visitId,
  seenVersion: (await desk.done('visits.get', { visitId })).version,
});
const IDENTIFIERS = [
  { kind: 'name', stated: null },
  { kind: 'date-of-birth', stated: null },
] as const;

it('each command from check-in to collection reads the visit once', async () => {
  const visitId = desk.addVisit(1);
  let at = await seen(visitId);
  const reads: Record<string, Reads> = {};

  reads['check-in'] = await readsOf(() =>
    desk.done('visits.checkIn', { ...at, identifiers: [...IDENTIFIERS] }),
  );
  at = await seen(visitId);
  reads['move'] = await readsOf(() => desk.done('visits.move', { ...at, to: 'collecting' }));
  reads['print'] = await readsOf(() => desk.done('labels.print', { visitId }));
  await eventually(() => desk.printed.length === 1);
  reads['scan back'] = await readsOf(() =>
    desk.done('scan.submit', { text: 'SAMP0001', visitId, source: 'scanner' }),
  );
  at = await seen(visitId);
  reads['collect'] = await readsOf(() =>
    desk.done('visits.collect', { ...at, collectedAtMs: NINE_O_CLOCK_MS }),
  );
  expect(reads).toEqual({
    'check-in': ONCE,
    move: ONCE,
    // What its print job may still become is told by the one label that it is for.
    print: { ...LABELS_AGAIN, labels: 3 },
    'scan back': LABELS_AGAIN,
    collect: ONCE,
  });
});

it('the board asks the store as often for many visits as for one', async () => {
  const statementsOfBoard = async (): Promise<number> => {
    transactions = [[]];
    await desk.done('board.get', {});
    return transactions.flat().length;
  };
  desk.addVisit(1);
  const ofOne = await statementsOfBoard();
  for (const number of [2, 3, 4, 5]) desk.addVisit(number);
  expect(await statementsOfBoard()).toBe(ofOne);
});

it('a sample that is not taken, and is after all, costs no second reading of the records', async () => {
  const visitId = desk.addVisit(1);
  await desk.done('visits.checkIn', { ...(await seen(visitId)), identifiers: [...IDENTIFIERS] });
  await desk.done('labels.print', { visitId });
  await eventually(() => desk.printed.length === 1);
  const { labelList } = await desk.done('visits.get', { visitId });
  const labelId = labelList[0]?.id as string;
  const reads: Record<string, Reads> = {};

  let at = await seen(visitId);
  reads['not taken'] = await readsOf(() =>
    desk.done('visits.sampleNotTaken', { ...at, labelIds: [labelId], reason: 'failed-draw' }),
  );
  const [trouble] = (await desk.done('visits.get', { visitId })).troubles;
  const jobId = trouble?.kind === 'destroy-labels' ? (trouble.papers[0]?.jobId ?? '') : '';
  reads['destroyed'] = await readsOf(() => desk.done('labels.confirmDestroyed', { visitId, jobId }));
  at = await seen(visitId);
  reads['to take'] = await readsOf(() => desk.done('visits.sampleToTake', { ...at, labelId }));
  expect(reads).toEqual({ 'not taken': LABELS_AGAIN, destroyed: LABELS_AGAIN, 'to take': LABELS_AGAIN });
});

it('a patient who is assigned makes the visit another one, so it is read again', async () => {
  const visitId = desk.addVisit(1, { patient: null });
  desk.addVisit(2);
  const at = await seen(visitId);
  expect(
    await readsOf(() => desk.done('visits.assignPatient', { ...at, patientId: uuidOf(30_002) })),
  ).toEqual(ALL_AGAIN);
});

it('what a scan or a name finds is read once, in the label step of somebody who is not being collected from as well', async () => {
  const visitId = desk.addVisit(1);
  const board = { visitId: null, source: 'scanner' } as const;
  expect(await readsOf(() => desk.done('scan.submit', { ...board, text: 'DRW-AAA001' }))).toEqual(ONCE);
  expect(await readsOf(() => desk.done('scan.submit', { ...board, visitId, text: 'DRW-AAA001' }))).toEqual(
    ONCE,
  );
  expect(
    await readsOf(() => desk.done('scan.submit', { ...board, source: 'typed', text: 'ada oliver' })),
  ).toEqual(ONCE);
});

it('a label of another visit is refused with one reading of each of the two', async () => {
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  await desk.done('visits.checkIn', { ...(await seen(visitId)), identifiers: [...IDENTIFIERS] });
  await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
  const scan = { text: 'SAMP0002', visitId, source: 'scanner' } as const;
  expect(await readsOf(() => desk.done('scan.submit', scan))).toEqual({
    registrations: 2,
    appointment: 2,
    labels: 2,
  });
});
