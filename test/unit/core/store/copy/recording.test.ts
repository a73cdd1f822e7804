// What a change of the copy holds: the row as it was saved, or only its name where rows are never changed, so that a long answer is
// not written twice in the command that gave it.
import { beforeEach, expect, test } from 'vitest';
import { recordActivity } from '../../../../../src/core/activity.ts';
import { readCopyState, writeCopyState } from '../../../../../src/core/store/copy/copy-state.ts';
import type { CopyState } from '../../../../../src/core/store/copy/copy-state.ts';
import {
  acknowledge,
  countRecorded,
  countUncopied,
  noteSent,
  readRecorded,
  recordAllAnew,
  startRecording,
  stopRecording,
  uncopiedActivity,
} from '../../../../../src/core/store/copy/recording.ts';
import { lastCommit } from '../../../../../src/core/store/db/commit-count.ts';
import { all, mirrorTransaction, run, transaction } from '../../../../../src/core/store/db/database.ts';
import type { Db } from '../../../../../src/core/store/db/database.ts';
import { saveCommandAnswer } from '../../../../../src/core/store/desk/command-answers.ts';
import { writeSetting } from '../../../../../src/core/store/desk/settings.ts';
import { storeFolder, useStore } from '../../../../support/store-fixture.ts';

const store = useStore();

const first = (): CopyState => ({
  site: 'leeds',
  holder: 'this desk',
  epoch: 0,
  key: '00'.repeat(32),
  number: 0,
  chain: '',
  recordedFor: '',
  copiedUntilMs: null,
  keyShownAtMs: null,
  fenced: null,
  takenOver: null,
});

beforeEach(() => {
  const state = startRecording(store.db, first);
  const last = readRecorded(store.db, { wanted: 10_000 }).at(-1)?.number ?? 0;
  acknowledge(store.db, { ...state, number: last });
});

const answer = 'a long answer '.repeat(400);
const give = (commandId: string): void =>
  saveCommandAnswer(store.db, commandId, { name: 'visits.move', inputHash: 'h', answer, atMs: 1 });
const rowsRead = (): unknown[] =>
  readRecorded(store.db, { wanted: 100 }).map(({ row }) =>
    row === null ? null : (JSON.parse(row) as unknown),
  );
const bytesRecorded = (): number =>
  all<{ bytes: number }>(store.db, 'SELECT coalesce(sum(length(row)), 0) AS bytes FROM copy_change')[0]
    ?.bytes ?? Number.NaN;

test('the answer to a command is not written a second time, and is copied whole', () => {
  give('c1');
  expect(bytesRecorded()).toBe(0);
  expect(rowsRead()).toEqual([
    { command_id: 'c1', name: 'visits.move', input_hash: 'h', answer: JSON.stringify(answer), at_ms: 1 },
  ]);
});

test('one that was removed before it was copied is copied as removed', () => {
  give('c1');
  give('c2');
  run(store.db, "DELETE FROM command_answer WHERE command_id = 'c1'");
  expect(rowsRead()).toEqual([null, expect.objectContaining({ command_id: 'c2' }), null]);
});

test('one that is changed all the same is copied as changed', () => {
  give('c1');
  run(store.db, "UPDATE command_answer SET answer = '1', command_id = 'c9'");
  expect(rowsRead()).toEqual([null, null, expect.objectContaining({ command_id: 'c9', answer: '1' })]);
});

