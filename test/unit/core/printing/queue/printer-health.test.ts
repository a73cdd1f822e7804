// A printer of ZPL on the network is asked how it is: when, how often, and what comes of each answer and of none.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskPrinter } from '../../../../../src/core/printing/queue/desk-printers.ts';
import { healthOf } from '../../../../../src/core/printing/queue/printer-health.ts';
import {
  MINUTE_MS,
  PrintBench,
  SENT,
  settled,
  unacknowledged,
  type BenchAnswer,
} from '../../../../support/print-bench.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { zplAnswer, type ZplState } from '../../../../support/zpl-answers.ts';

/** After the start, or after it was set up. */
const FIRST_LOOK_MS = 3_000;
/** After the last label of a run. */
const PAUSE_MS = 1_500;
const STEP_MS = 500;
const HOUR_MS = 60 * MINUTE_MS;
const NO_LABELS = 'it has no labels: put in a roll';
const WELL: BenchAnswer = { reply: zplAnswer() };
const OUT: BenchAnswer = { reply: zplAnswer({ noLabels: true, paused: true }) };

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

const says = (answer: BenchAnswer): void => {
  bench.line.says.answer = answer;
};
/** What the printer of these tests was asked; the others are asked at the start as well. */
const questions = () => bench.line.asked.filter(({ printer }) => printer === 'front');
const asked = (): number => questions().length;
const front = () => bench.queue.printerStates().get('front');
const stateOf = (id: string): string => bench.job(id).state;

/** Lets time pass as on a clock: whatever comes due meanwhile begins what comes after it. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += STEP_MS) await bench.advance(Math.min(STEP_MS, ms - at));
}
/** Prints a label that the printer takes. */
async function sent(code: string): Promise<string> {
  const id = await bench.print(code);
  await bench.end(bench.line.begun.length - 1, SENT);
  expect(stateOf(id)).toBe('sent');
  return id;
}
/** The printer took a label and said afterwards that it is in trouble. */
async function inTrouble(answer: BenchAnswer = OUT): Promise<string> {
  says(answer);
  const id = await sent('DRW-AAAA01');
  await pass(PAUSE_MS);
  expect(front()?.state).toBe('attention');
  return id;
}
/** When it is asked during this time, in milliseconds from now. */
async function askedWithin(ms: number): Promise<number[]> {
  const [before, startMs] = [asked(), bench.time.clock.monotonicMs()];
  await pass(ms);
  return questions()
    .slice(before)
    .map(({ atMs }) => atMs - startMs);
}

