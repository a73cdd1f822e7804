// What a scan opens, asked before its last key: the same as the scan itself says, and nothing is recorded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const foresee = async (text: string) => (await desk.done('scan.foresee', { text })).opens;
const scan = (text: string) => desk.done('scan.submit', { text, visitId: null, source: 'scanner' });
const CODE = 'DRW-AAA001';

it('is the visit that the scan opens, in any case of its letters', async () => {
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  const before = desk.events.length;
  const opens = await foresee(CODE.toLowerCase());
  expect(opens).toMatchObject({ kind: 'visit', matchedBy: 'trf-code', visit: { id: visitId } });
  expect(desk.events).toHaveLength(before);
  expect((await desk.done('activity.list', { limit: 5 })).items).toEqual([]);
  expect(await scan(CODE)).toEqual(opens);
});

it('is nothing for a code that nothing here has, and for no code', async () => {
  desk.addVisit(1);
  for (const text of ['DRW-ZZZ999', '', 'Oliver', uuidOf(90_000)]) expect(await foresee(text)).toBeNull();
});
