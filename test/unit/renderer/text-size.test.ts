// At a larger text size the page is laid out as in a smaller window.
import { expect, it } from 'vitest';
import { enlargedQuery } from '../../../src/renderer/ui/enlarged-query.ts';
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
