// Which print jobs are shown as open.
import { describe, expect, it } from 'vitest';
import type { PrintJobView } from '../../../src/contract/views.ts';
import { PRINT_MEANINGS } from '../../../src/renderer/features/help/state-meanings.ts';
import { isOpenJob, jobWords } from '../../../src/renderer/shared/words/job-words.ts';
import { wordsOfJob } from '../../../src/renderer/shared/words/page-job-words.ts';

describe('a print job', () => {
  const job = { proven: false, needsPerson: false };

  it('is open while its result is not known', () => {
    for (const state of [
      'queued',
      'sending',
      'attention',
      'failed',
      'unsure',
      'sent-unacknowledged',
    ] as const) {
      expect([state, isOpenJob({ ...job, state })]).toEqual([state, true]);
    }
    for (const state of ['sent', 'printed', 'cancelled'] as const) {
      expect([state, isOpenJob({ ...job, state })]).toEqual([state, false]);
    }
  });

  it('in doubt is done once its label was scanned back', () => {
    expect(isOpenJob({ ...job, state: 'unsure', proven: true })).toBe(false);
    expect(isOpenJob({ ...job, state: 'sent-unacknowledged', proven: true })).toBe(false);
  });

  it('that needs a person is open whatever its state', () => {
    expect(isOpenJob({ ...job, state: 'sent-unacknowledged', needsPerson: true })).toBe(true);
  });
});

it('what a queue of this computer was given is not said to be at the printer', () => {
  expect(jobWords('sent', 'label').word).toBe('Sent to the printer');
  expect(jobWords('sent', 'ticket', { byQueue: true })).toMatchObject({
    word: 'Given to this computer’s printing system',
    advice: 'It does not say what becomes of it.',
  });
  const label = {
    state: 'sent',
    pages: null,
    deviceReport: null,
    ticket: false,
    byQueue: true,
    perhapsPrinted: true,
    printerDeskState: null,
    otherPrinter: null,
    goesOutByItself: true,
    stoppedSinceMs: null,
  } as const;
  expect(wordsOfJob({ ...label, printerDesk: null }).word).toBe('Given to this computer’s printing system');
  expect(wordsOfJob({ ...label, printerDesk: 'Room 2' }).word).toBe('Given to Room 2’s printing system');
});

describe('a job for a printer at a further desk', () => {
  const at = (
    state: 'attention' | 'failed' | 'unsure',
    printerDeskState: 'here' | 'away' | 'shut-out',
    perhapsPrinted = false,
    otherPrinter: PrintJobView['otherPrinter'] = { id: 'other', name: 'Other' },
  ) =>
    wordsOfJob({
      state,
      pages: null,
      deviceReport: null,
      ticket: false,
      byQueue: false,
      perhapsPrinted,
      otherPrinter,
      goesOutByItself: true,
      stoppedSinceMs: null,
      printerDesk: 'Room 2',
      printerDeskState,
    });

  it('says whom it waits for and what to do, and not to look at the printer', () => {
    expect(at('attention', 'away').word).toBe('Waits for Room 2');
    expect(at('attention', 'away').advice).toMatch(
      /Nothing was sent yet.*goes out by itself.*another printer/,
    );
    expect(at('failed', 'away').advice).toMatch(/Send it again once Room 2 is back/);
    expect(at('attention', 'shut-out')).toMatchObject({ word: 'Room 2 was shut out', tone: 'bad' });
    expect(at('failed', 'shut-out').advice).toMatch(
      /nothing goes out until another desk is chosen.*Then send it again/,
    );
    expect(at('attention', 'shut-out').advice).toMatch(/Within ten minutes .* then goes out by itself/);
    expect(at('attention', 'here').word).toBe('Printer needs attention');
  });

  it('that is sent again after it may have come out is not said to have been sent nowhere', () => {
    for (const state of ['attention', 'failed'] as const)
      for (const standing of ['away', 'shut-out'] as const)
        expect(at(state, standing, true).advice).toContain('of an earlier one something may have come out');
    expect(at('failed', 'away', true).word).toBe('Not printed again');
  });

  it('offers no other printer where it cannot be moved to one', () => {
    for (const state of ['attention', 'failed'] as const)
      for (const standing of ['away', 'shut-out'] as const) {
        expect(at(state, standing).advice).toMatch(/another printer/);
        expect(at(state, standing, true, null).advice).not.toMatch(/another printer/);
      }
    expect(at('failed', 'shut-out', true, null).advice).toMatch(/until another desk is chosen/);
  });

  it('that may have come out is in doubt, wherever its desk is', () => {
    for (const state of ['away', 'shut-out'] as const)
      expect(at('unsure', state).word).toBe('Not sure whether it printed');
  });
});

