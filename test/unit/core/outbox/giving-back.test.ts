// A slot that this desk itself is making free is waited for; one that may never become free is not, or nobody would be asked about it.
import { expect, it } from 'vitest';
import { isBeingGivenBack } from '../../../../src/core/outbox/executors/giving-back.ts';
import { upsertAppointments } from '../../../../src/core/store/mirror/appointments.ts';
import { moveRow, waitFor } from '../../../../src/core/store/outbox/outbox-moves.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { hold, patient, registration, release, saveChanges } from '../../../support/outbox-changes.ts';
import { appointmentBody, useStore, uuid } from '../../../support/store-fixture.ts';

const store = useStore();
const START_MS = Date.parse('2026-11-20T09:00:00Z');
const place = { locationId: uuid(5, 1), startsAtMs: START_MS };

it('a slot is not on its way back while what gives it back waits for something that a person has to decide', () => {
  const { db } = store;
  const appointment = appointmentBody(1);
  upsertAppointments(db, [appointment], START_MS);
  const [person, between, leaving, wanted] = saveChanges(
    store,
    patient('p'),
    registration('r', 'p', 'elsewhere'),
    release(appointment.id),
    hold('wanted'),
  ) as [OutboxRow, OutboxRow, OutboxRow, OutboxRow];
  const asked = { db, row: wanted } as unknown as Parameters<typeof isBeingGivenBack>[0];
  expect(isBeingGivenBack(asked, place)).toBe(true);
  waitFor(db, between.sequence, person.sequence);
  waitFor(db, leaving.sequence, between.sequence);
  expect(isBeingGivenBack(asked, place)).toBe(true);
  moveRow(db, person.sequence, 'sending');
  moveRow(db, person.sequence, 'needs-human');
  expect(isBeingGivenBack(asked, place)).toBe(false);
});