describe('a printer of which nothing is known yet', () => {
  const onlyFront = { printers: [labelPrinter({ host: 'front', port: 9100 })], officePrinters: [] };
  const UNKNOWN = { state: 'unknown', detail: null };
  beforeEach(() => bench.queue.setUp(onlyFront));

  it('is asked once after the start, and no more and nothing said where it is well', async () => {
    says(WELL);
    expect(await askedWithin(5 * MINUTE_MS)).toEqual([FIRST_LOOK_MS]);
    expect([front(), bench.changes]).toEqual([UNKNOWN, []]);
  });

  it('and that has no labels says so before anybody prints, and its first label waits for a roll', async () => {
    says(OUT);
    await pass(FIRST_LOOK_MS);
    expect(front()).toMatchObject({ state: 'attention', ofItself: true });
    expect(front()?.detail).toContain(NO_LABELS);
    expect(bench.changes).toEqual(['print-jobs', 'connection']);
    const id = await bench.print('DRW-AAAA01');
    await pass(MINUTE_MS);
    expect(bench.job(id)).toMatchObject({ state: 'attention', detail: NO_LABELS, perhapsPrinted: false });
    expect(bench.codesSent()).toEqual([]);
    says(WELL);
    await pass(10_000);
    await bench.end(0, SENT);
    expect([stateOf(id), front()?.state]).toEqual(['sent', 'ready']);
  });

  it('is sent a label at once also while it is asked, and is asked after that one', async () => {
    says('pending');
    await pass(FIRST_LOOK_MS);
    expect(questions().map(({ isEnded }) => isEnded())).toEqual([false]);
    says(WELL);
    await sent('DRW-AAAA01');
    expect(questions().map(({ isEnded }) => isEnded())).toEqual([true]);
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
  });

  it('and that got a label before it was asked is asked once, after that one', async () => {
    says(WELL);
    await sent('DRW-AAAA01');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
  });

  it('is asked so too after it was set up or changed', async () => {
    says(WELL);
    await pass(MINUTE_MS);
    says(OUT);
    const changed = { ...labelPrinter({ host: 'front', port: 9100 }), name: 'Another name' };
    bench.queue.setUp({ printers: [changed], officePrinters: [] });
    await settled();
    expect(await askedWithin(FIRST_LOOK_MS)).toEqual([FIRST_LOOK_MS]);
    expect(front()?.detail).toContain(NO_LABELS);
  });

  it('and is switched off is said nothing of, and is asked for ten minutes whether it is on now', async () => {
    says('away');
    const when = await askedWithin(20 * MINUTE_MS);
    expect(when.slice(0, 4)).toEqual([3_000, 8_000, 38_000, 68_000]);
    expect(when).toHaveLength(20);
    expect(when.at(-1)).toBeLessThan(10 * MINUTE_MS);
    expect([front(), bench.changes]).toEqual([UNKNOWN, []]);
  });

  it('and is switched on later without labels says so as well', async () => {
    says('away');
    await pass(5 * MINUTE_MS);
    says(OUT);
    await pass(30_000);
    expect(front()?.detail).toContain(NO_LABELS);
  });

  it('and is switched on hours later is asked within an hour', async () => {
    says('away');
    await pass(10 * MINUTE_MS);
    expect(await askedWithin(3 * HOUR_MS)).toHaveLength(3);
    says(OUT);
    await pass(HOUR_MS);
    expect(front()?.detail).toContain(NO_LABELS);
  });

  it('and was switched off is not taken for one that cannot answer', async () => {
    says('away');
    await pass(20 * MINUTE_MS);
    says('silent');
    await sent('DRW-AAAA01');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
    says(OUT);
    await sent('DRW-AAAA02');
    await pass(PAUSE_MS);
    expect(front()?.detail).toContain(NO_LABELS);
  });

  it('and answers nothing is asked once more, after its first label, and never again', async () => {
    expect(await askedWithin(20 * MINUTE_MS)).toEqual([FIRST_LOOK_MS]);
    expect(front()).toEqual(UNKNOWN);
    await sent('DRW-AAAA01');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
    await sent('DRW-AAAA02');
    expect(await askedWithin(MINUTE_MS)).toEqual([]);
  });

  it('is asked nothing once the desk has closed', async () => {
    await bench.queue.close();
    expect(await askedWithin(MINUTE_MS)).toEqual([]);
  });
});

