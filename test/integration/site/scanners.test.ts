// Scanners belong to a desk: what one desk has learned of its own changes nothing for the others.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LEARNING_TEXT } from '../../../src/domain/scanner.ts';
import { openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
let room: Machine;
let other: Machine;
beforeEach(async () => {
  site = await openSite();
  room = await site.paired('Room 2');
  other = await site.paired('Room 3');
});
afterEach(() => site.close());

const PACE = { longestPauseMs: 100, medianPauseMs: 12 };
const sheetOf = (before: string, after: string) => ({
  typed: `${before}${LEARNING_TEXT}${after}`,
  endKey: 'Tab' as const,
  ...PACE,
});
const scannerOf = async (desk: Pick<Machine, 'done'>) => (await desk.done('session.get', {})).scanner;
const scan = (desk: Pick<Machine, 'done'>, text: string) =>
  desk.done('scan.submit', { text, visitId: null, source: 'scanner', typedReason: null });

it('a further desk learns its own, and reads codes by it; the others stay as they were', async () => {
  const visitId = site.desk.addVisit(1);
  await room.done('scanner.learn', sheetOf('~', '#'));
  expect(await scannerOf(room)).toMatchObject({ prefix: '~', trailer: '#', suffix: 'Tab', from: 'learned' });
  for (const desk of [other, site.desk]) {
    expect(await scannerOf(desk)).toMatchObject({ prefix: '', trailer: '', from: 'usual' });
    expect(await scan(desk, '~DRW-AAA001#')).toMatchObject({ kind: 'unknown' });
  }
  expect(await scan(room, '~DRW-AAA001#')).toMatchObject({ kind: 'visit', visit: { id: visitId } });
});

it('a further desk that has learned nothing goes by what the site desk has, until it learns, and again once it forgets', async () => {
  await site.desk.done('scanner.learn', sheetOf('+', ''));
  expect(await scannerOf(site.desk)).toMatchObject({ prefix: '+', from: 'learned' });
  expect(await scannerOf(room)).toMatchObject({ prefix: '+', from: 'site' });
  await room.done('scanner.learn', sheetOf('', ''));
  await other.done('scanner.learn', sheetOf('~', ''));
  expect(await scannerOf(room)).toMatchObject({ prefix: '', from: 'learned' });
  expect(await room.done('scanner.forget', {})).toMatchObject({ prefix: '+', from: 'site' });
  expect(await scannerOf(other)).toMatchObject({ prefix: '~', from: 'learned' });
  // At the site desk forgetting is for all that have none of their own.
  await site.desk.done('scanner.forget', {});
  expect([(await scannerOf(room)).from, (await scannerOf(other)).from]).toEqual(['usual', 'learned']);
});

it('what a desk has learned is there after its restart', async () => {
  await room.done('scanner.learn', sheetOf('~', ''));
  expect(await scannerOf(await room.restarted())).toMatchObject({ prefix: '~', from: 'learned' });
});
