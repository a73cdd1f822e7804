// Whole pages: what the printer says of a job is asked and kept, a lost answer is looked for, and nothing is printed twice.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageDelivery } from '../../../../../src/core/ports/printers.ts';
import { listActivity } from '../../../../../src/core/store/desk/activity.ts';
import { forgetJobsAtPrinter } from '../../../../../src/core/store/desk/print-jobs.ts';
import { kindOf, MINUTE_MS, PrintBench, settled } from '../../../../support/print-bench.ts';
import { scriptedPages, type ScriptedPages } from '../../../../support/scripted-pages.ts';

const UNSURE = { outcome: 'unsure', detail: 'the connection to the printer broke' } as const;

let bench: PrintBench;
let printer: ScriptedPages;
beforeEach(() => {
  bench = new PrintBench();
  printer = scriptedPages();
  bench.pages = printer;
});
afterEach(() => bench.close());

const outcomes = (): unknown[] =>
  listActivity(bench.store.db, { limit: 100 })
    .filter(({ kind }) => kind === 'document-print-ended')
    .map(({ detail }) => detail['outcome'])
    .reverse();

/** Lets the timers of the next questions run out. */
async function ask(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) await bench.advance(5_000);
}

describe('pages', () => {
  it('are given to the printer under a name of their own, and their end is what the printer says', async () => {
    await bench.printPages('job-a');
    expect(printer.given).toEqual(['drawdesk-job-a-1']);
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', printerJob: '1', deviceReport: null });
    await ask();
    expect(bench.job('job-a').deviceReport).toBe('working');
    printer.says = { state: 'stopped', detail: 'the printer has stopped: it has no paper' };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'stopped' });
    expect(bench.job('job-a').detail).toContain('no paper');
    expect(bench.queue.problemCount()).toBe(1);
    printer.says = { state: 'done', detail: null };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'done', detail: null });
    expect(bench.queue.problemCount()).toBe(0);
    expect(outcomes()).toEqual(['sent', 'reported-done']);
    expect(bench.time.waiting()).toEqual([]);
  });

  it('are said to wait at a printer that complains and does not stop once that lasts, and not before', async () => {
    await bench.printPages('job-a');
    await ask();
    printer.says = { state: 'working', detail: 'the printer says: it has no paper' };
    await ask(6);
    // An empty second tray is told so too: then it would be done by now.
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'working', detail: null });
    printer.says = { state: 'working', detail: null };
    await ask();
    printer.says = { state: 'working', detail: 'the printer says: it has no paper' };
    await ask(6);
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'working', detail: null });
    expect(bench.queue.problemCount()).toBe(0);
    await ask();
    expect(bench.job('job-a')).toMatchObject({
      deviceReport: 'stopped',
      detail: 'the printer says: it has no paper',
    });
    expect(bench.queue.problemCount()).toBe(1);
    printer.says = { state: 'working', detail: null };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'working', detail: null });
    printer.says = { state: 'done', detail: null };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'done' });
  });

  it('that stood still for a complaint still do so once the desk was closed and opened again', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'working', detail: 'the printer says: it has no paper' };
    await ask(9);
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'stopped' });
    await bench.queue.close();
    bench.openQueue();
    await bench.wake();
    await ask();
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'stopped' });
    expect(bench.queue.problemCount()).toBe(1);
    // Once it has gone on, a new complaint has to last again.
    printer.says = { state: 'working', detail: null };
    await ask();
    printer.says = { state: 'working', detail: 'the printer says: it has no paper' };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ deviceReport: 'working', detail: null });
  });

  it('wait at a printer that was reached and said why, which is not said to be out of reach', async () => {
    const detail = 'it has other paper loaded (US Letter): put A4 paper in';
    bench.pages = {
      ...scriptedPages(),
      deliver: () => Promise.resolve({ outcome: 'not-started', reached: true, detail }),
    };
    await bench.printPages('job-a');
    expect(bench.job('job-a')).toMatchObject({ state: 'attention', detail });
    expect(bench.queue.printerStates().get('office')).toEqual({ state: 'attention', detail });
  });

  it('are one job however often the same command comes', async () => {
    await bench.printPages('job-a');
    await bench.printPages('job-a');
    expect(printer.given).toHaveLength(1);
  });

  it('that a person cancelled or moved while they were drawn stay so, whatever becomes of the drawing', async () => {
    const refused = { outcome: 'refused', detail: 'the document cannot be drawn', again: false } as const;
    const later = { outcome: 'not-started', detail: 'the printer does not answer' } as const;
    const endings: ((ended: PageDelivery) => void)[] = [];
    bench.pages = { ...scriptedPages(), deliver: () => new Promise((end) => endings.push(end)) };
    await bench.printPages('job-a');
    bench.queue.cancel('job-a', 'not needed any more');
    endings[0]?.(refused);
    await bench.wake();
    expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', detail: 'not needed any more' });
    expect(outcomes()).toEqual([]);
    for (const [index, ended] of [refused, later].entries()) {
      const id = `moved-${index}`;
      await bench.printPages(id);
      bench.queue.move(id, 'big');
      endings[index + 1]?.(ended);
      await settled();
      expect(bench.job(id)).toMatchObject({ state: 'queued', printerId: 'big', attempts: 0 });
    }
  });

  it('for a printer that does not exist are refused', () => {
    const order = { title: '', visitId: null, pdf: new Uint8Array(1), actor: 'Desk', nowMs: 0 };
    const document = { kind: 'trf', registrationId: 'r', patientId: null, pages: 1 } as const;
    const enqueue = (): void => bench.queue.enqueuePages({ ...order, document, id: 'x', printerId: 'front' });
    expect(kindOf(enqueue)).toBe('printer-unavailable');
  });

  it('wait while the printer is off, and go out by themselves when it is on again', async () => {
    printer.isOff = true;
    await bench.printPages('job-a');
    expect(bench.job('job-a')).toMatchObject({ state: 'attention', perhapsPrinted: false });
    printer.isOff = false;
    await ask();
    expect(bench.job('job-a').state).toBe('sent');
    expect(printer.given).toHaveLength(1);
  });

  it('that the printer refuses for now are tried again; refused for good they are not', async () => {
    printer.ends = { outcome: 'refused', detail: 'the printer is busy', again: true };
    await bench.printPages('job-a');
    expect(bench.job('job-a')).toMatchObject({ state: 'attention', perhapsPrinted: false, attempts: 1 });
    printer.ends = { outcome: 'refused', detail: 'it does not print PDF', again: false };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'failed', perhapsPrinted: false, attempts: 2 });
    await ask(5);
    expect(printer.given).toHaveLength(2);
    expect(outcomes()).toEqual(['not-sent']);
  });

  it('in doubt are never sent by themselves, and are looked for before a person’s second try', async () => {
    printer.ends = UNSURE;
    await bench.printPages('job-a');
    await ask(5);
    expect(bench.job('job-a').state).toBe('unsure');
    expect(printer.given).toHaveLength(1);
    // The printer has had it all the time.
    printer.ends = null;
    await bench.retry('job-a');
    expect(printer.given).toHaveLength(1);
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', printerJob: '1' });
  });

  it('in doubt that the printer does not know are sent again when a person says so', async () => {
    printer.ends = UNSURE;
    await bench.printPages('job-a');
    Object.assign(printer, { ends: null, remembers: false });
    await bench.retry('job-a');
    expect(printer.given).toEqual(['drawdesk-job-a-1', 'drawdesk-job-a-2']);
    expect(bench.job('job-a').state).toBe('sent');
  });

  it('that the printer gave up may have come out in part, and go to it anew when a person says so', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'given-up', detail: 'the printer gave the job up' };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    await bench.retry('job-a');
    expect(printer.given).toHaveLength(2);
  });

  it('at a printer that does not answer any more while it had them are in doubt, and no more once it answers again', async () => {
    await bench.printPages('job-a');
    await ask();
    expect(bench.job('job-a').deviceReport).toBe('working');
    printer.isOff = true;
    await ask(24);
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'working' });
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    expect(bench.job('job-a').detail).toContain('does not answer any more');
    expect(bench.queue.problemCount()).toBe(1);
    printer.isOff = false;
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'working' });
    expect(bench.queue.problemCount()).toBe(0);
    // It answers now and then: nothing is in doubt.
    for (let time = 0; time < 3; time += 1) {
      printer.isOff = true;
      await ask(20);
      printer.isOff = false;
      await ask();
    }
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'working' });
    printer.says = { state: 'done', detail: null };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'done' });
    expect(printer.given).toHaveLength(1);
    expect(outcomes()).toEqual(['sent', 'unsure', 'sent', 'reported-done']);
  });

  it('that stood still at it are no longer said to wait there, and do so once it answers again', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'stopped', detail: 'the printer has stopped: it has no paper' };
    await ask();
    printer.isOff = true;
    await ask(25);
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', deviceReport: null });
    printer.isOff = false;
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'stopped' });
  });

  it('that stood still at it days before a start are asked about as well, and in doubt where it does not answer', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'stopped', detail: 'the printer has stopped: it has no paper' };
    await ask();
    await bench.queue.close();
    bench.time.advance(3 * 24 * 60 * MINUTE_MS);
    printer.isOff = true;
    bench.openQueue();
    await bench.wake();
    await ask(25);
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', deviceReport: null });
  });

  it('that are in doubt so are looked for before a person’s second try, and asked about by nobody once the desk is closed', async () => {
    await bench.printPages('job-a');
    await ask();
    printer.isOff = true;
    await ask(25);
    expect(bench.job('job-a').state).toBe('unsure');
    await bench.queue.close();
    expect(bench.time.waiting()).toEqual([]);
    bench.openQueue();
    await bench.wake();
    printer.isOff = false;
    await bench.retry('job-a');
    expect(bench.job('job-a').state).toBe('sent');
    expect(printer.given).toHaveLength(1);
  });

  it('that were cancelled at the printer are cancelled here', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'cancelled', detail: 'it was cancelled at the printer' };
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
    expect(outcomes()).toEqual(['sent', 'cancelled']);
  });

  it('at a printer that tells nothing stay sent, and it is not asked for ever', async () => {
    printer.says = 'never';
    await bench.printPages('job-a');
    await ask(3);
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: null });
    expect(bench.time.waiting()).toEqual([]);
    printer.says = 'unknown';
    await bench.printPages('job-b');
    await bench.advance(121 * MINUTE_MS);
    await ask();
    expect(bench.time.waiting()).toEqual([]);
  });

  it('are asked about by the name of the try that the printer took', async () => {
    printer.ends = { outcome: 'refused', detail: 'the printer is busy', again: true };
    await bench.printPages('job-a');
    printer.ends = null;
    await ask(2);
    expect([...new Set(printer.askedBy)]).toEqual(['drawdesk-job-a-2']);
  });

  it('whose number is another job’s by now are in doubt, and a person looks', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'stopped', detail: 'the printer has stopped: it has no paper' };
    await ask();
    printer.says = 'another';
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    expect(bench.job('job-a').detail).toContain('another job under its number');
    expect(bench.queue.problemCount()).toBe(1);
    expect(outcomes()).toEqual(['sent', 'unsure']);
    expect(bench.time.waiting()).toEqual([]);
    // What happens to the other job is nothing to this one.
    printer.says = { state: 'done', detail: null };
    bench.openQueue();
    await bench.wake();
    await ask(3);
    expect(bench.job('job-a').state).toBe('unsure');
  });

  it('that stood still at a printer which does not know them any more are in doubt, also if the desk learns of it at its start', async () => {
    for (const id of ['job-a', 'job-b']) await bench.printPages(id);
    printer.says = { state: 'stopped', detail: 'the printer has stopped: paper is stuck in it' };
    await ask(2);
    await bench.queue.close();
    printer.says = 'forgotten';
    bench.openQueue();
    await bench.wake();
    await ask();
    for (const id of ['job-a', 'job-b']) {
      expect(bench.job(id)).toMatchObject({ state: 'unsure', perhapsPrinted: true });
      expect(bench.job(id).detail).toContain('does not know the job any more');
    }
    expect(bench.queue.problemCount()).toBe(2);
    expect(outcomes()).toEqual(['sent', 'sent', 'unsure', 'unsure']);
    expect(bench.time.waiting()).toEqual([]);
    printer.says = { state: 'working', detail: null };
    await bench.retry('job-a');
    expect(printer.given).toHaveLength(3);
  });

  it.each([
    ['was at them', { state: 'working', detail: null } as const],
    ['had not yet said anything of them', null],
  ])('at a printer that %s and was started again are in doubt', async (_, said) => {
    await bench.printPages('job-a');
    if (said) {
      printer.says = said;
      await ask();
    }
    printer.says = 'started-again';
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    expect(bench.job('job-a').detail).toContain('started anew, while it had the job');
    expect(bench.queue.problemCount()).toBe(1);
    expect(outcomes()).toEqual(['sent', 'unsure']);
    expect(bench.time.waiting()).toEqual([]);
  });

  it('at a printer that forgets what has ended are sent, and no more is said to be at work', async () => {
    await bench.printPages('job-a');
    await ask();
    expect(bench.job('job-a').deviceReport).toBe('working');
    printer.says = 'forgotten';
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: null, detail: null });
    expect(bench.queue.problemCount()).toBe(0);
    expect(outcomes()).toEqual(['sent']);
    expect(bench.time.waiting()).toEqual([]);
  });

  it('at a printer that has a name of its own for every job stay sent', async () => {
    printer.says = 'another';
    await bench.printPages('job-a');
    await ask(3);
    expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: null });
    expect(bench.time.waiting()).toEqual([]);
  });

  it('that are no longer right for the person are not sent', async () => {
    bench.standing = () => ({ good: false, reason: 'somebody else' });
    await bench.printPages('job-a');
    expect(printer.given).toEqual([]);
    expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', detail: 'somebody else' });
    expect(outcomes()).toEqual(['held-back']);
  });

  it('that wait at the printer can be found or given up, and not sent again', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'stopped', detail: 'no paper' };
    await ask();
    expect(kindOf(() => bench.queue.retry('job-a'))).toBe('conflict');
    bench.queue.cancel('job-a', 'not needed any more');
    expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
    // What the printer says later changes nothing.
    printer.says = { state: 'done', detail: null };
    await ask();
    expect(bench.job('job-a').state).toBe('cancelled');
  });
});

