// Every component that screens share has an entry in the gallery of components: a new one without is noticed here.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const namesIn = (pattern: string, name: RegExp): string[] =>
  globSync(pattern, { cwd: root })
    .flatMap((file) => [...readFileSync(resolve(root, file), 'utf8').matchAll(name)])
    .map(([, found = '']) => found)
    .toSorted();

const COMPONENTS = 'src/renderer/{ui,shared}/**/*.tsx';
/** A component is exported by a name with a capital and small letters; constants have capitals only. */
const components = namesIn(COMPONENTS, /^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm);
const entries = namesIn('test/gallery/entries/*.tsx', /^ {2}entry\('(\w+)'/gm);

it('each shared component is shown in the gallery, once', () => {
  expect(components.length).toBeGreaterThan(40);
  expect(entries.filter((name) => components.includes(name))).toEqual(components);
});

it('whatever else is in the gallery is a component of a screen', () => {
  const ofScreens = namesIn('src/renderer/{app,features}/**/*.tsx', /^export function ([A-Z]\w*)/gm);
  const others = entries.filter((name) => !components.includes(name));
  expect(others).toEqual([...new Set(others)]);
  expect(others.filter((name) => !ofScreens.includes(name))).toEqual([]);
});