describe('a job that is sent again after it may have come out, and does not reach its printer', () => {
  const again = {
    deviceReport: null,
    byQueue: false,
    printerDesk: null,
    printerDeskState: null,
    perhapsPrinted: true,
    otherPrinter: null,
    goesOutByItself: true,
    stoppedSinceMs: null,
  };
  const pages = { kind: 'trf', count: 2, goesTo: 'ipp' } as const;

  it.each([
    ['a label', { pages: null, ticket: false }, /the label may have come out\. Look at the printer/],
    ['a ticket', { pages: null, ticket: true }, /the ticket may have come out\. Look at the printer/],
    ['pages', { pages, ticket: false }, /pages may have come out\. Look at the printer/],
  ] as const)('%s: is not called safe to send', (_, what, words) => {
    const { word, advice } = wordsOfJob({ ...again, ...what, state: 'failed' });
    expect([word, advice]).toEqual(['Not printed again', expect.stringMatching(words)]);
    const first = wordsOfJob({ ...again, ...what, state: 'failed', perhapsPrinted: false });
    expect(first.word).toBe('Not printed');
  });

  it.each(['label', 'ticket'] as const)('a %s that waits says that it may lie there already', (paper) => {
    const words = `Of an earlier try the ${paper} may have come out.`;
    expect(jobWords('attention', paper, { perhapsPrinted: true }).advice).toContain(words);
    expect(jobWords('attention', paper).advice).not.toContain('earlier');
  });

  it('pages that wait so are not said to have been sent nowhere', () => {
    const { advice } = wordsOfJob({ ...again, pages, ticket: false, state: 'attention' });
    expect(advice).toMatch(/of an earlier one something may have come out\. It goes out by itself/);
  });
});

describe('a job that the queue does not try to send any more', () => {
  const job = {
    state: 'attention',
    pages: null,
    ticket: false,
    deviceReport: null,
    byQueue: false,
    perhapsPrinted: false,
    otherPrinter: null,
    stoppedSinceMs: null,
  } as const;
  const pages = { kind: 'trf', count: 2, goesTo: 'ipp' } as const;
  const here = { printerDesk: null, printerDeskState: null } as const;
  const away = { printerDesk: 'Room 2', printerDeskState: 'away' } as const;

  it.each([
    ['a label', { ...job, ...here }],
    ['a ticket', { ...job, ...here, ticket: true }],
    ['pages', { ...job, ...here, pages }],
    ['a label for a desk that is away', { ...job, ...away }],
    ['pages for a desk that is away', { ...job, ...away, pages }],
  ])('%s: is not said to go out by itself, but what to do', (_, what) => {
    const { advice } = wordsOfJob({ ...what, goesOutByItself: false });
    expect(advice).toMatch(/end it again/);
    expect(advice?.replace('It does not go out by itself any more', '')).not.toMatch(/by itself/);
    expect(wordsOfJob({ ...what, goesOutByItself: true }).advice).not.toMatch(/end it again/);
  });
});

it('a cancelled job of which something may have come out is not said to be without paper', () => {
  const job = {
    deviceReport: null,
    byQueue: false,
    printerDesk: null,
    printerDeskState: null,
    otherPrinter: null,
    goesOutByItself: true,
    stoppedSinceMs: null,
  };
  const cancelled = { ...job, state: 'cancelled' } as const;
  const label = { pages: null, ticket: false };
  const pages = { pages: { kind: 'trf', count: 2, goesTo: 'ipp' }, ticket: false } as const;
  for (const [what, paper] of [
    [label, 'label'],
    [{ ...label, ticket: true }, 'ticket'],
    [pages, 'Pages'],
  ] as const) {
    expect(wordsOfJob({ ...cancelled, ...what, perhapsPrinted: true }).advice).toMatch(
      new RegExp(`${paper}.* may have come out`),
    );
    expect(wordsOfJob({ ...cancelled, ...what, perhapsPrinted: false }).advice).toBeNull();
  }
  expect(PRINT_MEANINGS.cancelled).not.toMatch(/not printed/i);
  expect(PRINT_MEANINGS.cancelled).toMatch(/may have come out/);
});

it('a job in the middle of which the printer takes nothing more is not said to be on its way only', () => {
  const job = {
    state: 'sending',
    pages: { kind: 'trf', count: 2, goesTo: null },
    ticket: false,
    deviceReport: null,
    byQueue: false,
    printerDesk: null,
    printerDeskState: null,
    otherPrinter: null,
    perhapsPrinted: true,
    goesOutByItself: false,
  } as const;
  expect(wordsOfJob({ ...job, stoppedSinceMs: null })).toMatchObject({ word: 'Sending', advice: null });
  expect(wordsOfJob({ ...job, stoppedSinceMs: 1 })).toMatchObject({
    word: 'The printer takes no more of it',
    advice: expect.stringMatching(/look at it.* goes on by itself|by itself once it goes on/) as string,
    tone: 'warning',
  });
});
