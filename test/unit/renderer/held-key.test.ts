// A key is held back for a moment, in which what it means may be offered anew; the press is neither lost nor another's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heldKey } from '../../../src/renderer/app/held-key.ts';
import type { Action } from '../../../src/renderer/ui/actions.ts';

const done: string[] = [];
const action = (owner: string, did: string): Action => ({
  id: 'print-label',
  owner,
  words: 'Print label',
  key: 'P',
  everywhere: false,
  overDialogs: false,
  blocked: null,
  run: () => done.push(did),
});

let offered: readonly Action[] = [];
const held = heldKey(() => offered);
const settle = (): unknown => vi.advanceTimersByTime(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
});
afterEach(() => void vi.useRealTimers());

it('does what the action does by then, where the same owner put it in anew', () => {
  const before = action('visit 1', 'said that it cannot be printed');
  offered = [before];
  held.hold(before, 0);
  expect(done).toEqual([]);
  offered = [action('visit 1', 'printed')];
  settle();
  expect(done).toEqual(['printed']);
});

it('does nothing on another record, and nothing that is offered no longer', () => {
  const before = action('visit 1', 'printed 1');
  held.hold(before, 0);
  offered = [action('visit 2', 'printed 2')];
  settle();
  held.hold(before, 0);
  offered = [];
  settle();
  expect(done).toEqual([]);
});

it('does nothing once it is dropped, and once only when another key follows', () => {
  const first = action('visit 1', 'printed');
  offered = [first];
  held.hold(first, 0);
  held.drop();
  settle();
  expect(done).toEqual([]);
  held.hold(first, 0);
  held.hold(() => done.push('took back'), 0);
  settle();
  expect(done).toEqual(['took back']);
});

it('is done before what a pointer presses afterwards, once, where only the computer was late', () => {
  const first = action('visit 1', 'printed');
  offered = [first];
  held.hold(first, 1_000);
  held.givePlace(1_050);
  expect(done).toEqual(['printed']);
  held.givePlace(1_060);
  settle();
  expect(done).toEqual(['printed']);
});

it('is forgotten where a pointer is pressed at the same moment', () => {
  const first = action('visit 1', 'printed');
  offered = [first];
  held.hold(first, 1_000);
  held.givePlace(1_049);
  settle();
  expect(done).toEqual([]);
});
