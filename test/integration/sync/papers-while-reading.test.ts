// Labels during the very first reading of a long list, which takes minutes: nothing can be printed for people without their codes.
import { afterEach, expect, it } from 'vitest';
import type { Http } from '../../../src/core/ports/machine.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import { openSyncedDesk } from './support/synced-desk.ts';
import type { SyncedDesk, SyncedDeskOptions } from './support/synced-desk.ts';

const REGISTRATIONS = 2_000;
/** After it none is read while it is held; the ends of the list, where those of today are, were read before it. */
const HELD_PAGE = '?page=4&';

let desk: SyncedDesk;
let letGo: () => void;
afterEach(async () => {
  letGo();
  await desk.close();
});

/** A desk in the middle of its first reading, with today's people on its board. */
async function openReading(config: SyncedDeskOptions['config'] = {}): Promise<void> {
  const held = new Promise<void>((go) => (letGo = go));
  const around = (line: Http): Http => ({
    async request(request) {
      if (request.url.includes(HELD_PAGE) && request.url.includes('test_registration')) await held;
      return line.request(request);
    },
  });
  desk = await openSyncedDesk({
    around,
    documentReader: {
      readLabel: async () => ({ text: '', code: 'READ0FF1' }),
      read: async () => ({ text: '' }),
    },
    prepare: (sandbox) => sandbox.fillWithRegistrations(REGISTRATIONS),
    config: { requestsPerMinute: 100_000, ...config },
  });
  await desk.until('the board', () => desk.visitsToday().length > 0);
}

/** Of today's registrations: those of which it is known what their labels carry. */
const asked = (): string[] =>
  desk.registrationsToday().filter((id) => {
    const registration = readRegistration(desk.store.db, id);
    return registration?.labelCodeAsked === true;
  });
const withPatient = (): string[] =>
  desk.registrationsToday().filter((id) => {
    const registration = readRegistration(desk.store.db, id);
    return registration !== null && registration.patientId !== null && registration.completedAt === null;
  });

it('the labels of those who come today are read while the list is', async () => {
  await openReading();
  await desk.until('the labels', () => {
    const known = new Set(asked());
    return withPatient().length > 0 && withPatient().every((id) => known.has(id));
  });
  expect(desk.sync.freshness().asOfMs).toBeNull();
});

it('the label of somebody who stands at the desk is read at once, whatever the limit on requests', async () => {
  // A quarter is for documents: one in a minute.
  await openReading({ requestsPerMinute: 4 });
  const last = await desk.until('a registration without its label', () => {
    const known = new Set(asked());
    return withPatient().findLast((id) => !known.has(id));
  });
  desk.sync.labelsNeeded([last]);
  await desk.until('the label', () => asked().includes(last));
  expect(desk.sync.freshness().asOfMs).toBeNull();
});
