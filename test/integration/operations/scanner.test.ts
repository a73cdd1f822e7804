// The scanner of this desk: learned from a scan of the sheet, unless the managed settings fix it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEARNING_TEXT } from '../../../src/domain/scanner.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

let desk: TestDesk;
let visitId: string;
function open(site: Parameters<typeof openTestDesk>[0] = {}): void {
  desk = openTestDesk(site);
  visitId = desk.addVisit(1);
}
beforeEach(() => open());
afterEach(() => desk.close());

const SHEET = { typed: `~${LEARNING_TEXT}#`, endKey: 'Tab', longestPauseMs: 100, medianPauseMs: 12 } as const;
const scan = (text: string) =>
  desk.done('scan.submit', { text, visitId: null, source: 'scanner', typedReason: null });
const scanner = async () => (await desk.done('session.get', {})).scanner;

describe('a scanner that was learned', () => {
  it('is gone by from then on, and its additions are no part of a code', async () => {
    expect(await scanner()).toEqual({
      prefix: '',
      trailer: '',
      suffix: 'Enter',
      idleMs: 150,
      from: 'usual',
      learnedAtMs: null,
    });
    expect(await scan('~DRW-AAA001#')).toMatchObject({ kind: 'unknown' });
    const learned = await desk.done('scanner.learn', SHEET);
    expect(learned).toMatchObject({ prefix: '~', trailer: '#', suffix: 'Tab', idleMs: 200, from: 'learned' });
    expect(await scanner()).toEqual(learned);
    expect(await scan('~DRW-AAA001#')).toMatchObject({ kind: 'visit', visit: { id: visitId } });
    expect(await scan('~]C0drw-aaa001#\r')).toMatchObject({ kind: 'visit', visit: { id: visitId } });
    expect(desk.events.at(-1)).toBeDefined();
    const { items } = await desk.done('activity.list', { limit: 5 });
    expect(items).toMatchObject([{ kind: 'scanner-learned', detail: { prefix: '~', trailer: '#' } }]);
  });

  it('is forgotten when somebody says so', async () => {
    await desk.done('scanner.learn', SHEET);
    expect(await desk.done('scanner.forget', {})).toMatchObject({ prefix: '', from: 'usual' });
    expect(await scanner()).toMatchObject({ from: 'usual' });
  });

  it('is never learned from a text that was not whole, and stays as it was', async () => {
    await desk.done('scanner.learn', SHEET);
    for (const [typed, sheet] of [
      [LEARNING_TEXT.slice(0, 8), 'not-whole'],
      [`${'x'.repeat(12)}${LEARNING_TEXT}`, 'too-long'],
    ] as const) {
      expect(await desk.refused('scanner.learn', { ...SHEET, typed })).toMatchObject({
        kind: 'rejected',
        fields: { sheet },
      });
    }
    expect(await scanner()).toMatchObject({ prefix: '~', from: 'learned' });
  });
});

it('managed settings win: nothing is learned over them', async () => {
  await desk.close();
  open({ scanner: { prefix: '+', trailer: '', suffix: 'none', idleMs: 300 }, location: 'Soho' });
  expect(await desk.refused('scanner.learn', SHEET)).toMatchObject({ kind: 'conflict', reason: 'state' });
  expect(await desk.refused('scanner.forget', {})).toMatchObject({ kind: 'conflict' });
  expect(await desk.done('session.get', {})).toMatchObject({
    locationNamed: 'Soho',
    scanner: { prefix: '+', suffix: 'none', idleMs: 300, from: 'managed' },
  });
});

it('letters that the scanner adds are not taken off a name that is typed', async () => {
  await desk.close();
  open({ scanner: { prefix: 'O', trailer: 'r', suffix: 'Enter', idleMs: 150 }, location: 'Soho' });
  expect((await desk.done('search.find', { text: 'Oliver' })).visits).toMatchObject([{ id: visitId }]);
  const typed = { text: 'Oliver', visitId: null, source: 'typed' } as const;
  expect(await desk.done('scan.submit', typed)).toMatchObject({ kind: 'visit', matchedBy: 'name' });
  // What nobody has is shown as it was typed.
  const unknown = { text: 'Overnight', visitId: null, source: 'typed' } as const;
  expect(await desk.done('scan.submit', unknown)).toEqual({ kind: 'unknown', text: 'Overnight' });
});
