// A key that works on every screen does one thing: no screen gives it to something else.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../src/renderer');
/** The text of each action with a key: an entry of the routes, or the argument of `useAction`. */
const actions = globSync('**/*.{ts,tsx}', { cwd: renderer })
  .map((file) => readFileSync(resolve(renderer, file), 'utf8'))
  .flatMap((code) => [
    ...code.matchAll(/useAction\(\{([^{}]*)\}/g),
    ...code.matchAll(/\{ path: [^\n]*?(goWords: [^\n]*?key: '.')/g),
  ])
  .map(([, text = '']) => ({ text, key: /key: '(.)'/.exec(text)?.[1] ?? null }))
  .filter((action): action is { text: string; key: string } => action.key !== null);

it('keys of every screen are given to nothing else', () => {
  const everywhere = actions.filter(({ text }) => /everywhere: true|^goWords/.test(text));
  expect(everywhere.length).toBeGreaterThan(8);
  for (const { text, key } of everywhere) {
    const others = actions.filter((other) => other.key === key).map((other) => other.text);
    expect(others, key).toEqual([text]);
  }
});
