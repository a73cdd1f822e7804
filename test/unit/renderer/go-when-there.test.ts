// Going to a screen: drawn once, with what it asks for first; never late, and never after somebody has gone elsewhere.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goWhenThere } from '../../../src/renderer/app/go-when-there.ts';
import { createQueryCache, questionOf } from '../../../src/renderer/host/query-cache.ts';

let answer: () => void;
let desk: ReturnType<typeof createQueryCache>;
const gone: string[] = [];
const place = { hash: '#/settings' };
const navigate = (path: string): void => {
  gone.push(path);
  place.hash = `#${path}`;
};
const BOARD = '/';
const PRINTERS = '/printers';
const toBoard = (): void => goWhenThere(BOARD, [questionOf('board.get', {})], { desk, navigate });
const toPrinters = (): void => goWhenThere(PRINTERS, [], { desk, navigate });
const answered = async (): Promise<void> => {
  answer();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', place);
  vi.stubGlobal('window', globalThis);
  place.hash = '#/settings';
  gone.length = 0;
  desk = createQueryCache({
    ask: () => new Promise((done) => (answer = () => done({ ok: true, value: { rows: [] } }))),
    staleOn: () => ['board'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for the answer that the screen asks for first, and goes once', async () => {
  toBoard();
  expect(gone).toEqual([]);
  await answered();
  expect(gone).toEqual([BOARD]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toEqual([BOARD]);
});

it('goes at once where nothing is asked for, or the answer is kept', async () => {
  toPrinters();
  expect(gone).toEqual([PRINTERS]);
  toBoard();
  await answered();
  toPrinters();
  desk.invalidateTopics(['board']);
  toBoard();
  expect(gone).toEqual([PRINTERS, BOARD, PRINTERS, BOARD]);
});

it('shows the screen without its answer after a tenth of a second', async () => {
  toBoard();
  await vi.advanceTimersByTimeAsync(99);
  expect(gone).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toEqual([BOARD]);
  await answered();
  expect(gone).toEqual([BOARD]);
});

it('takes nobody to a screen who has gone to another one meanwhile', async () => {
  toBoard();
  toPrinters();
  await answered();
  expect(gone).toEqual([PRINTERS]);
});

it('takes nobody away from what a scan has opened meanwhile', async () => {
  toBoard();
  place.hash = '#/visit/v1';
  await answered();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toEqual([]);
});
