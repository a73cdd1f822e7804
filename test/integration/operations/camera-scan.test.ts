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

it.each([
  ['nothing', ''],
  ['no Base64', 'a picture!'],
  ['too large a picture', 'AAAA'.repeat(70_000)],
])('%s is refused', async (_what, picture) => {
  expect(await desk.refused('scan.picture', { picture })).toMatchObject({ kind: 'rejected' });
});
