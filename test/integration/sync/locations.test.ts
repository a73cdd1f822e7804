// A desk stays at its location whatever the service's list of locations says, until a person chooses another one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mainLocationId } from '../../../src/core/outbox/main-location.ts';
import { listLocations } from '../../../src/core/store/mirror/locations.ts';
import { LOCATION_ID, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePage } from '../../support/wire-examples.ts';

const MINUTE_MS = 60_000;
const SOHO_ID = uuidOf(6);

let desk: TestDesk;
beforeEach(async () => {
  desk = openTestDesk();
  desk.addVisit(1);
  desk.addVisit(2, { locationId: SOHO_ID });
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * MINUTE_MS);
});
afterEach(() => desk.close());

const session = () => desk.done('session.get', {});
const here = async (): Promise<string | null> => (await session()).location?.name ?? null;
const known = (): string[] => listLocations(desk.parts.store.db).map(({ id }) => id);
async function readLocations(times: number): Promise<void> {
  for (let reading = 0; reading < times; reading += 1) {
    await desk.done('sync.now', {});
    await desk.advance(5 * MINUTE_MS);
  }
}
async function choose(locationId: string): Promise<void> {
  await desk.done('session.chooseLocation', { locationId });
  await desk.advance(5 * MINUTE_MS);
}
/** A page of the list that lacks Soho, and says that there are so many locations. */
const withoutSoho =
  (total: number) =>
  (request: TestRequest): TestAnswer | null => {
    if (request.endpoint !== 'locations.list') return null;
    const rest = [...desk.service.locations.values()].filter(({ id }) => id !== SOHO_ID);
    return { status: 200, body: { ...examplePage(rest), nr_of_results: total } };
  };

it('a chosen location that is missing in one reading of the list stays', async () => {
  await choose(SOHO_ID);
  desk.service.answer = withoutSoho(1);
  await readLocations(1);
  expect(await here()).toBe('Soho');
  desk.service.answer = () => null;
  await readLocations(1);
  desk.service.answer = withoutSoho(1);
  await readLocations(1);
  expect(await here()).toBe('Soho');
});

it('a location stays that is missing for a moment only, however often somebody has the list read meanwhile', async () => {
  await choose(SOHO_ID);
  desk.service.answer = withoutSoho(1);
  for (let press = 0; press < 4; press += 1) {
    await desk.done('sync.now', {});
    await desk.advance(2_000);
  }
  expect(await here()).toBe('Soho');
  await readLocations(1);
  await readLocations(1);
  expect(known()).toEqual([LOCATION_ID]);
});

it('a location stays while the list does not tell how many it has', async () => {
  await choose(SOHO_ID);
  desk.service.answer = withoutSoho(-1);
  await readLocations(4);
  expect(await here()).toBe('Soho');
});

it('a location stays while one of the list does not tell its id', async () => {
  await choose(SOHO_ID);
  desk.service.answer = (request) => {
    if (request.endpoint !== 'locations.list') return null;
    const [first] = [...desk.service.locations.values()];
    return { status: 200, body: examplePage([first, { ...first, id: null }]) };
  };
  await readLocations(4);
  expect(await here()).toBe('Soho');
});

describe('somebody who asks for it', () => {
  afterEach(() => {
    desk.service.isLate = () => false;
    desk.service.release();
  });
  const asked = (endpoint: string): number =>
    desk.service.requests.filter((request) => request.endpoint === endpoint).length;
  /** A reading begins, and gets no answer from this endpoint. */
  async function readingWaitsFor(late: string): Promise<void> {
    const before = asked(late);
    desk.service.isLate = ({ endpoint }) => endpoint === late;
    await desk.done('sync.now', {});
    await expect.poll(() => desk.advance(100).then(() => asked(late))).toBeGreaterThan(before);
  }

  it('gets it at once, also while a reading is long past it', async () => {
    await readingWaitsFor('registrations.list');
    const before = asked('locations.list');
    await desk.done('sync.now', {});
    await expect.poll(() => asked('locations.list')).toBe(before + 1);
  });

  it('gets it as it is now, where it was just being read', async () => {
    await readingWaitsFor('locations.list');
    const before = asked('locations.list');
    await desk.done('sync.now', {});
    desk.service.isLate = ({ endpoint }) => endpoint === 'registrations.list';
    desk.service.release();
    await expect.poll(() => asked('locations.list')).toBe(before + 1);
  });
});

it('a list of locations that never ends is given up soon, and keeps nothing else from being read', async () => {
  const asked: string[] = [];
  desk.service.answer = (request) => {
    asked.push(request.endpoint);
    if (request.endpoint !== 'locations.list') return null;
    const number = Number(request.query.get('page'));
    return { status: 200, body: examplePage([], number, number + 1) };
  };
  await readLocations(1);
  const before = asked.slice(0, asked.indexOf('registrations.list'));
  expect(before.filter((endpoint) => endpoint === 'locations.list')).toHaveLength(100);
  expect(before).toContain('products.list');
  expect(known()).toContain(LOCATION_ID);
});

it('a location stays while the list has fewer records than it says', async () => {
  await choose(SOHO_ID);
  desk.service.answer = withoutSoho(2);
  await readLocations(4);
  expect(await here()).toBe('Soho');
  expect(known()).toEqual([LOCATION_ID, SOHO_ID]);
});