describe('a printer that is well', () => {
  beforeEach(() => says(WELL));

  it('is asked once, a moment after the last label of a run, and not again until there was another label or an hour has passed', async () => {
    await sent('DRW-AAAA01');
    await pass(PAUSE_MS - STEP_MS);
    await sent('DRW-AAAA02');
    await sent('DRW-AAAA03');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
    expect(front()).toEqual({ state: 'ready', detail: null });
    await sent('DRW-AAAA04');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
  });

  it('is asked each hour while nothing is printed, so that the first label of the morning is not sent to one without a roll', async () => {
    await sent('DRW-AAAA01');
    await pass(PAUSE_MS);
    expect(await askedWithin(3 * HOUR_MS)).toEqual([HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS]);
    says(OUT);
    await pass(HOUR_MS);
    expect(front()).toMatchObject({ state: 'attention', ofItself: true });
  });

  it('and is out of reach at such a question, or silent, is said nothing of, and asked again after an hour', async () => {
    await sent('DRW-AAAA01');
    await pass(PAUSE_MS);
    for (const nothing of ['away', 'silent'] as const) {
      says(nothing);
      expect(await askedWithin(2 * HOUR_MS)).toHaveLength(2);
      expect(front()).toEqual({ state: 'ready', detail: null });
    }
  });

  it('is asked nothing before, between and within labels', async () => {
    const first = await bench.print('DRW-AAAA01');
    await bench.print('DRW-AAAA02');
    await pass(5_000);
    await bench.end(0, SENT);
    await pass(5_000);
    expect([stateOf(first), bench.line.begun.length, asked()]).toEqual(['sent', 2, 0]);
  });

  it('is sent a label at once while it is asked: the question ends, and is asked after that label', async () => {
    await sent('DRW-AAAA01');
    says('pending');
    await pass(PAUSE_MS);
    expect(questions().map(({ isEnded }) => isEnded())).toEqual([false]);
    says(WELL);
    await sent('DRW-AAAA02');
    expect(questions().map(({ isEnded }) => isEnded())).toEqual([true]);
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
  });

  it('is asked again while it prints what it has, because the roll may end within a run', async () => {
    says({ reply: zplAnswer({ inMemory: 4 }) });
    await sent('DRW-AAAA01');
    expect(await askedWithin(8_000)).toEqual([PAUSE_MS, 4_500, 7_500]);
    says({ reply: zplAnswer({ leftOfBatch: 1 }) });
    await pass(3_000);
    says(OUT);
    await pass(3_000);
    expect(front()?.detail).toContain(NO_LABELS);
  });

  it('is asked each hour only in the end although it says for ever that it prints', async () => {
    says({ reply: zplAnswer({ inMemory: 4 }) });
    await sent('DRW-AAAA01');
    expect(await askedWithin(2 * MINUTE_MS)).toHaveLength(20);
    expect(await askedWithin(2 * HOUR_MS)).toHaveLength(2);
  });

  it('is asked only once the connection over which it may still acknowledge its label has ended', async () => {
    await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    expect(await askedWithin(10_000)).toEqual([]);
    answerLater('acknowledged');
    await settled();
    expect(await askedWithin(10_000)).toEqual([PAUSE_MS]);
  });

  it('is asked no more once it was set up anew elsewhere or the desk has closed', async () => {
    await sent('DRW-AAAA01');
    bench.queue.setUp({ printers: [labelPrinter({ host: 'moved', port: 9100 })], officePrinters: [] });
    expect(await askedWithin(MINUTE_MS)).toEqual([]);
    await sent('DRW-AAAA02');
    says('pending');
    await pass(PAUSE_MS);
    await bench.queue.close();
    expect(bench.line.asked.at(-1)).toMatchObject({ printer: 'moved' });
    expect(bench.line.asked.at(-1)?.isEnded()).toBe(true);
    expect(await askedWithin(MINUTE_MS)).toEqual([]);
  });
});

describe('is asked how it is', () => {
  const network = labelPrinter({ host: 'front', port: 9100 });
  const isAsked = (printer: DeskPrinter): boolean => {
    const { clock } = bench.time;
    const parts = { transport: bench.line.transport, clock, log: silentLog, onSaid: () => undefined };
    return healthOf(printer, parts) !== null;
  };

  it('a printer of ZPL on the network, and no other', () => {
    expect(isAsked(network)).toBe(true);
    for (const other of [
      { ...network, language: 'epl2' },
      { ...network, language: 'tspl' },
      { ...network, language: 'escpos', paperDots: 576 },
      labelPrinter({ device: '/dev/usb/lp0' }),
      labelPrinter({ queue: 'Zebra' }),
      labelPrinter({ host: 'front', port: 9100, at: 'desk-2' }),
    ] satisfies DeskPrinter[])
      expect(isAsked(other)).toBe(false);
  });

  it('no printer at a queue of this computer, whatever it has printed', async () => {
    await bench.queue.close();
    bench.printers = [labelPrinter({ queue: 'Zebra' })];
    bench.openQueue();
    says(OUT);
    await sent('DRW-AAAA01');
    await pass(MINUTE_MS);
    expect(bench.line.asked).toEqual([]);
  });
});

