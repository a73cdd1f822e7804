// What a picture of the camera says goes to the screen as it is; nothing is looked up with it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

it('the codes on a picture are said, and nothing is written down', async () => {
  const picture = Buffer.from(']C0DRW-7K2M9Q\n]C0DRW-XYZ234').toString('base64');
  expect(await desk.done('scan.picture', { picture })).toEqual({ codes: [']C0DRW-7K2M9Q', ']C0DRW-XYZ234'] });
  expect((await desk.done('activity.list', {})).items).toEqual([]);
});

it('a scan is read for a field of a form, and nothing is looked up or written down', async () => {
  expect(await desk.done('scan.read', { text: ']C0drw-7k2m9q\r' })).toEqual({
    code: 'DRW-7K2M9Q',
    nhsNumber: null,
  });
  expect(await desk.done('scan.read', { text: '943 476 5919' })).toMatchObject({ nhsNumber: '9434765919' });
  // A wristband: GS1 DataMatrix with the number of a service relation.
  expect(await desk.done('scan.read', { text: ']d28018505089894347659197' })).toEqual({
    code: '505089894347659197',
    nhsNumber: '9434765919',
  });
  expect(await desk.done('scan.read', { text: ' \r' })).toEqual({ code: null, nhsNumber: null });
  expect((await desk.done('activity.list', {})).items).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['no Base64', 'a picture!'],
  ['too large a picture', 'AAAA'.repeat(70_000)],
])('%s is refused', async (_what, picture) => {
  expect(await desk.refused('scan.picture', { picture })).toMatchObject({ kind: 'rejected' });
});
