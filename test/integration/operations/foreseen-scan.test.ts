// What a scan opens, asked before its last key: the same as the scan itself says, and nothing is recorded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import { exampleRegistration } from '../../support/wire-examples.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { TestDesk } from '../../support/test-desk.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const foresee = (text: string) => desk.done('scan.foresee', { text });
const scan = (text: string) => desk.done('scan.submit', { text, visitId: null, source: 'scanner' });
const addRegistration = (number: number, code: string) =>
  upsertRegistrations(
    desk.parts.store.db,
    [
      exampleRegistration({
        id: uuidOf(50_000 + number),
        trf_code: code,
        patient_id: null,
      }),
    ],
    NINE_O_CLOCK_MS,
  );
const CODE = 'DRW-AAA001';

it('is the visit that the scan opens, in any case of its letters', async () => {
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  const before = desk.events.length;
  const { leadsTo: opens } = await foresee(CODE.toLowerCase());
  expect(opens).toMatchObject({ kind: 'visit', matchedBy: 'trf-code', visit: { id: visitId } });
  expect(desk.events).toHaveLength(before);
  expect((await desk.done('activity.list', { limit: 5 })).items).toEqual([]);
  expect(await scan(CODE)).toEqual(opens);
});

it('is told for the beginning of a code that no other code has', async () => {
  const visitId = desk.addVisit(1);
  desk.addVisit(11);
  expect(await foresee('drw-aaa0')).toEqual({ text: 'drw-aaa0', leadsTo: null });
  const foreseen = await foresee(']C0drw-aaa001');
  expect(foreseen).toMatchObject({ text: ']C0drw-aaa001', leadsTo: { visit: { id: visitId } } });
  expect(await foresee(']C0drw-aaa01')).toMatchObject({ text: ']C0drw-aaa011' });
});

it('is of the text itself where that is a code, although a longer one begins so', async () => {
  const visitId = desk.addVisit(1);
  addRegistration(2, `${CODE}7`);
  expect(await foresee(CODE)).toMatchObject({ text: CODE, leadsTo: { visit: { id: visitId } } });
});

it('is the registration of a code that has no visit, as the scan says it', async () => {
  addRegistration(3, 'DRW-BBB003');
  const { text, leadsTo } = await foresee('DRW-BBB0');
  expect({ text, kind: leadsTo?.kind }).toEqual({ text: 'DRW-BBB003', kind: 'registration' });
  expect(await scan(text)).toEqual(leadsTo);
});

it('goes by the frame of the scanner: what it sends before a code, and after it', async () => {
  await desk.close();
  desk = openTestDesk({ scanner: { prefix: '~', trailer: '#', suffix: 'none', idleMs: 150 } });
  desk.addVisit(1);
  for (const begun of ['~DRW-AAA0', '~DRW-AAA001', '~DRW-AAA001#'])
    expect(await foresee(begun)).toMatchObject({ text: '~DRW-AAA001#', leadsTo: { kind: 'visit' } });
});

it('is nothing for a code that nothing here has, and for no code', async () => {
  desk.addVisit(1);
  for (const text of ['DRW-ZZZ999', '', 'Oliver', uuidOf(90_000)])
    expect(await foresee(text)).toEqual({ text, leadsTo: null });
});