describe('a printer that answers nothing', () => {
  it('is asked twice and never again, and nothing changes for it', async () => {
    for (const code of ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03']) {
      await sent(code);
      await pass(MINUTE_MS);
      expect(front()).toEqual({ state: 'ready', detail: null });
    }
    expect(asked()).toBe(2);
    says(OUT);
    await sent('DRW-AAAA04');
    expect(await askedWithin(MINUTE_MS)).toEqual([]);
  });

  it.each(['set up anew', 'asked at the next start'])('is %s all the same', async (what) => {
    for (const code of ['DRW-AAAA01', 'DRW-AAAA02']) {
      await sent(code);
      await pass(MINUTE_MS);
    }
    if (what === 'set up anew') {
      bench.queue.setUp({
        printers: [{ ...labelPrinter({ host: 'front', port: 9100 }), name: 'Another name' }],
        officePrinters: [],
      });
    } else {
      await bench.queue.close();
      bench.openQueue();
    }
    await sent('DRW-AAAA03');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
  });

  it('but has answered before is asked after each run: it can say how it is', async () => {
    says(WELL);
    await sent('DRW-AAAA01');
    await pass(PAUSE_MS);
    says('silent');
    for (const code of ['DRW-AAAA02', 'DRW-AAAA03', 'DRW-AAAA04']) {
      await sent(code);
      expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS]);
    }
    expect(front()).toEqual({ state: 'ready', detail: null });
  });

  it('or half an answer, or what is none, has said nothing', async () => {
    for (const reply of [zplAnswer({ noLabels: true }).slice(0, 40), '?SN ERROR\r\n']) {
      says({ reply });
      await sent('DRW-AAAA01');
      await pass(MINUTE_MS);
      expect(front()).toEqual({ state: 'ready', detail: null });
    }
    expect(asked()).toBe(2);
  });

  it('because it takes no connection while it prints is asked once more, and no label waits for that', async () => {
    says('away');
    await sent('DRW-AAAA01');
    expect(await askedWithin(MINUTE_MS)).toEqual([PAUSE_MS, PAUSE_MS + 5_000]);
    expect(front()).toEqual({ state: 'ready', detail: null });
    says(OUT);
    await sent('DRW-AAAA02');
    await pass(PAUSE_MS);
    expect(front()?.state).toBe('attention');
  });
});

