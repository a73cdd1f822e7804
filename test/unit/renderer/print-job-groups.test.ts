// Which print jobs can be answered for together, and what the answer is called.
import { describe, expect, it } from 'vitest';
import type { PrintJobView } from '../../../src/contract/views.ts';
import {
  adviceOf,
  mayBeSentAgain,
  wasSentSince,
} from '../../../src/renderer/features/printing/job-decision.ts';
import { inDoubtTogether, waitingTogether } from '../../../src/renderer/features/printing/job-groups.ts';
import { openedFor, seenNow, settleWords } from '../../../src/renderer/features/printing/settling.ts';

const BACK = { id: 'back', name: 'Back' };
const job = (id: string, change: Partial<PrintJobView> = {}): PrintJobView => ({
  id,
  printerId: 'front',
  printerName: 'Front',
  printerRemoved: false,
  printerDesk: null,
  printerDeskState: null,
  title: `OLIVER, James ${id}`,
  visitId: null,
  pages: null,
  deviceReport: null,
  ticket: false,
  byQueue: false,
  state: 'unsure',
  needsPerson: true,
  goesOutByItself: false,
  stoppedSinceMs: null,
  otherPrinter: null,
  neverSent: null,
  atPrinter: false,
  proven: false,
  perhapsPrinted: false,
  detail: null,
  attempts: 1,
  createdAtMs: 0,
  finishedAtMs: null,
  actor: 'JB',
  reprintReason: null,
  ...change,
});
const waits = (id: string, change: Partial<PrintJobView> = {}) =>
  job(id, { state: 'attention', otherPrinter: BACK, ...change });
const ids = (groups: readonly (readonly PrintJobView[])[]) =>
  groups.map((group) => group.map(({ id }) => id));

describe('print jobs in doubt', () => {
  it('are asked about together where there are two or more of one printer, the oldest first', () => {
    const listed = [
      job('5', { printerId: 'back' }),
      job('4'),
      job('3', { state: 'printed', needsPerson: false }),
      job('2', { proven: true, needsPerson: false }),
      job('1', { state: 'sent-unacknowledged' }),
    ];
    expect(ids(inDoubtTogether(listed))).toEqual([['1', '4']]);
    expect(inDoubtTogether(listed.slice(0, 2))).toEqual([]);
  });

  it('are not asked about while the printer may still acknowledge them', () => {
    expect(
      inDoubtTogether([job('2'), job('1', { state: 'sent-unacknowledged', needsPerson: false })]),
    ).toEqual([]);
  });

  it('that changed since the question was opened are not settled by it', () => {
    const [group] = inDoubtTogether([job('4'), job('3'), job('2'), job('1')]);
    if (!group) throw new Error('They are no group.');
    const entry = openedFor(group);
    expect(entry.cameOut).toEqual([]);
    const later = [
      job('5'),
      job('3', { attempts: 2 }),
      job('2', { proven: true }),
      job('1', { state: 'printed' }),
    ];
    expect(
      seenNow(entry.seen, later).map(({ seen, job: found, isOpen }) => [seen.id, found?.id, isOpen]),
    ).toEqual([
      ['1', '1', false],
      ['2', '2', false],
      ['3', '3', false],
      ['4', undefined, false],
    ]);
    expect(seenNow(entry.seen, [job('1')])[0]).toMatchObject({ isOpen: true });
  });

  it('the button says what becomes of each', () => {
    expect(settleWords(0, 20, 'again')).toBe('None came out: print 20 again');
    expect(settleWords(19, 1, 'again')).toBe('19 came out, print 1 again');
    expect(settleWords(19, 1, 'give-up')).toBe('19 came out, give 1 up');
    expect(settleWords(2, 0, 'give-up')).toBe('All 2 came out whole');
    expect(settleWords(1, 0, 'again')).toBe('It came out whole');
    expect(settleWords(0, 0, 'again')).toBe('Nothing to settle');
  });
});

describe('print jobs that wait', () => {
  const printers = [
    { id: 'front', state: 'unreachable' },
    { id: 'back', state: 'ready' },
  ] as const;

  it('can go together from a printer that cannot print to the same other one', () => {
    const listed = [
      waits('4', { otherPrinter: { id: 'big', name: 'Big' } }),
      waits('3', { state: 'queued', needsPerson: false }),
      waits('2', { state: 'failed' }),
      job('1'),
    ];
    expect(ids(waitingTogether(listed, printers))).toEqual([['2', '3']]);
  });

  it('stay where their printer prints, and go where it is not set up any more', () => {
    const listed = [waits('2'), waits('1')];
    expect(waitingTogether(listed, [{ id: 'front', state: 'ready' }])).toEqual([]);
    expect(ids(waitingTogether(listed, [{ id: 'back', state: 'ready' }]))).toEqual([['1', '2']]);
  });
});

