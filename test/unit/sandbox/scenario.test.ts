// How a reference chooses scenario, timing and targets.
import { describe, expect, test } from 'vitest';
import { courseOf, readCourse } from '../../../src/sandbox/rules/scenario.ts';

const nothing = (): null => null;

describe('a course', () => {
  test.each([
    ['test:partial:ref', { scenario: 'partial', delayMs: 30_000, targets: [] }],
    ['test:partial+instant:ref', { scenario: 'partial', delayMs: 0, targets: [] }],
    [
      'test:abnormal_low+slow@FERR,IRON:ref',
      { scenario: 'abnormal_low', delayMs: 120_000, targets: ['FERR', 'IRON'] },
    ],
    [
      'test:abnormal_high@iron, ferr:ref',
      { scenario: 'abnormal_high', delayMs: 30_000, targets: ['IRON', 'FERR'] },
    ],
    [
      'test:abnormal_low@FERR,ferr,IRON+instant:ref',
      { scenario: 'abnormal_low', delayMs: 0, targets: ['FERR', 'IRON'] },
    ],
    ['test:@IRON:ref', { scenario: 'success', delayMs: 30_000, targets: ['IRON'] }],
    ['test:all_failed:a:b@c+slow', { scenario: 'all_failed', delayMs: 30_000, targets: [] }],
    ['test:one_failed', { scenario: 'one_failed', delayMs: 30_000, targets: [] }],
    ['test:', { scenario: 'success', delayMs: 30_000, targets: [] }],
    ['test:nonsense+never@:x', { scenario: 'success', delayMs: 30_000, targets: [] }],
    ['mytest:all_failed:x', { scenario: 'success', delayMs: 30_000, targets: [] }],
    [null, { scenario: 'success', delayMs: 30_000, targets: [] }],
  ])('%s is read as %o', (reference, course) => {
    expect(courseOf(reference, nothing)).toEqual(course);
  });

  test('the scenario chosen in training counts only when the reference chooses none', () => {
    const chosen = (): string => 'processing_error+slow';
    expect(courseOf('CRM-1', chosen)).toMatchObject({ scenario: 'processing_error', delayMs: 120_000 });
    expect(courseOf(null, chosen).scenario).toBe('processing_error');
    expect(courseOf('test:partial:1', chosen).scenario).toBe('partial');
  });

  test('case and spaces do not matter', () => {
    expect(readCourse(' Abnormal_High + INSTANT @ iron ')).toEqual({
      scenario: 'abnormal_high',
      delayMs: 0,
      targets: ['IRON'],
    });
  });
});
