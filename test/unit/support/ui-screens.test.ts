// A screen that nobody looks at is noticed here: `npm run ui` takes pictures of each one that the app has.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { links } from '../../../src/renderer/shared/links.ts';
import { SCREENS_BY_ADDRESS, SCREENS_OF_A_RECORD } from '../../support/ui-screens.ts';

// Read as a text: the screens themselves need what only the build can give them.
const table = readFileSync(resolve(import.meta.dirname, '../../../src/renderer/routes.ts'), 'utf8');
const named: Readonly<Record<string, unknown>> = links;
const routes = Array.from(table.matchAll(/^ {2}\{ path: (?:'([^']+)'|links\.(\w+)),/gm), ([, path, name]) =>
  String(path ?? named[name ?? '']),
);

const addresses = Object.values({ ...SCREENS_BY_ADDRESS, ...SCREENS_OF_A_RECORD });
const pathOf = (address: string): string => `/${address.slice(2).split('/')[0] ?? ''}`;

it('each route of the app is looked at', () => {
  // Each has its words, so none is missed by the reading.
  expect(routes).toHaveLength(table.match(/ goWords: (?:'|null)/g)?.length ?? 0);
  expect(routes.length).toBeGreaterThan(20);
  const looked = new Set(addresses.map(pathOf));
  expect(routes.filter((path) => !looked.has(path))).toEqual([]);
});

it('what is looked at is a screen, and not the page that says there is none', () => {
  // A visit stands in the board’s own route.
  const known = new Set([...routes, '/visit']);
  expect(addresses.map(pathOf).filter((path) => !known.has(path))).toEqual([]);
});
