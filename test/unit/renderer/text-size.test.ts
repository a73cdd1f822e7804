// At a larger text size the page is laid out as in a smaller window.
import { afterEach, expect, it, vi } from 'vitest';
import { enlargedQuery } from '../../../src/renderer/ui/enlarged-query.ts';
import { enlargeSheets } from '../../../src/renderer/ui/enlarged-sheets.ts';
import { rulesOf } from '../../../src/renderer/ui/sheet-rules.ts';

it.each([
  ['(min-width: 1240px)', 2, '(min-width: 2480px)'],
  ['(max-width: 1000px) and (max-height: 600px)', 1.25, '(max-width: 1250px) and (max-height: 750px)'],
  ['(prefers-reduced-motion: reduce)', 2, '(prefers-reduced-motion: reduce)'],
  ['print', 1.5, 'print'],
  ['(max-width: 899.5px)', 2, '(max-width: 1799px)'],
])('%s at %s', (query, zoom, enlarged) => expect(enlargedQuery(query, zoom)).toBe(enlarged));

it('a style sheet that did not come has no rules, and stops nothing', () => {
  const rule = {} as CSSRule;
  const missing = {
    get cssRules(): CSSRuleList {
      throw new DOMException('Cannot access rules', 'SecurityError');
    },
  };
  expect([...rulesOf(missing)]).toEqual([]);
  expect([...rulesOf({ cssRules: [rule] as unknown as CSSRuleList })]).toEqual([rule]);
});

/** What a browser has of a style sheet: a rule, and within it one with a media query, which says how often it was written. */
function sheetWith(query: string) {
  class GroupingRule {
    cssRules: readonly object[] = [];
  }
  class MediaRule extends GroupingRule {
    media = {
      text: query,
      writes: 0,
      get mediaText(): string {
        return this.text;
      },
      set mediaText(text: string) {
        this.text = text;
        this.writes += 1;
      },
    };
  }
  vi.stubGlobal('CSSMediaRule', MediaRule);
  vi.stubGlobal('CSSGroupingRule', GroupingRule);
  const rule = new MediaRule();
  const group = new GroupingRule();
  group.cssRules = [rule];
  const read = vi.fn(() => [{}, group] as unknown as CSSRuleList);
  const sheet = {
    get cssRules(): CSSRuleList {
      return read();
    },
  };
  return { sheet, read, media: rule.media };
}

afterEach(() => vi.unstubAllGlobals());

it('goes through no sheet that has the size already, and writes no query anew that is as it should be', () => {
  const { sheet, read, media } = sheetWith('(min-width: 1240px)');
  enlargeSheets([sheet], 1);
  expect(read).not.toHaveBeenCalled();
  enlargeSheets([sheet], 2);
  enlargeSheets([sheet], 2);
  expect(media.text).toBe('(min-width: 2480px)');
  expect([read.mock.calls.length, media.writes]).toEqual([1, 1]);
  enlargeSheets([sheet], 1);
  expect(media.text).toBe('(min-width: 1240px)');

  const print = sheetWith('print');
  enlargeSheets([print.sheet], 2);
  expect(print.media.writes).toBe(0);
});

it('enlarges a sheet once its rules have come', () => {
  const { sheet, read, media } = sheetWith('(min-width: 1240px)');
  read.mockImplementationOnce(() => {
    throw new DOMException('Cannot access rules', 'InvalidAccessError');
  });
  enlargeSheets([sheet], 1.5);
  expect(media.text).toBe('(min-width: 1240px)');
  enlargeSheets([sheet], 1.5);
  expect(media.text).toBe('(min-width: 1860px)');
});
