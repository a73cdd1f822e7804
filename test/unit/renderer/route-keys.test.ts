// The keys that lead to a screen work everywhere, so no screen may use one of them for something else.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../src/renderer');
const keysIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bkey: '(.)'/g), ([, key = '']) => key.toUpperCase());
const routeKeys = keysIn(readFileSync(resolve(renderer, 'routes.ts'), 'utf8'));

it('each route with a key has one of its own', () => {
  expect(routeKeys.length).toBeGreaterThan(5);
  expect(new Set(routeKeys).size).toBe(routeKeys.length);
});

it('no action of a screen has the key of a route', () => {
  const clashes = globSync('{features,shared,app}/**/*.{ts,tsx}', { cwd: renderer }).flatMap((file) =>
    keysIn(readFileSync(resolve(renderer, file), 'utf8'))
      .filter((key) => routeKeys.includes(key))
      .map((key) => `${file}: ${key}`),
  );
  expect(clashes).toEqual([]);
});
