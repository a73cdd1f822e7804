// A list is first drawn with the rows that are in sight: no row more is waited for, and none is missing from the window.
import { expect, it } from 'vitest';
import { roomForRows } from '../../../src/renderer/ui/room-for-rows.ts';

it.each([
  ['what is above the list takes its room', 800, 1, 10],
  ['part of a row is a row', 801, 1, 11],
  ['enlarged, fewer rows are in the same window', 1_600, 2, 10],
  ['in a short window what is above scrolls away', 600, 1, 12],
  ['and in one that is short when it is enlarged', 1_200, 2, 12],
  ['one row at least', 20, 1, 1],
])('%s', (_, windowHeightPx, zoom, rows) =>
  expect(roomForRows(windowHeightPx, { abovePx: 300, leastRowPx: 50, zoom })).toBe(rows),
);