describe('a printer that says it is in trouble', () => {
  it.each<[ZplState, string, string]>([
    [{ noLabels: true }, NO_LABELS, 'may wait in its memory, and come out once that is mended'],
    [{ headOpen: true }, 'its print head is open: close it', 'may wait in its memory'],
    [{ noRibbon: true }, 'its ribbon is used up: put in a new one', 'may wait in its memory'],
    [{ tooHot: true }, 'its print head is too hot', 'may wait in its memory'],
    [{ paused: true }, 'it is paused: press its pause button', 'may wait in its memory'],
    [{ memoryFull: true }, 'its memory is full: switch it off and on', 'are lost then: look which are there'],
  ])('%j says what to do, and what of the labels that it has', async (state, trouble, memory) => {
    const id = await inTrouble({ reply: zplAnswer(state) });
    expect(front()).toMatchObject({ state: 'attention', ofItself: true });
    expect(front()?.detail).toContain(trouble);
    expect(front()?.detail).toContain(memory);
    // It was sent, and nobody has ever said more of it.
    expect(bench.job(id)).toMatchObject({ state: 'sent', detail: null });
    expect(bench.queue.problemCount()).toBe(0);
  });

  it('is asked again after 5, 10 and then every 30 seconds, until it is well, and no more then', async () => {
    bench.queue.setUp({ printers: bench.printers.slice(0, 1), officePrinters: [] });
    await inTrouble();
    bench.changes.length = 0;
    expect(await askedWithin(110_000)).toEqual([5_000, 15_000, 45_000, 75_000, 105_000]);
    expect(bench.changes).toEqual([]);
    says(WELL);
    expect(await askedWithin(2 * MINUTE_MS)).toEqual([25_000]);
    expect(front()).toEqual({ state: 'ready', detail: null });
    expect(bench.changes).toEqual(['print-jobs', 'connection']);
  });

  it('and then in another is asked soon again', async () => {
    await inTrouble();
    await pass(45_000);
    says({ reply: zplAnswer({ headOpen: true }) });
    await pass(30_000);
    expect(front()?.detail).toContain('its print head is open');
    expect(await askedWithin(10_000)).toEqual([5_000]);
  });

  it('is not sent the next label: it waits with the reason, and goes out by itself once the printer is well', async () => {
    await inTrouble();
    const id = await bench.print('DRW-AAAA02');
    const other = await bench.print('DRW-AAAA03');
    await pass(MINUTE_MS);
    for (const waiting of [id, other])
      expect(bench.job(waiting)).toMatchObject({
        state: 'attention',
        detail: NO_LABELS,
        perhapsPrinted: false,
      });
    expect(bench.codesSent()).toEqual(['DRW-AAAA01']);
    expect(front()?.detail).toContain('may wait in its memory');
    says(WELL);
    await pass(10_000);
    await bench.end(1, SENT);
    await bench.end(2, SENT);
    expect([stateOf(id), stateOf(other)]).toEqual(['sent', 'sent']);
    expect(front()).toEqual({ state: 'ready', detail: null });
  });

  it('is asked by the labels that wait, and by nothing besides', async () => {
    await inTrouble();
    await bench.print('DRW-AAAA02');
    // Where nothing waits it would be asked at 5 and at 15 seconds as well.
    expect(await askedWithin(20_000)).toEqual([1_000, 3_000, 8_000, 18_000]);
  });

  it('lets a label that waits go to another printer or be cancelled, and is asked on', async () => {
    await inTrouble();
    const moved = await bench.print('DRW-AAAA02');
    const cancelled = await bench.print('DRW-AAAA03');
    bench.queue.move(moved, 'back');
    bench.queue.cancel(cancelled, 'not needed');
    await bench.wake();
    expect(bench.line.begun.at(-1)).toMatchObject({ printer: 'back' });
    says(WELL);
    await pass(MINUTE_MS);
    expect(front()).toEqual({ state: 'ready', detail: null });
  });

  it('leaves to a person what has waited for ten minutes, as any printer does', async () => {
    await inTrouble();
    const id = await bench.print('DRW-AAAA02');
    await pass(10 * MINUTE_MS + 20_000);
    expect(bench.job(id)).toMatchObject({ state: 'attention', detail: NO_LABELS, nextAttemptAtMs: null });
    says(WELL);
    await pass(5 * MINUTE_MS);
    expect(bench.codesSent()).toEqual(['DRW-AAAA01']);
    expect(front()?.state).toBe('ready');
  });

  it('and falls silent keeps its labels for two minutes, which putting in a roll takes, and then no more', async () => {
    await inTrouble();
    says('silent');
    const id = await bench.print('DRW-AAAA02');
    await pass(110_000);
    expect(bench.job(id)).toMatchObject({ state: 'attention', detail: NO_LABELS });
    await pass(20_000);
    expect(stateOf(id)).toBe('sending');
    await bench.end(1, SENT);
    expect([stateOf(id), front()]).toEqual(['sent', { state: 'ready', detail: null }]);
    // And it is asked on: that it can answer is known.
    says(OUT);
    await pass(PAUSE_MS);
    expect(front()?.state).toBe('attention');
  });

  it('and falls silent is said to have done so, and is well as soon as it answers that', async () => {
    await inTrouble();
    says('silent');
    await pass(MINUTE_MS);
    expect(front()?.detail).not.toContain('not answered since');
    await pass(2 * MINUTE_MS);
    expect(front()).toMatchObject({ state: 'attention' });
    expect(front()?.detail).toContain(`${NO_LABELS}.`);
    expect(front()?.detail).toContain('It has not answered since, so look at it');
    says(WELL);
    await pass(30_000);
    expect(front()).toEqual({ state: 'ready', detail: null });
  });

  it('and is switched off is said to be out of reach, and is well once it is on again', async () => {
    await inTrouble();
    says('away');
    await pass(5_000);
    expect(front()).toMatchObject({ state: 'unreachable', detail: 'the printer refuses the connection' });
    const id = await bench.print('DRW-AAAA02');
    expect(bench.job(id)).toMatchObject({ state: 'attention', detail: 'the printer refuses the connection' });
    says(WELL);
    await pass(10_000);
    await bench.end(1, SENT);
    expect([stateOf(id), front()]).toEqual(['sent', { state: 'ready', detail: null }]);
  });

  it('does not keep other printers', async () => {
    await inTrouble();
    await bench.print('DRW-AAAA05', { printerId: 'back' });
    expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA05']);
    expect(bench.queue.printerStates().get('back')?.state).toBe('unknown');
  });

  it('says so too where it keeps others waiting because it did not acknowledge a label', async () => {
    says(WELL);
    await sent('DRW-AAAA01');
    await pass(PAUSE_MS);
    says(OUT);
    await bench.print('DRW-AAAA02');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(1, delivery);
    const waiting = await bench.print('DRW-AAAA03');
    answerLater('silent');
    await pass(5_000);
    expect(bench.job(waiting).detail).toContain('has not acknowledged the job before this one');
    expect(front()?.detail).toContain(NO_LABELS);
    says(WELL);
    await pass(30_000);
    expect(front()).toMatchObject({ state: 'attention' });
    expect(front()?.detail).toContain('has not acknowledged it');
  });
});
