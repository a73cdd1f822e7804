// The size of a label from the marks that a person sees on it.
import { expect, it } from 'vitest';
import { sizeFromRuler } from '../../../src/renderer/features/printers/measured-size.ts';

it.each([
  [
    { left: '26.5', right: '77.5', top: '0', bottom: '25' },
    { widthMm: 51, heightMm: 25, advice: null },
  ],
  [
    { left: '0', right: '57', top: '0', bottom: '32,5' },
    { widthMm: 57, heightMm: 32.5, advice: null },
  ],
  [
    { left: '20', right: '70', top: '0', bottom: '25' },
    { widthMm: 50, heightMm: 25, advice: /7 mm too far to the left/ },
  ],
  [
    { left: '35', right: '85 mm', top: '0', bottom: '25' },
    { widthMm: 50, heightMm: 25, advice: /8 mm too far to the right/ },
  ],
  [
    { left: '27', right: '77', top: '3', bottom: '28' },
    { widthMm: 50, heightMm: 25, advice: /first 3 mm are missing/ },
  ],
])('%j', (reading, size) => {
  const measured = sizeFromRuler(reading, 104);
  expect(measured).toMatchObject({ widthMm: size.widthMm, heightMm: size.heightMm });
  const advice = 'advice' in measured ? measured.advice : 'none';
  if (size.advice === null) expect(advice).toBeNull();
  else expect(advice).toMatch(size.advice);
});

it.each([
  [{ left: '', right: '77', top: '0', bottom: '25' }, 'left'],
  [{ left: '77', right: '26', top: '0', bottom: '25' }, 'right'],
  [{ left: '26', right: 'x', top: '0', bottom: '25' }, 'right'],
  [{ left: '26', right: '77', top: '-1', bottom: '25' }, 'top'],
  [{ left: '26', right: '77', top: '0', bottom: '0' }, 'bottom'],
] as const)('%j is not yet a reading, at %s', (reading, problem) => {
  expect(sizeFromRuler(reading, 104)).toMatchObject({ problem });
});
