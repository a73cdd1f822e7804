// Enlarges the lengths in the media queries of style sheets, and only of those that are not as large already.
import { enlargedQuery } from './enlarged-query.ts';
import { rulesOf } from './sheet-rules.ts';

/** The queries as they are written, by their rule. */
const written = new WeakMap<CSSMediaRule, string>();
/** How much each sheet was enlarged; one that is not here is as it is written. */
const enlargedBy = new WeakMap<object, number>();

function enlargeRules(rules: Iterable<CSSRule>, zoom: number): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const query = written.get(rule) ?? rule.media.mediaText;
      written.set(rule, query);
      const enlarged = enlargedQuery(query, zoom);
      // To write a query has the whole page styled anew, also where it is the same.
      if (rule.media.mediaText !== enlarged) rule.media.mediaText = enlarged;
    }
    if (rule instanceof CSSGroupingRule) enlargeRules(rule.cssRules, zoom);
  }
}

/**
 * To go through a sheet makes an object of each of its rules, for which a page at the size that is written has no use.
 *
 * @example enlargeSheets(document.styleSheets, 1.5)
 */
export function enlargeSheets(sheets: Iterable<Pick<CSSStyleSheet, 'cssRules'>>, zoom: number): void {
  for (const sheet of sheets) {
    if ((enlargedBy.get(sheet) ?? 1) === zoom) continue;
    const rules = [...rulesOf(sheet)];
    enlargeRules(rules, zoom);
    // One whose rules cannot be read may still be on its way.
    if (rules.length > 0) enlargedBy.set(sheet, zoom);
  }
}
