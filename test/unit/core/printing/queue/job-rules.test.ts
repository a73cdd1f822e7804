// Which print jobs wait for a person: those in doubt until their label is proven, those that do not go out by themselves.
import { expect, it } from 'vitest';
import { needsPerson } from '../../../../../src/core/printing/queue/job-rules.ts';
import { PRINT_JOB_STATES } from '../../../../../src/domain/print-job-state.ts';

const waiting = (proven: boolean, mayStillAnswer: boolean): string[] =>
  PRINT_JOB_STATES.filter((state) => needsPerson({ state, proven }, { mayStillAnswer }) === true);

it('wait for a person where nobody knows what came out', () => {
  expect(waiting(false, false)).toEqual(['sent-unacknowledged', 'attention', 'failed', 'unsure']);
});

it('do not while the printer may still say that it has the label', () => {
  expect(waiting(false, true)).toEqual(['attention', 'failed', 'unsure']);
});

it('of a proven label only wait where it was to go out again', () => {
  expect(waiting(true, false)).toEqual(['attention', 'failed']);
});
