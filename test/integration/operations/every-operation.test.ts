// No desk operation goes untested. And those that belong to no story of their own: each does what its name says, on the
// real sync.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import type { Input } from '../../../src/contract/index.ts';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePatient } from '../../support/wire-examples.ts';
import { deskSteps } from './support/desk-steps.ts';

it('each desk operation is called by a test of the engine', () => {
  const folder = join(import.meta.dirname, '..');
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const calls = text.matchAll(/\b(?:done|call|refused|ask|until)\(\s*'([\w.]+)'/g);
  const called = new Set(Array.from(calls, (match) => match[1]));
  expect(Object.keys(operations).filter((name) => !called.has(name))).toEqual([]);
});

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const online = () => desk.setLine({ up: true, reading: false });

const DRAFT = {
  firstName: 'Mary',
  lastName: 'Okafor',
  dateOfBirth: '1990-07-01',
  gender: 'female',
  email: 'mary@example.test',
} as const satisfies Input<'patients.create'>['draft'];

/** The service's record of the person of {@link DRAFT}. */
const asEntered = (foreignId: string) =>
  examplePatient({
    id: uuidOf(500),
    first_name: DRAFT.firstName,
    last_name: DRAFT.lastName,
    date_of_birth: DRAFT.dateOfBirth,
    foreign_id: foreignId,
  });

async function createdPatient(): Promise<string> {
  const created = await desk.done('patients.create', { draft: DRAFT });
  if (created.kind !== 'created') throw new Error('somebody alike was found');
  return created.person.id;
}

async function onlyChange() {
  const { items } = await desk.done('outbox.list', { show: 'open' });
  expect(items).toHaveLength(1);
  return items[0] as (typeof items)[number];
}

describe('a change that waits', () => {
  it('is refused by the service, corrected here, and then accepted', async () => {
    const patientId = await createdPatient();
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'patients.create'
        ? {
            status: 422,
            body: { error: { code: 'invalid', message: 'No such mailbox.', fields: { email: 'mailbox' } } },
          }
        : null;
    await online();
    const refused = await onlyChange();
    expect(refused).toMatchObject({ state: 'refused', kind: 'patient.create' });

    const sent: unknown[] = [];
    desk.service.answer = ({ endpoint, body }) => {
      if (endpoint !== 'patients.create') return null;
      sent.push(body);
      const { foreign_id } = body as { foreign_id: string };
      return { status: 200, body: asEntered(foreign_id) };
    };
    await desk.done('outbox.editPatient', {
      rowId: refused.id,
      draft: { ...DRAFT, email: 'm.okafor@example.test' },
    });
    await desk.advance(60_000);
    expect(sent).toMatchObject([{ email: 'm.okafor@example.test' }]);
    expect((await desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
    expect(await desk.done('patients.get', { patientId })).toMatchObject({
      lastName: 'Okafor',
      sync: 'synced',
    });
  });

  it('is corrected whole: address and ethnicity too', async () => {
    await createdPatient();
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'patients.create'
        ? {
            status: 422,
            body: { error: { code: 'invalid', message: 'No.', fields: { 'address.city': 'is not a town' } } },
          }
        : null;
    await online();
    const refused = await onlyChange();
    expect(refused).toMatchObject({ state: 'refused', entered: { address: null, email: DRAFT.email } });

    const sent: unknown[] = [];
    desk.service.answer = ({ endpoint, body }) => {
      if (endpoint !== 'patients.create') return null;
      sent.push(body);
      return { status: 200, body: asEntered((body as { foreign_id: string }).foreign_id) };
    };
    const address = { line1: '1 High Street', city: 'London', postalCode: 'W1A 1AA', countryCode: 'GB' };
    const draft = { ...DRAFT, phoneNumber: null, ethnicity: 'Black African', address };
    await desk.done('outbox.editPatient', { rowId: refused.id, draft });
    await desk.advance(60_000);
    expect(sent).toMatchObject([{ ethnicity: 'Black African', address: { city: 'London' } }]);
    expect(sent[0]).not.toHaveProperty('phone_number');
  });

  it('is sent again once a person has looked', async () => {
    await createdPatient();
    let answers = 0;
    desk.service.answer = ({ endpoint, body }) => {
      if (endpoint !== 'patients.create') return null;
      answers += 1;
      const { foreign_id } = body as { foreign_id: string };
      return answers === 1
        ? { status: 403, body: { error: { code: 'forbidden', message: 'This token may not.' } } }
        : { status: 200, body: asEntered(foreign_id) };
    };
    await online();
    const stuck = await onlyChange();
    expect(stuck.state).toBe('needs-human');
    await desk.done('outbox.retry', { rowId: stuck.id });
    await desk.advance(60_000);
    expect((await desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
  });

  it('is given up with a reason that the activity keeps', async () => {
    await createdPatient();
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'patients.create'
        ? { status: 422, body: { error: { code: 'invalid', message: 'No.' } } }
        : null;
    await online();
    const refused = await onlyChange();
    expect(await desk.refused('outbox.discard', { rowId: refused.id, reason: ' ' })).toMatchObject({
      kind: 'rejected',
    });
    await desk.done('outbox.discard', { rowId: refused.id, reason: 'Entered by mistake' });
    expect((await desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
    const { items } = await desk.done('activity.list', { limit: 1 });
    expect(items).toMatchObject([{ kind: 'change-discarded', detail: { reason: 'Entered by mistake' } }]);
    // A dialog about it that is open at another window can say so, although no list has it any more.
    expect(await desk.done('outbox.get', { rowId: refused.id })).toMatchObject({
      state: 'discarded',
      choices: [],
    });
    expect(await desk.refused('outbox.get', { rowId: uuidOf(9) })).toMatchObject({ kind: 'not-found' });
  });

  it('becomes the person whom the service already knew, when somebody says so', async () => {
    const patientId = await createdPatient();
    const known = examplePatient({
      id: uuidOf(501),
      first_name: 'Mary',
      last_name: 'Okafor',
      foreign_id: 'clinic-7',
    });
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'patients.create' ? { status: 200, body: known } : null;
    await online();
    const matched = await onlyChange();
    expect(matched).toMatchObject({ state: 'needs-human', existingPerson: { id: uuidOf(501) } });
    await desk.done('outbox.linkExisting', { rowId: matched.id });
    expect((await desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
    expect(await desk.done('patients.get', { patientId })).toMatchObject({ lastName: 'Okafor' });
  });
});

describe('a print job', () => {
  async function queuedJob(): Promise<string> {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await deskSteps(() => desk).checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    await desk.advance(0);
    return jobs[0]?.id as string;
  }

  it('of which nothing was sent cannot be declared printed, and is cancelled with a reason', async () => {
    const jobId = await queuedJob();
    expect(await desk.refused('printJobs.markPrinted', { jobId })).toMatchObject({ kind: 'conflict' });
    await desk.done('printJobs.cancel', { jobId, reason: 'Printer is away' });
    const { items } = await desk.done('printJobs.list', {});
    expect(items).toMatchObject([{ id: jobId, state: 'cancelled' }]);
    expect(desk.printed).toEqual([]);
  });

  it('that broke off in the middle can be declared printed by the person who holds the label', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'reset after 200 bytes' });
    const jobId = await queuedJob().then(async (id) => {
      desk.setDelivery({ outcome: 'unsure', detail: 'reset after 200 bytes' });
      await desk.done('printJobs.retry', { jobId: id, seenAttempts: 1 });
      await desk.advance(0);
      return id;
    });
    expect((await desk.done('printJobs.list', {})).items).toMatchObject([{ state: 'unsure' }]);
    expect(await desk.done('printJobs.markPrinted', { jobId })).toMatchObject({ state: 'printed' });
  });
});

describe('the desk itself', () => {
  it('moves to another location when a person chooses it, unless the settings say where it is', async () => {
    const elsewhere = { ...desk.service.locations.values().next().value, id: uuidOf(6), name: 'Camden' };
    desk.service.locations.set(elsewhere.id, elsewhere as never);
    await online();
    expect((await desk.done('session.get', {})).location).toMatchObject({ name: 'Marylebone' });
    await desk.done('session.chooseLocation', { locationId: uuidOf(6) });
    expect((await desk.done('session.get', {})).location).toMatchObject({ name: 'Camden' });
    expect(await desk.refused('session.chooseLocation', { locationId: uuidOf(7) })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('reads at once when asked to', async () => {
    await online();
    desk.service.requests.length = 0;
    await desk.done('sync.now', {});
    await desk.advance(2_000);
    expect(desk.service.requests.map((request) => request.endpoint)).toContain('registrations.list');
    expect(await desk.done('connection.get', {})).toMatchObject({
      waiting: 0,
      attention: 0,
      printProblems: 0,
    });
  });
});

it('a document that names somebody else is not shown, and not kept for later', async () => {
  desk.addVisit(1);
  desk.addVisit(2);
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf'
      ? {
          status: 200,
          bytes: new TextEncoder().encode('%PDF-1.7 DRW-AAA002 %%EOF'),
          contentType: 'application/pdf',
        }
      : null;
  await online();
  const document = (number: number): { registrationId: string; kind: 'trf' } => ({
    registrationId: uuidOf(20_000 + number),
    kind: 'trf',
  });
  expect(await desk.refused('documents.get', document(1))).toMatchObject({
    kind: 'rejected',
    fields: { document: 'of-somebody-else' },
  });
  await desk.done('documents.get', document(2));
  await desk.setLine({ up: false, reading: false });
  expect(await desk.refused('documents.get', document(1))).toMatchObject({ kind: 'offline' });
  expect(await desk.done('documents.get', document(2))).toMatchObject({ stored: true });
});

it('documents and slots come from the service while it answers, and from the store when it does not', async () => {
  desk.addVisit(1);
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf'
      ? {
          status: 200,
          bytes: new TextEncoder().encode('%PDF-1.7 form %%EOF'),
          contentType: 'application/pdf',
        }
      : endpoint === 'locations.slots'
        ? {
            status: 200,
            body: [
              {
                id: uuidOf(800),
                preview: '11:00',
                time: '2026-03-03 11:00',
                available: true,
                is_past: false,
              },
            ],
          }
        : null;
  await online();
  const registrationId = uuidOf(20_001);
  const fetched = await desk.done('documents.get', { registrationId, kind: 'trf' });
  expect(Buffer.from(fetched.base64, 'base64').toString()).toBe('%PDF-1.7 form %%EOF');
  expect(await desk.done('slots.list', { date: '2026-03-03' })).toMatchObject({
    live: true,
    slots: [{ id: uuidOf(800) }],
  });

  await desk.setLine({ up: false, reading: false });
  expect(await desk.done('documents.get', { registrationId, kind: 'trf' })).toMatchObject({ stored: true });
  expect(await desk.done('slots.list', { date: '2026-03-03' })).toMatchObject({
    live: false,
    slots: [{ id: uuidOf(800) }],
  });
});

it('people and visits are found by what somebody types', async () => {
  desk.addVisit(1);
  expect(await desk.done('search.find', { text: 'oliv' })).toMatchObject({
    visits: [{ person: { lastName: 'Oliver' } }],
    people: [{ lastName: 'Oliver' }],
  });
  expect(await desk.done('search.find', { text: 'DRW-AAA001' })).toMatchObject({
    visits: [{ trfCodes: ['DRW-AAA001'] }],
  });
  expect(await desk.done('search.find', { text: 'nobody at all' })).toEqual({
    visits: [],
    people: [],
    more: false,
    results: [],
    similar: { visits: [], people: [] },
  });
  expect(await desk.done('search.find', { text: 'olivr' })).toMatchObject({
    visits: [],
    people: [],
    similar: { visits: [{ person: { lastName: 'Oliver' } }], people: [{ lastName: 'Oliver' }] },
  });
});

it('visits of long ago are removed soon after a start, and the desk says up to which day', async () => {
  const yearsAgo = (years: number): number => Date.UTC(2026 - years, 5, 30, 23, 30);
  const gone = desk.addVisit(1, { startsAtMs: yearsAgo(4) });
  const kept = desk.addVisit(2, { startsAtMs: yearsAgo(2) });
  expect(await desk.done('retention.get', {})).toEqual({ visits: null, printJobs: null, orders: null });
  desk.events.splice(0);
  // Nothing is old by this machine's clock alone.
  await desk.advance(2 * 60_000);
  expect(await desk.done('retention.get', {})).toMatchObject({ visits: null });
  desk.service.down = false;
  await desk.advance(62 * 60_000);
  // By the days of the site: half past eleven in UTC is after midnight in London's summer.
  expect(await desk.done('retention.get', {})).toEqual({
    visits: '2022-07-01',
    printJobs: null,
    orders: null,
  });
  expect(await desk.refused('visits.get', { visitId: gone })).toMatchObject({ kind: 'not-found' });
  expect((await desk.done('board.get', { date: '2022-07-01' })).rows).toEqual([]);
  expect((await desk.done('board.get', { date: '2024-07-01' })).rows).toMatchObject([{ id: kept }]);
  const told = desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []));
  expect(told).toContain('board');
});
