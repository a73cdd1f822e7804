// References that choose how a training registration ends.
import { describe, expect, it } from 'vitest';
import { codesTyped, readCourse, writeCourse, writeReference } from '../../../src/domain/scenario-course.ts';
import { courseOf } from '../../../src/sandbox/rules/scenario.ts';

const LOW = { scenario: 'abnormal_low', codes: ['HDL', 'LDL'], timing: 'instant' };

describe('a course', () => {
  it('is written as the laboratory reads it', () => {
    expect(writeCourse(LOW)).toBe('abnormal_low@HDL,LDL+instant');
    expect(writeCourse({ scenario: 'partial', codes: [], timing: null })).toBe('partial');
    const reference = writeReference(LOW, 'walk-in-7');
    expect(reference).toBe('test:abnormal_low@HDL,LDL+instant:walk-in-7');
    expect(courseOf(reference, () => null)).toEqual({
      scenario: 'abnormal_low',
      delayMs: 0,
      targets: ['HDL', 'LDL'],
    });
  });

  it('is read in either order', () => {
    expect(readCourse('abnormal_low@HDL,LDL+instant')).toEqual(LOW);
    expect(readCourse('abnormal_low+instant@HDL,LDL')).toEqual(LOW);
    expect(readCourse('success')).toEqual({ scenario: 'success', codes: [], timing: null });
  });

  it.each(['', '+instant', 'a b', 'partial@', 'partial+', 'partial+a+b', 'x@A@B', 'x@A,,B', 'x:y'])(
    'is not made of "%s"',
    (text) => expect(readCourse(text)).toBeNull(),
  );
});

it('codes are taken however they are separated, each once', () => {
  expect(codesTyped(' hdl, LDL;hdl\ttrig ')).toEqual(['HDL', 'LDL', 'TRIG']);
  expect(codesTyped('@hdl, @LDL')).toEqual(['HDL', 'LDL']);
  expect(codesTyped(' , ')).toEqual([]);
});
