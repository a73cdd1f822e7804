// Which slot of a day the Tab key comes to.
import { expect, it } from 'vitest';
import { tabStop } from '../../../src/renderer/shared/slots/tab-stop.ts';

const MINUTE_MS = 60_000;
const slot = (minute: number, available = true) => ({
  id: `slot ${minute}`,
  startsAtMs: minute * MINUTE_MS,
  available,
  past: false,
});
const day = [slot(5), slot(10, false), slot(15), slot(20)];
const at = { nowMs: 7 * MINUTE_MS, lastOn: null, chosenMs: null };

it('is the first free slot, the chosen one, or the one that had the focus last', () => {
  expect(tabStop(day, at)).toBe('slot 15');
  expect(tabStop(day, { ...at, chosenMs: 20 * MINUTE_MS })).toBe('slot 20');
  expect(tabStop(day, { ...at, chosenMs: 20 * MINUTE_MS, lastOn: 'slot 15' })).toBe('slot 15');
});

it('is never a slot that cannot be pressed, and none where no slot is free', () => {
  expect(tabStop(day, { ...at, lastOn: 'slot 5', chosenMs: 10 * MINUTE_MS })).toBe('slot 15');
  expect(tabStop([slot(5), slot(10, false)], at)).toBeNull();
});
