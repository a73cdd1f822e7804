// Before a byte leaves, the row says on disk that it is being sent, how often it was, and since when.
import { expect, it } from 'vitest';
import { SENDING_RULES } from '../../../../src/core/outbox/sending-rules.ts';
import { changeRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { patient, saveChanges } from '../../../support/outbox-changes.ts';
import { useStore } from '../../../support/store-fixture.ts';

const store = useStore();

it('a row that begins to be sent counts the attempt and has no time of a next one', () => {
  const [row] = saveChanges(store, patient('p'));
  if (!row) throw new Error('nothing was saved');
  changeRow(store.db, row.sequence, { nextAttemptAtMs: 4_000 });
  SENDING_RULES.begin(store.db, row, 5_000);
  expect(findRow(store.db, row.id)).toMatchObject({
    state: 'sending',
    attempts: 1,
    attemptedAtMs: 5_000,
    nextAttemptAtMs: null,
  });
});
