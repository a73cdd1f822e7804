// Pages on a label printer in the queue: whatever the desk was at when it was killed, a page is never sent twice by itself and never lost,
// and one that may be out already says so when a person sends it again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrawText } from '../../../../../src/adapters/draw-text.ts';
import type { DrawText } from '../../../../../src/core/ports/pictures.ts';
import { pageRoom } from '../../../../../src/core/printing/layout/page-label.ts';
import { listActivity } from '../../../../../src/core/store/desk/activity.ts';
import {
  BROKEN,
  kindOf,
  MINUTE_MS,
  PrintBench,
  SENT,
  settled,
  unacknowledged,
} from '../../../../support/print-bench.ts';
import { scriptedPages } from '../../../../support/scripted-pages.ts';

const CODE = 'DRW-7K2M9Q';
const ID = 'job-a';
/** Two pages, so that a job is two labels. */
const PAGES = 2;

const drawText = createDrawText();
let bench: PrintBench;
/** What was written above the pages since the last look. */
let written: string[];
/** Resolves once the queue is at the step at which it is held for good: as far as the killed desk came. */
let arrived: () => void;
let wasThere: Promise<void>;

const never = <Value>(): Promise<Value> => {
  arrived();
  return new Promise(() => undefined);
};

function openQueue(hold: 'draws' | 'reads' | 'reads the second' | 'connects' | null = null): void {
  wasThere = new Promise((resolve) => (arrived = resolve));
  let read = 0;
  const draw: DrawText = {
    missing: (text) => drawText.missing(text),
    draw(text, line) {
      written.push(text);
      return drawText.draw(text, line);
    },
  };
  const { widthDots, heightDots } = pageRoom({ widthMm: 101.6, heightMm: 152.4, dotsPerMm: 12 });
  const rows = new Uint8Array(Math.ceil(widthDots / 8) * heightDots);
  bench.onLabels = {
    isTraining: false,
    draw,
    drawPages: async () =>
      hold === 'draws'
        ? never()
        : {
            pages: Array.from({ length: PAGES }, () => ({
              picture: { widthDots, heightDots, rows },
              codes: [CODE],
            })),
          },
    pictures: {
      readPagePicture: async () => {
        read += 1;
        if (hold === 'reads' || (hold === 'reads the second' && read === 2)) return never();
        return [CODE];
      },
    },
  };
  const { deliver } = bench.line.transport;
  if (hold === 'connects') bench.line.transport.deliver = () => never();
  bench.openQueue();
  afterKill = () => {
    bench.line.transport.deliver = deliver;
  };
}
let afterKill = (): void => undefined;

/** The desk is killed where it is, and starts again. */
async function restart(): Promise<void> {
  afterKill();
  openQueue();
  await bench.wake();
  await ready();
}
/** Everything that is drawn and read before a delivery has been. */
async function ready(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await settled();
}
async function print(): Promise<void> {
  await bench.printPages(ID, 'big');
  await ready();
}
const outcomes = (): unknown[] =>
  listActivity(bench.store.db, { limit: 100 })
    .filter(({ kind }) => kind === 'document-print-ended')
    .map(({ detail }) => detail['outcome'])
    .reverse();
const labelsIn = (bytes: string | null | undefined): number => (bytes ?? '').split('^XA').length - 1;

beforeEach(() => {
  bench = new PrintBench();
  written = [];
  openQueue();
});
afterEach(() => bench.close());

