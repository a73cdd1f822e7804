// What the documents name must exist: files, folders, npm scripts, pages that are linked to.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];
/** Paths in documents begin at the project's root or at one of these folders. */
const BEGINNINGS = ['', 'src', 'src/core', 'src/renderer', 'src/core/operations', 'test'];
const ENDINGS = ['', '.ts', '.tsx', '.test.ts', '.spec.ts'];
/** Names that look like a path of the project and are none: a time zone, folders of a data folder, results of a run. */
const OTHERS = ['Europe/London', 'electron/', 'logs/', 'test-results/screenshots', 'test-results/ui'];

const isPath = (words: string): boolean =>
  /^[\w.*-]+(?:\/[\w.*-]+)*\/?$/.test(words) && (words.includes('/') || /\.(?:ts|tsx|md)$/.test(words));

function isThere(path: string): boolean {
  if (!path.includes('/'))
    return (
      globSync(`{src,test,build,docs}/**/${path}`, { cwd: root }).length > 0 || existsSync(join(root, path))
    );
  return BEGINNINGS.some((beginning) =>
    ENDINGS.some(
      (ending) => globSync(join(beginning, path.replace(/\/$/, '')) + ending, { cwd: root }).length > 0,
    ),
  );
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const quoted = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, words = '']) => words);

  it('names files and folders that exist', () => {
    const paths = quoted.filter((words) => isPath(words) && !OTHERS.includes(words));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const named = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, script = '']) => script);
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('is whole: no part of two versions was left in it by a merge', () => {
    // The formatter turns the last of git's three marks into a quotation in a quotation.
    expect(text.match(/^(?:<{7} |={7}$|>{7} |(?:> ){6}>)/m)).toBeNull();
  });

  it('links to pages and pictures that exist', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});
