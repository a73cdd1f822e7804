// A local form names a person, so the one of a registration that the service never got is not kept for good.
import { expect, it } from 'vitest';
import {
  forgetGivenUpForms,
  findLocalForm,
  makeLocalForm,
} from '../../../../../src/core/store/desk/local-forms.ts';
import { forgetFinishedRows } from '../../../../../src/core/store/outbox/outbox-recovery.ts';
import { moveRow } from '../../../../../src/core/store/outbox/outbox-moves.ts';
import { listRows } from '../../../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../../../src/core/store/outbox/outbox.ts';
import { finishRow, patient, registration, saveChanges } from '../../../../support/outbox-changes.ts';
import { useStore } from '../../../../support/store-fixture.ts';

const store = useStore();
const MADE_MS = 5_000;

it('a form goes with the registration that was given up, once it is old; that of one at the service stays', () => {
  const { db } = store;
  const [person, givenUpOne, atService] = saveChanges(
    store,
    patient('p'),
    registration('given-up', 'p', 'a'),
    registration('at the service', 'p', 'b'),
  ) as [OutboxRow, OutboxRow, OutboxRow];
  for (const { subjectId } of [givenUpOne, atService]) {
    const madeFor = { patientId: 'p', firstName: 'James', lastName: 'Oliver', dateOfBirth: '1984-03-15' };
    makeLocalForm(db, { registrationId: subjectId, code: `L-${subjectId}`, madeFor, madeAtMs: MADE_MS });
  }
  finishRow(store, person);
  moveRow(db, givenUpOne.sequence, 'discarded', { finishedAtMs: MADE_MS });
  finishRow(store, atService);
  const givenUp = () => listRows(db, 'all').filter(({ state }) => state === 'discarded');

  expect(forgetGivenUpForms(db, MADE_MS, 10)).toBe(0);
  forgetFinishedRows(db, MADE_MS + 1, 10);
  expect(givenUp()).toHaveLength(1);
  expect(forgetGivenUpForms(db, MADE_MS + 1, 10)).toBe(1);
  expect(findLocalForm(db, 'given-up')).toBeNull();
  expect(findLocalForm(db, 'at the service')).not.toBeNull();
  forgetFinishedRows(db, MADE_MS + 1, 10);
  expect(givenUp()).toEqual([]);
});
