// A record begins with what its row in the list says, but only where that is all that can stand there.
import { expect, it } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import type { RegistrationRowView } from '../../../src/contract/registration-views.ts';
import { shownInList } from '../../../src/renderer/features/registrations/shown-in-list.ts';

const ROW: RegistrationRowView = {
  id: 'r1',
  trfCode: 'DRW-AAA001',
  gone: false,
  unread: false,
  foreignId: null,
  status: 'pending',
  person: { id: 'p1', firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' },
  productNames: [],
  createdOn: '2026-03-01',
  completedAt: null,
  resultsReady: false,
  appointment: null,
  contested: false,
  untaken: false,
  perhapsMade: false,
  sync: 'synced',
};
const list = (...rows: RegistrationRowView[]): Output<'registrations.list'> => ({
  total: rows.length,
  from: 0,
  rows,
  asOfMs: 7,
  reading: false,
});

it('says whose it is, its status and how old that is, whichever part of the list has it', () => {
  expect(shownInList([list({ ...ROW, id: 'r0' }), list(ROW)], 'r1')).toMatchObject({
    trfCode: 'DRW-AAA001',
    status: 'pending',
    person: { id: 'p1' },
    asOfMs: 7,
  });
});

it('waits for the whole record where no list has it, or something would push it down', () => {
  expect(shownInList([], 'r1')).toBeNull();
  expect(shownInList([list(ROW)], 'r2')).toBeNull();
  expect(shownInList([list({ ...ROW, sync: 'waiting' })], 'r1')).toBeNull();
  expect(shownInList([list({ ...ROW, contested: true })], 'r1')).toBeNull();
});
