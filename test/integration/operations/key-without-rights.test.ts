// A key that lost its rights at the service: what waits is nobody's to decide, is held, and goes on by itself once the rights are back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Input } from '../../../src/contract/index.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePatient, exampleRegistration } from '../../support/wire-examples.ts';

const FORBIDDEN: TestAnswer = {
  status: 403,
  body: { error: { code: 'forbidden', message: 'This token may not.' } },
};
const MINUTE_MS = 60_000;
const PEOPLE = ['Adams', 'Baker', 'Clark', 'Davis', 'Evans'] as const;
const RETESTED = uuidOf(20_001);

let desk: TestDesk;
/** False: the service forbids everything. */
let hasRights: boolean;
/** The changes that the service carried out: the last names of new people, and ids of registrations that were retested. */
let made: string[];
/** The service's own answer to a request that it does not forbid. */
let instead: (request: TestRequest) => TestAnswer | null;

beforeEach(async () => {
  desk = openTestDesk();
  hasRights = true;
  made = [];
  instead = () => null;
  desk.service.answer = (request) => {
    if (!hasRights) return FORBIDDEN;
    return instead(request) ?? carriedOut(request);
  };
  await desk.setLine({ up: true, reading: false });
  await desk.advance(MINUTE_MS);
});
afterEach(() => desk.close());

function carriedOut({ endpoint, body, params }: TestRequest): TestAnswer | null {
  if (endpoint === 'patients.create') {
    const sent = body as { last_name: string; first_name: string; date_of_birth: string; foreign_id: string };
    made.push(sent.last_name);
    return { status: 200, body: examplePatient({ ...sent, id: uuidOf(500 + made.length) }) };
  }
  if (endpoint !== 'registrations.retest') return null;
  made.push(params['id'] ?? '');
  const retest = { id: uuidOf(20_900), trf_code: 'DRW-AGA1N2', short_code: 'AGA1N2', parent_id: RETESTED };
  return { status: 201, body: exampleRegistration(retest) };
}

async function create(lastName: string): Promise<void> {
  const draft = {
    firstName: 'Mary',
    lastName,
    dateOfBirth: '1990-07-01',
    gender: 'female',
    email: `${lastName.toLowerCase()}@example.test`,
  } as const satisfies Input<'patients.create'>['draft'];
  const created = await desk.done('patients.create', { draft });
  expect(created.kind).toBe('created');
}

/** Of all changes that are not done, the oldest first. */
const open = async () => (await desk.done('outbox.list', { show: 'open' })).items;
const states = async () => (await open()).map(({ state }) => state);
const connection = async () => desk.done('connection.get', {});
const asked = (endpoint: TestRequest['endpoint']): number =>
  desk.service.requests.filter((request) => request.endpoint === endpoint).length;

/** A registration that may be tested again. */
function addFailed(): void {
  const registration = exampleRegistration({
    id: RETESTED,
    trf_code: 'DRW-RE5T23',
    short_code: 'RE5T23',
    status: 'fail',
    results_ready: true,
  });
  desk.service.registrations.set(registration.id, registration);
  upsertRegistrations(desk.parts.store.db, [registration], NINE_O_CLOCK_MS);
}

describe('while the service forbids everything', () => {
  it('what waits goes to no person, is held, and goes out by itself once', async () => {
    hasRights = false;
    for (const person of PEOPLE) await create(person);
    await desk.advance(10 * MINUTE_MS);
    expect(await states()).toEqual(PEOPLE.map(() => 'pending'));
    expect((await open()).map(({ attempts }) => attempts)).toEqual(PEOPLE.map(() => 0));
    expect(await connection()).toMatchObject({
      state: 'sign-in-needed',
      error: { kind: 'forbidden' },
      waiting: 5,
      attention: 0,
    });
    // It was tried before it was known; since then the service is asked for a list alone.
    const tries = asked('patients.create');
    expect(tries).toBeLessThanOrEqual(PEOPLE.length);
    const tests = asked('locations.list');
    await desk.advance(10 * MINUTE_MS);
    expect(asked('patients.create')).toBe(tries);
    expect(asked('locations.list')).toBeGreaterThan(tests + 5);
    hasRights = true;
    await desk.advance(MINUTE_MS);
    expect(await open()).toEqual([]);
    expect(made.toSorted()).toEqual([...PEOPLE]);
    expect(await connection()).toMatchObject({ state: 'online', error: null, attention: 0 });
  });

  it('a retest waits too, and is asked for once', async () => {
    addFailed();
    hasRights = false;
    const { version } = await desk.done('registrations.requests', { registrationId: RETESTED });
    await desk.done('registrations.retest', { registrationId: RETESTED, seenVersion: version });
    await desk.advance(10 * MINUTE_MS);
    expect(await states()).toEqual(['pending']);
    hasRights = true;
    await desk.advance(10 * MINUTE_MS);
    expect(await open()).toEqual([]);
    expect(made).toEqual([RETESTED]);
  });

  it('a change in doubt stays in doubt, and the doubt is settled once the rights are back', async () => {
    addFailed();
    const LOST: TestAnswer = { status: 500, body: { error: { code: 'broken', message: 'No.' } } };
    instead = ({ endpoint }) => (endpoint === 'registrations.retest' ? LOST : null);
    const { version } = await desk.done('registrations.requests', { registrationId: RETESTED });
    await desk.done('registrations.retest', { registrationId: RETESTED, seenVersion: version });
    await desk.advance(1_000);
    expect(await states()).toEqual(['unknown']);
    hasRights = false;
    await desk.advance(20 * MINUTE_MS);
    expect(await open()).toMatchObject([{ state: 'unknown', error: { kind: 'busy' } }]);
    expect(asked('registrations.retest')).toBe(1);
    hasRights = true;
    await desk.advance(10 * MINUTE_MS);
    // What must never be done twice is then a person's, with what was found.
    expect(await open()).toMatchObject([{ state: 'needs-human', error: { kind: 'busy' } }]);
    expect(asked('registrations.retest')).toBe(1);
  });
});

it('one change alone that is forbidden is a person’s, and holds nothing else up', async () => {
  instead = ({ endpoint, body }) =>
    endpoint === 'patients.create' && (body as { last_name: string }).last_name === 'Baker'
      ? FORBIDDEN
      : null;
  for (const person of PEOPLE) await create(person);
  await desk.advance(MINUTE_MS);
  expect(await open()).toMatchObject([{ state: 'needs-human', error: { kind: 'forbidden' } }]);
  expect(made.toSorted()).toEqual(PEOPLE.filter((person) => person !== 'Baker'));
  expect(await connection()).toMatchObject({ state: 'online', attention: 1 });
});

it('a list that is closed to the key shuts nobody out, and a change that is forbidden then is a person’s', async () => {
  instead = ({ endpoint, body }) =>
    endpoint === 'locations.list' ||
    (endpoint === 'patients.create' && (body as { last_name: string }).last_name === 'Baker')
      ? FORBIDDEN
      : null;
  for (const person of PEOPLE) await create(person);
  await desk.advance(10 * MINUTE_MS);
  expect(await open()).toMatchObject([{ state: 'needs-human', error: { kind: 'forbidden' } }]);
  expect(made.toSorted()).toEqual(PEOPLE.filter((person) => person !== 'Baker'));
  await desk.setLine({ up: true, reading: true });
  await desk.advance(10 * MINUTE_MS);
  expect(await connection()).toMatchObject({ state: 'trouble', error: { kind: 'forbidden' }, attention: 1 });
  await create('Foster');
  await desk.advance(MINUTE_MS);
  expect(made).toContain('Foster');
});