describe('a form on labels, when the desk is killed', () => {
  it.each(['draws', 'reads', 'reads the second', 'connects'] as const)(
    'while it %s, has sent nothing and goes out once after the start, without a mark',
    async (step) => {
      openQueue(step);
      await print();
      await wasThere;
      expect(bench.job(ID)).toMatchObject({ state: 'queued', perhapsPrinted: false, attempts: 0 });
      written = [];
      await restart();
      expect(bench.line.begun).toHaveLength(1);
      expect(labelsIn(bench.line.begun[0]?.bytes)).toBe(PAGES);
      expect(written).not.toContain('REPRINT');
      await bench.end(0, SENT);
      expect(bench.job(ID)).toMatchObject({ state: 'sent', attempts: 1 });
      expect(outcomes()).toEqual(['sent']);
    },
  );

  it('while the printer takes it, is in doubt after the start, and is never sent by itself', async () => {
    await print();
    expect(bench.job(ID).state).toBe('sending');
    written = [];
    await restart();
    expect(bench.job(ID)).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    expect(bench.queue.problemCount()).toBe(1);
    await bench.advance(20 * MINUTE_MS);
    await ready();
    expect(bench.line.begun).toHaveLength(1);
    // The person has looked: it is not there. Every page of the second try says that it is one.
    await bench.retry(ID);
    await ready();
    expect(labelsIn(bench.line.begun[1]?.bytes)).toBe(PAGES);
    expect(written.filter((words) => words === 'REPRINT')).toHaveLength(PAGES);
    await bench.end(1, SENT);
    expect(bench.job(ID)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(outcomes()).toEqual(['sent']);
  });

  it('after the printer has said nothing, stays unacknowledged, and is sent by nobody but a person', async () => {
    await print();
    await bench.end(0, unacknowledged().delivery);
    await restart();
    await bench.advance(20 * MINUTE_MS);
    expect(bench.job(ID).state).toBe('sent-unacknowledged');
    expect(bench.queue.problemCount()).toBe(1);
    expect(bench.line.begun).toHaveLength(1);
    bench.queue.markPrinted(ID);
    expect(bench.job(ID).state).toBe('printed');
    expect(bench.queue.problemCount()).toBe(0);
  });
});

describe('a form on labels that breaks off in the middle', () => {
  beforeEach(async () => {
    await print();
    await bench.end(0, BROKEN);
  });

  it('is in doubt, and a person who found it says so', async () => {
    expect(bench.job(ID)).toMatchObject({ state: 'unsure', perhapsPrinted: true, attempts: 1 });
    await bench.advance(20 * MINUTE_MS);
    expect(bench.line.begun).toHaveLength(1);
    bench.queue.markPrinted(ID);
    expect(bench.job(ID)).toMatchObject({ state: 'printed', detail: null });
    expect(outcomes()).toEqual(['unsure']);
  });

  it('goes out again with its mark on each page, when a person says that it is not there', async () => {
    expect(written).not.toContain('REPRINT');
    await bench.retry(ID);
    await ready();
    expect(written.filter((words) => words === 'REPRINT')).toHaveLength(PAGES);
    expect(labelsIn(bench.line.begun[1]?.bytes)).toBe(PAGES);
    await bench.end(1, SENT);
    expect(bench.job(ID)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(outcomes()).toEqual(['unsure', 'sent']);
  });

  it('cannot be moved to the office printer any more, and can be given up', async () => {
    bench.pages = scriptedPages();
    expect(kindOf(() => bench.queue.move(ID, 'office'))).toBe('conflict');
    bench.queue.cancel(ID, 'not needed');
    expect(bench.job(ID)).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
    await bench.advance(20 * MINUTE_MS);
    expect(bench.line.begun).toHaveLength(1);
  });
});

it('a form that was cancelled or is somebody else’s by now, while it is drawn, is not sent', async () => {
  for (const [id, become] of [
    [ID, () => bench.queue.cancel(ID, 'wrong visit')],
    ['job-b', () => (bench.standing = () => ({ good: false, reason: 'somebody else' }))],
  ] as const) {
    let draw: (() => void) | null = null;
    const { drawPages } = bench.onLabels;
    const held = new Promise<void>((resolve) => (draw = resolve));
    bench.onLabels = {
      ...bench.onLabels,
      drawPages: async (...asked) => {
        await held;
        return drawPages(...asked);
      },
    };
    bench.openQueue();
    await bench.printPages(id, 'big');
    become();
    (draw as (() => void) | null)?.();
    await ready();
    expect(bench.job(id)).toMatchObject({ state: 'cancelled', perhapsPrinted: false });
  }
  expect(bench.line.begun).toEqual([]);
});