test('a row that may change again is recorded as it was saved', () => {
  run(store.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('ZQ', 'Zoë', 1)");
  run(store.db, "UPDATE staff SET name = 'Zoë Quill'");
  expect(rowsRead()).toMatchObject([{ name: 'Zoë' }, { name: 'Zoë Quill' }]);
});

test('what this machine has found in the list of the service is not told to another one, which reads it anew', () => {
  writeSetting(store.db, 'registrationsVanished', { sinceMs: 1, known: 10, missing: 9 });
  writeSetting(store.db, 'registrationsNotListed', 1);
  expect(rowsRead()).toEqual([]);
});

const staff = (...initials: string[]): void =>
  transaction(store.db, () => {
    for (const one of initials)
      run(store.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES (?, 'Zoë', 1)", [one]);
  });
const read = (wanted: number) => readRecorded(store.db, { wanted });
const stateAt = (number: number): CopyState => ({ ...startRecording(store.db, first), number });

test('what was saved together is read together, however little was asked for, and the next commit is not', () => {
  staff('AA', 'AB', 'AC');
  staff('BA');
  expect(read(2).map(({ key }) => key)).toEqual(['["AA"]', '["AB"]', '["AC"]']);
  expect(read(3)).toHaveLength(3);
  expect(read(4)).toHaveLength(4);
});

test('what the copy has is forgotten here, and nothing after it', () => {
  staff('AA');
  staff('BA');
  acknowledge(store.db, stateAt(read(1)[0]?.number ?? Number.NaN));
  expect(read(10).map(({ key }) => key)).toEqual(['["BA"]']);
  expect(countRecorded(store.db)).toBe(1);
});

test('of what the copy does not have, what people did counts, as many as can be named', () => {
  const copied = stateAt(0).number;
  staff('AA', 'AB', 'AC');
  act(20);
  staff('BA');
  act(30);
  expect(countUncopied(store.db, copied)).toBe(2);
  expect(lostAt(copied)).toEqual([20, 30]);
  expect(countUncopied(store.db, read(4).at(-1)?.number ?? Number.NaN)).toBe(1);
});

/** Somebody does something, at this time of the service's clock. */
const act = (atMs: number, db: Db = store.db): void => {
  transaction(db, () =>
    recordActivity(db, { actor: 'JB', atMs }, 'desk-paired', { visitId: null, desk: 'Room 2' }),
  );
};
const lastNumber = (): number => read(10_000).at(-1)?.number ?? Number.NaN;
const lostAt = (number: number): unknown[] =>
  uncopiedActivity(store.db, number, 10).map((entry) => entry['at_ms']);

/** A full copy of which two entries of the activity came in before it was cut short; where the copy is then. */
function cutShort(state: CopyState): number {
  recordAllAnew(store.db, state, { number: state.number, chain: '' });
  const half = read(100).filter(({ table }) => table === 'activity')[1]?.number ?? Number.NaN;
  acknowledge(store.db, { ...(readCopyState(store.db) ?? state), number: half });
  return half;
}

// The time until which a copy is comes from a machine's clock, here or at the site desk of before; the activity has the service's.
test.each([5, 25, 9_000])(
  'where a full copy was cut short, what people did since the one before counts, whatever a clock said (%s)',
  (copiedUntilMs) => {
    act(10);
    acknowledge(store.db, { ...stateAt(lastNumber()), copiedUntilMs });
    act(20);
    act(30);
    const half = cutShort(startRecording(store.db, first));
    staff('AA');
    expect(countUncopied(store.db, half)).toBe(2);
    expect(lostAt(half)).toEqual([20, 30]);
    // Cut short once more, and after the copy was left out of the settings for a while.
    act(40);
    stopRecording(store.db);
    act(50);
    expect(lostAt(cutShort(startRecording(store.db, first)))).toEqual([20, 30, 40, 50]);
    // Once it is whole, the next one begins from there.
    acknowledge(store.db, { ...startRecording(store.db, first), number: lastNumber() });
    act(60);
    expect(lostAt(cutShort(startRecording(store.db, first)))).toEqual([60]);
  },
);

test('what people did since a copy that was restored from a backup counts where the next full one is cut short', () => {
  act(10);
  act(20);
  act(30);
  const state = acknowledge(store.db, { ...stateAt(lastNumber()), copiedUntilMs: 30 });
  recordAllAnew(store.db, state, { number: 0, chain: '', copiedUntilMs: 10 });
  expect(lostAt(0)).toEqual([20, 30]);
});

test('a desk that was replaced starts without its copy as well, and still tells what only it has', () => {
  const folder = storeFolder();
  const before = folder.open();
  const state = startRecording(before.db, first);
  const copiedNumber = readRecorded(before.db, { wanted: 10_000 }).at(-1)?.number ?? 0;
  act(20, before.db);
  writeCopyState(before.db, { ...state, fenced: { epoch: 2, by: 'desk-2', atMs: 1, copiedNumber } });
  before.close();
  const replaced = folder.open();
  stopRecording(replaced.db);
  expect(replaced.notices).toMatchObject([
    { kind: 'fenced', detail: expect.stringContaining('1 change saved here never reached') as string },
  ]);
  replaced.close();
  folder.remove();
});

test('a copy that begins anew goes on after all numbers that were given, here or there', () => {
  staff('AA');
  const last = read(10).at(-1)?.number ?? Number.NaN;
  recordAllAnew(store.db, stateAt(0), { number: 0, chain: '' });
  expect(read(1)[0]?.number).toBe(last + 1);
  recordAllAnew(store.db, stateAt(0), { number: last + 1_000, chain: '' });
  expect(read(1)[0]?.number).toBe(last + 1_001);
});

test('a batch waits for the disk where it holds what was saved without that, and only then', () => {
  const sent = (): number => {
    const state = readCopyState(store.db) ?? first();
    const { number = 0 } = readRecorded(store.db, { wanted: 100 }).at(-1) ?? {};
    const before = lastCommit(store.db).count;
    noteSent(store.db, { ...state, sent: { number, chain: 'of it' } });
    // Only commits that wait for the disk are counted.
    return lastCommit(store.db).count - before;
  };
  writeSetting(store.db, 'wrongPairingCodes', 1);
  expect(sent()).toBe(0);
  // As the mark of a visit whose person was looked at again.
  mirrorTransaction(store.db, () => writeSetting(store.db, 'wrongPairingCodes', 2));
  expect(sent()).toBe(1);
  expect(sent()).toBe(0);
  expect(readCopyState(store.db)?.sent).toMatchObject({ chain: 'of it' });
});
