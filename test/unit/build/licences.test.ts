// Whatever is shipped is named with its licence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gatherLicences } from '../../../build/licences.ts';

const root = join(import.meta.dirname, '../../..');
const { packages, texts } = gatherLicences(root);

it('every production dependency is there, in the version that is installed', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(dependencies).length).toBeGreaterThan(15);
  for (const [name, version] of Object.entries(dependencies)) {
    expect(packages, name).toContainEqual(expect.objectContaining({ name, version }));
  }
});

it('what those depend on is there as well, and what only builds or tests is not', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'scheduler', 'fontkit']));
  for (const name of ['vitest', 'eslint', 'typescript', '@playwright/test'])
    expect(names).not.toContain(name);
});

it('each names its licence, and nearly all bring its text', () => {
  for (const { name, licence, textIndex } of packages) {
    expect(licence, name).toMatch(/^[\w .()/+-]{2,60}$/);
    if (textIndex !== null) expect(texts[textIndex]?.length, name).toBeGreaterThan(60);
  }
  const withoutText = packages.filter(({ textIndex }) => textIndex === null);
  expect(withoutText.length).toBeLessThan(packages.length / 10);
  expect(texts.some((text) => text.includes('SIL OPEN FONT LICENSE'))).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
