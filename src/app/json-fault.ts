// Where a text stops being JSON. The words of JSON.parse quote the text, in which a secret may stand, and name no place in some cases.

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next: `first-…` behind an opening brace or bracket, which may be closed at once. */
type Next = 'first-key' | 'key' | 'colon' | 'first-value' | 'value' | 'after-value';

/**
 * In words; null for valid JSON.
 * @example jsonFault('{\n  "location" "A"\n}') // 'line 2, column 14'
 */
export function jsonFault(text: string): string | null {
  const at = faultAt(text);
  if (at === null) return null;
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function faultAt(text: string): number | null {
  let at = 0;
  let next: Next = 'value';
  /** What closes each brace and bracket that is open. */
  const closing: string[] = [];
  const take = (what: RegExp): boolean => {
    what.lastIndex = at;
    if (!what.test(text)) return false;
    at = what.lastIndex;
    return true;
  };
  for (;;) {
    take(SPACE);
    if (at === text.length) return next === 'after-value' && closing.length === 0 ? null : at;
    const sign = text[at];
    const mayClose: boolean = next === 'after-value' || next === 'first-key' || next === 'first-value';
    const isValue: boolean = next === 'value' || next === 'first-value';
    if (mayClose && sign === closing.at(-1)) {
      closing.pop();
      at += 1;
      next = 'after-value';
    } else if (next === 'after-value' && sign === ',' && closing.length > 0) {
      at += 1;
      next = closing.at(-1) === '}' ? 'key' : 'value';
    } else if (next === 'colon' && sign === ':') {
      at += 1;
      next = 'value';
    } else if (isValue && (sign === '{' || sign === '[')) {
      closing.push(sign === '{' ? '}' : ']');
      at += 1;
      next = sign === '{' ? 'first-key' : 'first-value';
    } else if (isValue && (take(TEXT) || take(PLAIN))) {
      next = 'after-value';
    } else if ((next === 'key' || next === 'first-key') && take(TEXT)) {
      next = 'colon';
    } else return at;
  }
}
