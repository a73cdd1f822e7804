// What is said before a desk is shut out: that it is one's own, and what stands there.
import { expect, it } from 'vitest';
import { cutOffWords, printersOut } from '../../../src/renderer/features/desks/shut-out-words.ts';

const at = (id: string) => ({ id, name: id, state: 'here', sinceMs: null }) as const;

it('the desk at which somebody sits is named as that', () => {
  expect(cutOffWords(true)).toMatch(/^This is the desk at which you sit: this window is cut off/);
  expect(cutOffWords(false)).toMatch(/^Its windows are cut off/);
});

it('the printers that stand there are named with what waits for them, and no others', () => {
  const printers = [
    { name: 'Zebra', desk: at('room-2'), waiting: 1 },
    { name: 'Office', desk: at('room-2'), waiting: 0 },
    { name: 'Brother', desk: at('room-2'), waiting: 12 },
    { name: 'Elsewhere', desk: at('room-3'), waiting: 5 },
    { name: 'Here', desk: null, waiting: 5 },
  ];
  expect(printersOut('room-2', printers)).toEqual([
    'The printer Zebra stands there, and prints nothing until another desk is chosen for it. 1 print job waits for it.',
    'The printer Office stands there, and prints nothing until another desk is chosen for it.',
    'The printer Brother stands there, and prints nothing until another desk is chosen for it. 12 print jobs wait for it.',
  ]);
});
