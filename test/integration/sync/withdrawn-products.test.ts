// A test that the laboratory takes off its list is not booked any more, and what was booked keeps its name.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePage, exampleProduct } from '../../support/wire-examples.ts';

const MINUTE_MS = 60_000;
const IRON = uuidOf(3);
const VITAMINS = uuidOf(40);
const vitamins = exampleProduct({ id: VITAMINS, name: 'Vitamin check', sku: 'VITA-2' });

let desk: TestDesk;
beforeEach(async () => {
  desk = openTestDesk();
  desk.addVisit(1);
  desk.service.products.set(VITAMINS, vitamins);
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * MINUTE_MS);
  await read(1);
});
afterEach(() => desk.close());

async function read(times: number): Promise<void> {
  for (let reading = 0; reading < times; reading += 1) {
    await desk.done('sync.now', {});
    await desk.advance(5 * MINUTE_MS);
  }
}
const offered = async (): Promise<string[]> =>
  (await desk.done('products.list', {})).items.flatMap(({ id, isWithdrawn }) => (isWithdrawn ? [] : id));
async function walkIn(productIds: string[]) {
  const held = await desk.done('walkIn.hold', {
    locationId: LOCATION_ID,
    slotId: null,
    startsAtMs: desk.parts.sync.serverNowMs(),
  });
  return desk.call('walkIn.confirm', {
    visitId: held.id,
    seenVersion: held.version,
    patientId: uuidOf(30_001),
    productIds,
  });
}
const listAs = (ids: string[], total: number): void => {
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'products.list'
      ? {
          status: 200,
          body: {
            ...examplePage([exampleProduct(), vitamins].filter(({ id }) => ids.includes(id))),
            nr_of_results: total,
          },
        }
      : null;
};

it('is offered and booked no more, wherever it was chosen before, and is named there', async () => {
  expect(await offered()).toEqual([IRON, VITAMINS]);
  listAs([IRON], 1);
  desk.events.splice(0);
  await read(2);
  expect(await offered()).toEqual([IRON]);
  expect(desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toContain('board');
  expect((await desk.done('products.list', {})).items).toContainEqual(
    expect.objectContaining({ id: VITAMINS, name: 'Vitamin check', isWithdrawn: true }),
  );
  await desk.setLine({ up: false, reading: false });
  expect((await desk.done('catalogue.find', {})).items.map(({ id }) => id)).not.toContain(VITAMINS);
  expect(await walkIn([IRON, VITAMINS])).toMatchObject({
    error: { kind: 'rejected', fields: { productIds: 'withdrawn' } },
  });
  expect(
    await desk.refused('registrations.create', {
      patientId: uuidOf(30_001),
      seenRegistrationIds: [uuidOf(20_001)],
      productIds: [VITAMINS],
      biomarkerCodes: [],
    }),
  ).toMatchObject({ kind: 'rejected', fields: { productIds: 'withdrawn' } });
  expect((await walkIn([IRON])).ok).toBe(true);
});

it('is not asked for in full any more, and the catalogue is whole without it', async () => {
  const asked = (id: string): number =>
    desk.service.requests.filter(({ endpoint, params }) => endpoint === 'products.get' && params['id'] === id)
      .length;
  listAs([IRON], 1);
  await read(2);
  const before = { iron: asked(IRON), vitamins: asked(VITAMINS) };
  await desk.advance(25 * 60 * MINUTE_MS);
  await read(2);
  expect(asked(IRON)).toBeGreaterThan(before.iron);
  expect(asked(VITAMINS)).toBe(before.vitamins);
});

it('keeps its name in what was booked before', async () => {
  await desk.setLine({ up: false, reading: false });
  const booked = await walkIn([VITAMINS]);
  if (!booked.ok) throw new Error('it was not booked');
  await desk.setLine({ up: true, reading: false });
  listAs([IRON], 1);
  await read(2);
  expect(await offered()).toEqual([IRON]);
  const visit = await desk.done('visits.get', { visitId: booked.value.id });
  expect(JSON.stringify(visit.registrations)).toContain('Vitamin check');
});

it('is offered as before once it is listed again', async () => {
  listAs([IRON], 1);
  await read(2);
  desk.service.answer = () => null;
  await read(1);
  expect(await offered()).toEqual([IRON, VITAMINS]);
  expect((await walkIn([VITAMINS])).ok).toBe(true);
});

it('is offered while it is missing for a moment only, however often somebody has the list read meanwhile', async () => {
  listAs([IRON], 1);
  for (let press = 0; press < 4; press += 1) {
    await desk.done('sync.now', {});
    await desk.advance(2_000);
  }
  expect(await offered()).toEqual([IRON, VITAMINS]);
});

it('is offered where a reading in between lacked others, and had it', async () => {
  listAs([IRON], 1);
  await read(1);
  listAs([VITAMINS], 2);
  await read(1);
  listAs([IRON], 1);
  await read(1);
  expect(await offered()).toEqual([IRON, VITAMINS]);
});

it.each([
  ['is missing in one reading', [IRON], 1, 1],
  ['may be among those that the list lacks', [IRON], 2, 3],
  ['is missing from a list of nothing', [], 0, 3],
])('is offered while it %s', async (_when, ids, total, readings) => {
  listAs(ids, total);
  await read(readings);
  expect(await offered()).toEqual([IRON, VITAMINS]);
  expect(desk.parts.sync.serverNowMs()).toBeGreaterThan(NINE_O_CLOCK_MS);
});
