// The order in which a line is written on paper.
import { describe, expect, it } from 'vitest';
import { runsOnPaper } from '../../../src/adapters/bidi-runs.ts';

const texts = (line: string): string[] => runsOnPaper(line).map(({ text }) => text);

describe('a line on paper', () => {
  it('is one run where nothing is read from the right', () => {
    expect(runsOnPaper('OLIVER, James')).toEqual([{ text: 'OLIVER, James', rightToLeft: false }]);
    expect(runsOnPaper('')).toEqual([]);
  });

  it('keeps the words of a name that is read from the right in one run, with the signs between them', () => {
    expect(runsOnPaper('כהן, שרה')).toEqual([{ text: 'כהן, שרה', rightToLeft: true }]);
    expect(texts('الحسن, كريم محمد')).toEqual(['الحسن, كريم محمد']);
  });

  it('takes the direction of the first letter for the whole line', () => {
    expect(texts('כהן, שרה 12')).toEqual(['12', 'כהן, שרה ']);
    expect(texts('COHEN (כהן), Sara')).toEqual(['COHEN (', 'כהן', '), Sara']);
  });

  it('turns brackets in what is read from the right, and leaves marks with their letters', () => {
    expect(texts('כהן (לוי) שרה')).toEqual(['כהן )לוי( שרה']);
    expect(runsOnPaper('שָׂרָה')).toEqual([{ text: 'שָׂרָה', rightToLeft: true }]);
  });
});
