// What JSON.parse does not tell of a text: where it stops being JSON, and a key that stands twice in the same braces, of which it takes the last one
// without a word.
import { parseTree, type Node, type ParseError } from 'jsonc-parser';

const STRICT = { disallowComments: true, allowTrailingComma: false };

/**
 * In words; null for valid JSON, and where it is nested so deep that no place can be named. The words of JSON.parse quote the text, in which a
 * secret may stand, and name no place in some cases.
 * @example jsonFault('{\n  "location" "A"\n}') // 'line 2, column 14'
 */
export function jsonFault(text: string): string | null {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, STRICT);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
  const [first] = errors;
  if (first === undefined) return null;
  const lines = text.slice(0, first.offset).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/**
 * The first such key with what leads to it; null where there is none.
 *
 * @param text valid JSON
 * @example doubledKey('{"site": {"port": 1, "port": 2}}') // 'site.port'
 */
export function doubledKey(text: string): string | null {
  const tree = parseTree(text, [], STRICT);
  return tree ? doubledIn(tree, []) : null;
}

function doubledIn(node: Node, path: readonly string[]): string | null {
  const keys = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    // A property has two children of its own: its key and its value.
    const isProperty = child.type === 'property';
    const key = isProperty ? String(child.children?.[0]?.value) : String(index);
    const at = [...path, key];
    if (keys.has(key)) return at.join('.');
    keys.add(key);
    const value = isProperty ? child.children?.[1] : child;
    const within = value ? doubledIn(value, at) : null;
    if (within !== null) return within;
  }
  return null;
}
