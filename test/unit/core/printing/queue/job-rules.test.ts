// Which print jobs wait for a person: those in doubt until their label is proven, those that do not go out by themselves.
import { expect, it } from 'vitest';
import { mayMove, needsPerson } from '../../../../../src/core/printing/queue/job-rules.ts';
import { PRINT_JOB_STATES } from '../../../../../src/domain/print-job-state.ts';

const waiting = (proven: boolean, mayStillAnswer: boolean): string[] =>
  PRINT_JOB_STATES.filter(
    (state) => needsPerson({ state, proven, deviceReport: null }, { mayStillAnswer }) === true,
  );

it('jobs wait for a person when nobody knows what was printed', () => {
  expect(waiting(false, false)).toEqual(['sent-unacknowledged', 'attention', 'failed', 'unsure']);
});

it('a job waits for a person when its printer has it and has stopped', () => {
  const reports = [null, 'working', 'stopped', 'done'] as const;
  const waits = reports.filter((deviceReport) =>
    needsPerson({ state: 'sent', proven: false, deviceReport }, { mayStillAnswer: false }),
  );
  expect(waits).toEqual(['stopped']);
});

it('jobs do not wait for a person while the printer may still acknowledge them', () => {
  expect(waiting(false, true)).toEqual(['attention', 'failed', 'unsure']);
});

it('jobs of a proven label wait for a person only when it was to be printed again', () => {
  expect(waiting(true, false)).toEqual(['attention', 'failed']);
});

it('a job may be printed on another printer only while nothing of it can have come out', () => {
  const movable = (perhapsPrinted: boolean): string[] =>
    PRINT_JOB_STATES.filter((state) => mayMove({ state, perhapsPrinted }));
  expect(movable(false)).toEqual(['queued', 'attention', 'failed']);
  expect(movable(true)).toEqual([]);
});
