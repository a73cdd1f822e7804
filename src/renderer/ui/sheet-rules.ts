// The rules of a style sheet that may not have come.

/**
 * None for a sheet that could not be fetched, as when the desk stops while a screen is loaded: the document lists it, but the browser
 * refuses to have it read (SecurityError), and the sheets after it would not be looked at.
 */
export function rulesOf(sheet: Pick<CSSStyleSheet, 'cssRules'>): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