describe('a job that is never sent once more', () => {
  const SEND_AGAIN = 'Nothing reached the printer. It can safely be sent again.';
  const LOOK = 'Look at the printer before anything is sent again.';

  it('says so in place of what its state alone would promise', () => {
    const [words, ...more] = adviceOf(job('1', { state: 'failed', neverSent: 'not-kept' }), SEND_AGAIN);
    expect(words).toContain('not kept any more');
    expect(more).toEqual([]);
    expect(adviceOf(job('1', { state: 'failed' }), SEND_AGAIN)).toEqual([SEND_AGAIN]);
  });

  it('has its paper looked for all the same', () => {
    const advice = adviceOf(job('1', { neverSent: 'not-awaited' }), LOOK);
    expect(advice).toEqual([LOOK, expect.stringContaining('No sample waits for this label any more')]);
  });

  it('is to be destroyed where it names somebody else or has another code by now', () => {
    for (const neverSent of ['person-changed', 'code-changed', 'registration-gone'] as const) {
      const advice = adviceOf(job('1', { neverSent }), LOOK);
      expect(advice).toEqual([LOOK, expect.stringContaining('Destroy it if it came out')]);
    }
  });

  it('says nothing of it once nobody has to decide about it', () => {
    const queued = job('1', { state: 'queued', needsPerson: false, neverSent: 'not-awaited' });
    expect(adviceOf(queued, null)).toEqual([]);
    expect(adviceOf(job('1', { proven: true, neverSent: 'scanned-back' }), LOOK)).toEqual([]);
  });
});

it('a job was sent since somebody agreed to something about it where it was tried again, and neither waits nor is asked for at its printer', () => {
  const since = (change: Partial<PrintJobView>) => wasSentSince(job('a', { attempts: 2, ...change }), 1);
  expect(since({ state: 'unsure' })).toBe(true);
  expect(since({ state: 'sent', deviceReport: 'stopped' })).toBe(true);
  expect(since({ state: 'sent', deviceReport: 'stopped', atPrinter: true })).toBe(false);
  for (const state of ['attention', 'failed'] as const) expect(since({ state })).toBe(false);
  expect(wasSentSince(job('a', { attempts: 2 }), 2)).toBe(false);
});

describe('a job whose printer is not set up any more', () => {
  const removed = { printerRemoved: true };

  it('is not sent again, whatever its state would promise', () => {
    for (const state of ['attention', 'failed', 'unsure', 'sent-unacknowledged'] as const)
      expect(mayBeSentAgain(job('a', { state, ...removed }))).toBe(false);
    const waits = job('a', { state: 'failed', ...removed });
    expect(adviceOf(waits, 'It can safely be sent again.')).toEqual([
      'Its printer is not set up any more: print it anew from where it was, and cancel it here.',
    ]);
    expect(adviceOf({ ...waits, otherPrinter: BACK }, 'It can safely be sent again.')).toEqual([
      'Its printer is not set up any more: print it on another one.',
    ]);
  });

  it('has its paper looked for where there may be one', () => {
    const unsure = job('a', { state: 'unsure', ...removed });
    expect(adviceOf(unsure, 'Look at the printer.')).toEqual([
      'Look at the printer.',
      'Its printer is not set up any more, so it is not sent again. If it did not come out, print it anew from where it was, and cancel it here.',
    ]);
    const again = job('a', { state: 'failed', perhapsPrinted: true, ...removed });
    expect(adviceOf(again, 'The label may have come out.')[0]).toBe('The label may have come out.');
    const stays = job('a', { state: 'unsure', neverSent: 'not-awaited', ...removed });
    expect(adviceOf(stays, null).join(' ')).not.toContain('print it anew');
  });
});

it('a job is sent again where it can come out, and not at a desk that was shut out', () => {
  const shutOut = { printerDesk: 'Room 2', printerDeskState: 'shut-out' } as const;
  for (const state of ['attention', 'failed', 'unsure'] as const) {
    expect(mayBeSentAgain(job('a', { state }))).toBe(true);
    expect(mayBeSentAgain(job('a', { state, ...shutOut }))).toBe(false);
  }
  expect(mayBeSentAgain(job('a', { state: 'failed', neverSent: 'not-kept' }))).toBe(false);
  expect(adviceOf(job('a', { state: 'unsure', ...shutOut }), 'Look.')).toEqual([
    'Look.',
    'Room 2 was shut out: it can be sent again once another desk is chosen where the printer is set up.',
  ]);
});
