// A printer that acknowledged its labels and then one not: what it is sent after that.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, PrintBench, SENT, settled, unacknowledged } from '../../../../support/print-bench.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';

const YEARS_MS = 3 * 365 * 24 * 60 * MINUTE_MS;
let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

const stateOf = (id: string): string => bench.job(id).state;

/** A label was acknowledged, the next one not, and another waits. */
async function fallenSilent() {
  await bench.print('DRW-AAAA01');
  await bench.end(0, SENT);
  const silent = await bench.print('DRW-AAAA02');
  const { delivery, answerLater } = unacknowledged();
  await bench.end(1, delivery);
  const waiting = await bench.print('DRW-AAAA03');
  return {
    silent,
    waiting,
    async answer(answer: 'acknowledged' | 'silent') {
      answerLater(answer);
      await settled();
    },
  };
}

async function startAnew(): Promise<void> {
  await bench.queue.close();
  bench.openQueue();
  await bench.wake();
}

describe('a printer that has fallen silent', () => {
  it('is sent nothing more, however long and whatever is printed there, and what waits says why', async () => {
    const { silent, waiting, answer } = await fallenSilent();
    // It may still say so.
    expect([stateOf(waiting), bench.queue.problemCount()]).toEqual(['queued', 0]);
    await answer('silent');
    const more = await bench.print('DRW-AAAA04');
    await bench.advance(MINUTE_MS);
    expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA02']);
    for (const id of [waiting, more]) {
      expect(bench.job(id)).toMatchObject({ state: 'attention', perhapsPrinted: false, attempts: 0 });
      expect(bench.job(id).detail).toContain('has not acknowledged the job before this one');
    }
    expect(stateOf(silent)).toBe('sent-unacknowledged');
    expect(bench.queue.problemCount()).toBe(3);
    expect(bench.queue.printerStates().get('front')).toMatchObject({ state: 'attention' });
  });

  it('does not keep other printers', async () => {
    const { answer } = await fallenSilent();
    await answer('silent');
    await bench.print('DRW-AAAA05', { printerId: 'back' });
    expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA05']);
  });

  it('is sent what waits as soon as it acknowledges late', async () => {
    const { waiting, answer } = await fallenSilent();
    await answer('acknowledged');
    expect(stateOf(waiting)).toBe('sending');
    await bench.end(2, SENT);
    expect(stateOf(waiting)).toBe('sent');
  });

  it.each([
    ['found printed', (id: string) => bench.queue.markPrinted(id)],
    ['given up', (id: string) => bench.queue.cancel(id, 'nothing came out')],
    ['sent again', (id: string) => bench.queue.retry(id)],
  ])('is sent what waits once its label is %s', async (_, decide) => {
    const { silent, waiting, answer } = await fallenSilent();
    await answer('silent');
    decide(silent);
    await bench.wake();
    await bench.end(2, SENT);
    await bench.end(3, SENT);
    expect(stateOf(waiting)).toBe('sent');
    expect(bench.job(waiting).detail).toBeNull();
  });

  it('is sent what waits by itself once its label was scanned back', async () => {
    await bench.print('DRW-AAAA01');
    await bench.end(0, SENT);
    bench.makeLabel('label-1');
    const silent = await bench.print('DRW-AAAA02', { labelId: 'label-1' });
    const { delivery, answerLater } = unacknowledged();
    await bench.end(1, delivery);
    answerLater('silent');
    const waiting = await bench.print('DRW-AAAA03');
    expect(stateOf(waiting)).toBe('attention');
    bench.scanBack('label-1', silent);
    await bench.advance(MINUTE_MS);
    expect(stateOf(waiting)).toBe('sending');
  });

  it('is sent its label anew when that is printed again from its visit, and no other label', async () => {
    await bench.print('DRW-AAAA01');
    await bench.end(0, SENT);
    for (const id of ['label-1', 'label-2']) bench.makeLabel(id);
    await bench.print('DRW-AAAA02', { labelId: 'label-1' });
    const { delivery, answerLater } = unacknowledged();
    await bench.end(1, delivery);
    answerLater('silent');
    await bench.print('DRW-AAAA03', { labelId: 'label-2' });
    expect(bench.codesSent()).toHaveLength(2);
    await bench.print('DRW-AAAA02', { labelId: 'label-1' });
    await bench.end(2, SENT);
    expect(bench.codesSent().slice(2)).toEqual(['DRW-AAAA03', 'DRW-AAAA02']);
  });

  it('is sent what a person sends again of what waits, and the rest', async () => {
    const { waiting, answer } = await fallenSilent();
    await answer('silent');
    const more = await bench.print('DRW-AAAA04');
    await bench.retry(more);
    expect(bench.codesSent().slice(2)).toEqual(['DRW-AAAA03']);
    await bench.end(2, SENT);
    expect([stateOf(waiting), stateOf(more)]).toEqual(['sent', 'sending']);
  });

  it('leaves to a person what has waited for ten minutes', async () => {
    const { silent, waiting, answer } = await fallenSilent();
    await answer('silent');
    await bench.advance(11 * MINUTE_MS);
    bench.queue.cancel(silent, 'nothing came out');
    await bench.wake();
    expect(bench.job(waiting)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
    expect(bench.codesSent()).toHaveLength(2);
  });

  it('but prints, as a person has found, keeps nothing back for its silence any more, until it speaks again', async () => {
    const { silent, answer } = await fallenSilent();
    await answer('silent');
    bench.queue.markPrinted(silent);
    await bench.wake();
    for (const index of [2, 3]) {
      const { delivery, answerLater } = unacknowledged();
      await bench.end(index, delivery);
      answerLater('silent');
      await bench.print(`DRW-AAAA0${index + 2}`);
    }
    expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03', 'DRW-AAAA04', 'DRW-AAAA05']);
    await bench.end(4, SENT);
    await bench.print('DRW-AAAA06');
    await bench.end(5, unacknowledged().delivery);
    await bench.print('DRW-AAAA07');
    expect(bench.codesSent()).toHaveLength(6);
  });

  it('is held back as well once the desk was started anew, until its label is settled', async () => {
    const { silent, waiting, answer } = await fallenSilent();
    await answer('silent');
    await startAnew();
    const more = await bench.print('DRW-AAAA04');
    expect(bench.codesSent()).toHaveLength(2);
    for (const id of [waiting, more])
      expect(bench.job(id).detail).toContain('has not acknowledged the job before this one');
    bench.queue.cancel(silent, 'nothing came out');
    await bench.wake();
    expect(bench.codesSent().slice(2)).toEqual(['DRW-AAAA03']);
  });

  it('is held back by a start as well where the clock was years ahead when it last acknowledged', async () => {
    bench.time.advance(YEARS_MS);
    await bench.print('DRW-AAAA01');
    await bench.end(0, SENT);
    bench.time.advance(-YEARS_MS);
    await bench.print('DRW-AAAA02');
    await bench.end(1, unacknowledged().delivery);
    await startAnew();
    await bench.print('DRW-AAAA03');
    expect(bench.codesSent()).toHaveLength(2);
  });

  it('is known to have acknowledged when the desk was started anew', async () => {
    await bench.print('DRW-AAAA01');
    await bench.end(0, SENT);
    await startAnew();
    await bench.print('DRW-AAAA02');
    await bench.end(1, unacknowledged().delivery);
    const waiting = await bench.print('DRW-AAAA03');
    expect([stateOf(waiting), bench.codesSent().length]).toEqual(['queued', 2]);
  });

  it('but was found to print says nothing by its silence after a start either', async () => {
    const { silent, answer } = await fallenSilent();
    await answer('silent');
    bench.queue.markPrinted(silent);
    await startAnew();
    await bench.end(2, unacknowledged().delivery);
    await bench.print('DRW-AAAA04');
    expect(bench.codesSent()).toHaveLength(4);
  });

  it('and acknowledged a later one is held back for none of before by a start', async () => {
    const { waiting, answer } = await fallenSilent();
    await answer('silent');
    await bench.retry(waiting);
    await bench.end(2, SENT);
    await startAnew();
    await bench.print('DRW-AAAA04');
    expect(bench.codesSent()).toHaveLength(4);
  });

  it('is sent the next one where it was set up anew, at another address', async () => {
    const { answer, waiting } = await fallenSilent();
    await answer('silent');
    const elsewhere = labelPrinter({ port: 9100, host: 'elsewhere' });
    bench.queue.setUp({ printers: [elsewhere, ...bench.printers.slice(1)], officePrinters: [] });
    await bench.wake();
    expect(stateOf(waiting)).toBe('sending');
    expect(bench.codesSent()).toHaveLength(3);
  });

  it('has no timer while nothing waits for it', async () => {
    await bench.print('DRW-AAAA01');
    await bench.end(0, SENT);
    await bench.print('DRW-AAAA02');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(1, delivery);
    answerLater('silent');
    await settled();
    // It is asked once how it is, and says nothing. So are the others, because the desk has just started.
    await bench.advance(1_500);
    expect(bench.line.asked.map(({ printer }) => printer)).toEqual(['front']);
    await bench.advance(1_500);
    expect(bench.time.waiting()).toEqual([]);
  });
});

it('a printer that never acknowledges is sent one label after the other', async () => {
  for (const index of [0, 1, 2]) {
    await bench.print(`DRW-AAAA0${index}`);
    const { delivery, answerLater } = unacknowledged();
    await bench.end(index, delivery);
    answerLater('silent');
    await settled();
  }
  expect(bench.codesSent()).toHaveLength(3);
});
