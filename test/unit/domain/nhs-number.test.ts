// Ten digits with the right check digit are an NHS number, and nothing else is.
import { describe, expect, it } from 'vitest';
import { isNhsNumber } from '../../../src/domain/nhs-number.ts';

describe('an NHS number', () => {
  it.each(['9434765919', '943 476 5919', '943-476-5919', '4010232137', '0000000000'])('is %s', (text) => {
    expect(isNhsNumber(text)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '9434765918'],
    ['two digits changed about', '9434769519'],
    ['a check digit that would be ten', '1000000010'],
    ['nine digits', '943476591'],
    ['eleven digits', '94347659190'],
    ['letters', '94347659I9'],
    ['a form’s code', 'DRW-7K2M9Q'],
    ['nothing', ''],
  ])('is not one with %s', (_why, text) => {
    expect(isNhsNumber(text)).toBe(false);
  });
});