it('a chosen location that is listed no more leaves the desk without one, and never at another one', async () => {
  await choose(SOHO_ID);
  expect((await desk.done('board.get', {})).rows).toHaveLength(1);
  desk.service.answer = withoutSoho(1);
  desk.events.splice(0);
  await readLocations(2);
  expect(known()).toEqual([LOCATION_ID]);
  expect(await session()).toMatchObject({ location: null, locationNamed: null });
  expect((await desk.done('board.get', {})).rows).toEqual([]);
  expect(desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toEqual(
    expect.arrayContaining(['session', 'board']),
  );

  // It is listed again: the desk works there as before.
  desk.service.answer = () => null;
  await readLocations(1);
  expect(await here()).toBe('Soho');
});

it('visits of the desk’s own location are not elsewhere while that is not listed', async () => {
  await choose(SOHO_ID);
  const visitId = (await desk.done('board.get', {})).rows[0]?.id as string;
  desk.service.answer = withoutSoho(1);
  await readLocations(2);
  const { troubles } = await desk.done('visits.get', { visitId });
  expect(troubles.map(({ kind }) => kind)).not.toContain('elsewhere');
});

it('where nobody has chosen, the location stays the first one that the list ever had', async () => {
  expect(await here()).toBe('Marylebone');
  expect(mainLocationId(desk.parts.store.db)).toBe(LOCATION_ID);
  const first = desk.service.locations.get(LOCATION_ID);
  desk.service.locations.delete(LOCATION_ID);
  await readLocations(3);
  expect(known()).toEqual([SOHO_ID]);
  expect(await here()).toBeNull();
  // Nor is the next one taken for the one at which the service books a time without a slot.
  expect(mainLocationId(desk.parts.store.db)).toBeNull();

  if (first) desk.service.locations.set(LOCATION_ID, first);
  await readLocations(1);
  expect(known()).toEqual([SOHO_ID, LOCATION_ID]);
  expect(await here()).toBe('Marylebone');
  expect(mainLocationId(desk.parts.store.db)).toBe(LOCATION_ID);
});

it('a key that may not read the list of locations alone reads the rest at its pace, and says so all the time', async () => {
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'locations.list'
      ? { status: 403, body: { error: { code: 'forbidden', message: 'Not yours.' } } }
      : null;
  await desk.done('sync.now', {});
  await desk.advance(5 * MINUTE_MS);
  const before = desk.service.requests.length;
  const states = new Set<string>();
  for (let minute = 0; minute < 20; minute += 1) {
    await desk.advance(MINUTE_MS);
    states.add(desk.parts.sync.connection().state);
  }
  const asked = desk.service.requests.slice(before).map(({ endpoint }) => endpoint);
  const times = (endpoint: string): number => asked.filter((one) => one === endpoint).length;
  expect(times('registrations.list')).toBeGreaterThan(10);
  expect(times('registrations.list')).toBeLessThan(50);
  expect(times('locations.list')).toBeLessThan(15);
  expect([...states]).toEqual(['trouble']);
  expect((await desk.done('board.get', {})).rows).toHaveLength(1);
  desk.service.answer = () => null;
  await desk.advance(5 * MINUTE_MS);
  expect(desk.parts.sync.connection().state).toBe('online');
});

it.each([['Soho'], [SOHO_ID]])(
  'the location that the managed settings call %s stays when the service renames it',
  async (configured) => {
    await desk.close();
    desk = openTestDesk({ location: configured });
    desk.addVisit(2, { locationId: SOHO_ID });
    await desk.setLine({ up: true, reading: false });
    await desk.advance(5 * MINUTE_MS);
    expect(await here()).toBe('Soho');
    const soho = desk.service.locations.get(SOHO_ID);
    if (!soho) throw new Error('Every desk for tests has it.');
    desk.service.locations.set(SOHO_ID, { ...soho, name: 'Soho Square' });
    await readLocations(2);
    expect(await here()).toBe('Soho Square');
    expect((await desk.done('board.get', {})).rows).toHaveLength(1);

    // Once another one has the name, that one is meant: the settings say so.
    desk.service.locations.set(SOHO_ID, soho);
    await readLocations(1);
    expect(await here()).toBe('Soho');
    desk.service.locations.delete(SOHO_ID);
    await readLocations(2);
    expect(await here()).toBeNull();
  },
);

it('a name in the managed settings that two locations have means neither, but where it meant one of them before', async () => {
  const rename = (id: string, name: string): void => {
    const known = desk.service.locations.get(id);
    if (known) desk.service.locations.set(id, { ...known, name });
  };
  await desk.close();
  desk = openTestDesk({ location: 'Camden' });
  desk.addVisit(2, { locationId: SOHO_ID });
  rename(LOCATION_ID, 'Camden');
  rename(SOHO_ID, 'Camden');
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * MINUTE_MS);
  expect(await session()).toMatchObject({ location: null, locationNamed: 'Camden', locationAmbiguous: true });
  expect((await desk.done('board.get', {})).rows).toEqual([]);
  rename(LOCATION_ID, 'Marylebone');
  await readLocations(2);
  expect(await session()).toMatchObject({ location: { id: SOHO_ID }, locationAmbiguous: false });
  rename(LOCATION_ID, 'Camden');
  await readLocations(2);
  expect(await session()).toMatchObject({ location: { id: SOHO_ID }, locationAmbiguous: false });
});

it('a name that a later page of the list gives another location too means neither', async () => {
  await desk.close();
  desk = openTestDesk({ location: 'Camden' });
  const [one, other] = [...desk.service.locations.values()].map((location) => ({
    ...location,
    name: 'Camden',
  }));
  desk.service.answer = (request) => {
    if (request.endpoint !== 'locations.list') return null;
    const page = Number(request.query.get('page'));
    return { status: 200, body: { ...examplePage([page === 1 ? one : other], page, 2), nr_of_results: 2 } };
  };
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * MINUTE_MS);
  expect(await session()).toMatchObject({ location: null, locationAmbiguous: true });
});
