// What a change of the copy holds: the row as it was saved, or only its name where rows are never changed, so that a long answer is
// not written twice in the command that gave it.
import { beforeEach, expect, test } from 'vitest';
import type { CopyState } from '../../../../../src/core/store/copy/copy-state.ts';
import { acknowledge, readRecorded, startRecording } from '../../../../../src/core/store/copy/recording.ts';
import { all, run } from '../../../../../src/core/store/db/database.ts';
import { saveCommandAnswer } from '../../../../../src/core/store/desk/command-answers.ts';
import { useStore } from '../../../../support/store-fixture.ts';

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
