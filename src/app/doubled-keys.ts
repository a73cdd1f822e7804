// Looks in a JSON text for a key that stands twice in the same braces: JSON.parse takes the last one without a word.

interface Level {
  /** Null: a list. */
  readonly keys: Set<string> | null;
  /** The key or the number of what is being read there. */
  at: string | number;
}

/**
 * The first such key with what leads to it; null where there is none.
 *
 * @param text valid JSON
 * @example doubledKey('{"site": {"port": 1, "port": 2}}') // 'site.port'
 */
export function doubledKey(text: string): string | null {
  const levels: Level[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\],]/g)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '' });
    else if (token === '[') levels.push({ keys: null, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') {
      if (typeof level?.at === 'number') level.at += 1;
    } else if (level?.keys && token.endsWith(':')) {
      const key = String(JSON.parse(token.slice(0, -1)));
      level.at = key;
      if (level.keys.has(key)) return levels.map(({ at }) => at).join('.');
      level.keys.add(key);
    }
  }
  return null;
}
