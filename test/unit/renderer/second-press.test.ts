// The second press of a double one acts only on what the first one pressed, as it was then.
import { beforeEach, expect, it } from 'vitest';
import { secondPresses, type Press } from '../../../src/renderer/app/second-press.ts';

let presses: ReturnType<typeof secondPresses>;
beforeEach(() => {
  presses = secondPresses();
});

const dialog = {};
const button = {};
const print: Press = { pressed: button, words: 'Print ticket', dialog: null, hasFocus: true };
const again: Press = { ...print, words: 'Print the ticket again' };
const open: Press = { pressed: {}, words: '09:30', dialog: null, hasFocus: true };
const yes: Press = { pressed: {}, words: 'Move the appointment', dialog, hasFocus: true };
const submit: Press = { pressed: {}, words: 'Save', dialog, hasFocus: false };

it('the second click of a double one presses neither another button nor the same one that means something else by then', () => {
  expect(presses.isSecondClick(print, 1)).toBe(false);
  expect(presses.isSecondClick(print, 2)).toBe(false);
  expect(presses.isSecondClick(again, 3)).toBe(true);
  expect(presses.isSecondClick(open, 4)).toBe(true);
  expect(presses.isSecondClick({ ...open, pressed: null }, 5)).toBe(false);
  expect(presses.isSecondClick(again, 1)).toBe(false);
});

it('a key that is pressed again at once does nothing to a button that means something else by then, and later it does', () => {
  expect(presses.isSecondKey(print, 1_000)).toBe(false);
  expect(presses.isSecondKey(print, 1_150)).toBe(false);
  expect(presses.isSecondKey(again, 1_300)).toBe(true);
  // The third of three belongs to them too.
  expect(presses.isSecondKey(again, 1_700)).toBe(true);
  expect(presses.isSecondKey(again, 2_300)).toBe(false);
});

it('a key answers no dialog that the press before has only just opened, nor what stands where one was', () => {
  expect(presses.isSecondKey(open, 1_000)).toBe(false);
  expect(presses.isSecondKey(yes, 1_180)).toBe(true);
  expect(presses.isSecondKey(yes, 1_360)).toBe(true);
  expect(presses.isSecondKey(yes, 1_700)).toBe(false);
  expect(presses.isSecondKey(open, 1_850)).toBe(true);
});

it('keys go on from step to step of one screen, and from a field that was filled', () => {
  expect(presses.isSecondKey(open, 1_000)).toBe(false);
  expect(presses.isSecondKey(print, 1_100)).toBe(false);
  expect(presses.isSecondKey(submit, 1_200)).toBe(false);
});