describe('after the desk was killed', () => {
  const restart = async (): Promise<void> => {
    await bench.queue.close();
    bench.openQueue();
    await bench.wake();
  };

  it('a job at the printer is asked about again', async () => {
    await bench.printPages('job-a');
    await restart();
    printer.says = { state: 'done', detail: null };
    await ask();
    expect(bench.job('job-a').deviceReport).toBe('done');
  });

  it('a job whose number is another one’s by now is in doubt', async () => {
    await bench.printPages('job-a');
    await ask();
    await restart();
    printer.says = 'another';
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
  });

  it.each([true, false])(
    'a job that was being sent is looked for (the printer has it: %s)',
    async (hasIt) => {
      // Killed after the bytes left and before the answer came.
      const deliver = printer.deliver.bind(printer);
      printer.deliver = (address, job) => {
        void deliver(address, job);
        return new Promise(() => undefined);
      };
      await bench.printPages('job-a');
      expect(bench.job('job-a').state).toBe('sending');
      printer.deliver = deliver;
      printer.remembers = hasIt;
      bench.openQueue();
      await bench.wake();
      expect(bench.job('job-a').state).toBe('unsure');
      await ask();
      expect(bench.job('job-a').state).toBe(hasIt ? 'sent' : 'unsure');
      if (!hasIt) expect(bench.job('job-a').detail).toContain('does not show it');
      await ask(20);
      expect(printer.given).toHaveLength(1);
    },
  );

  it('a job in doubt says why it is in doubt, and besides that its printer does not list it, however often it is looked for', async () => {
    printer.ends = UNSURE;
    printer.remembers = false;
    await bench.printPages('job-a');
    for (let start = 0; start < 2; start += 1) {
      await restart();
      await ask();
      expect(bench.job('job-a')).toMatchObject({
        state: 'unsure',
        detail: `${UNSURE.detail}, and the list of jobs at its printer’s present address does not show it`,
      });
    }
  });

  it.each([
    [{ state: 'stopped', detail: 'it has no paper' }, { state: 'unsure' }],
    [
      { state: 'working', detail: null },
      { state: 'sent', deviceReport: null },
    ],
    [
      { state: 'done', detail: null },
      { state: 'sent', deviceReport: 'done' },
    ],
  ] as const)(
    'a job of which its printer said last %o is said to be no more than is known once that is not set up any more',
    async (said, known) => {
      await bench.printPages('job-a');
      printer.says = said;
      await ask();
      bench.store.db.prepare(`UPDATE print_job SET printer_id = 'gone'`).run();
      await restart();
      await restart();
      expect(bench.job('job-a')).toMatchObject(known);
      if (known.state === 'unsure') {
        expect(bench.job('job-a').detail).toContain('its printer was removed while it had the job');
        expect(outcomes()).toEqual(['sent', 'unsure']);
      }
    },
  );

  it('a job that its printer gave up is not looked for at the address that the printer got since', async () => {
    await bench.printPages('job-a');
    printer.says = { state: 'given-up', detail: 'the printer gave the job up' };
    await ask();
    forgetJobsAtPrinter(bench.store.db, 'office');
    printer.remembers = false;
    await restart();
    await ask();
    expect(bench.job('job-a')).toMatchObject({ state: 'unsure', detail: 'the printer gave the job up' });
  });

  it('a job in doubt is still looked for at that address before a second try: it may be the same printer', async () => {
    printer.ends = UNSURE;
    await bench.printPages('job-a');
    forgetJobsAtPrinter(bench.store.db, 'office');
    printer.ends = null;
    await bench.retry('job-a');
    expect(printer.given).toHaveLength(1);
    expect(bench.job('job-a').state).toBe('sent');
  });
});
