// Which print jobs are shown as open.
import { describe, expect, it } from 'vitest';
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
  const label = { state: 'sent', pages: null, deviceReport: null, ticket: false, byQueue: true } as const;
  expect(wordsOfJob({ ...label, printerDesk: null }).word).toBe('Given to this computer’s printing system');
  expect(wordsOfJob({ ...label, printerDesk: 'Room 2' }).word).toBe('Given to Room 2’s printing system');
});
