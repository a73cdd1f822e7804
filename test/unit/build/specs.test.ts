// A spec that answers for the desk, by what it does with the requests of a page, is one for browsers: the desktop window's calls are no requests,
// so there it would wait for ever. Where Electron's runtime is not installed nobody would notice.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const CALLS = "route('**/api/";

/** The titles of all tests in a spec that handle requests to the desk, each with those of the groups around it. */
function testsWithOwnAnswers(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, titles: string): void => {
    if (ts.isCallExpression(node)) {
      const [title, ...rest] = node.arguments;
      const isTest = /^test\w*(\.describe|\.only)?$/.test(node.expression.getText());
      if (isTest && title && ts.isStringLiteralLike(title)) {
        const within = `${titles} ${title.text}`;
        const isGroup = node.expression.getText().endsWith('.describe');
        if (!isGroup && rest.some((part) => part.getText().includes(CALLS))) found.push(within.trim());
        for (const part of rest) visit(part, within);
        return;
      }
    }
    ts.forEachChild(node, (child) => visit(child, titles));
  };
  visit(ts.createSourceFile('spec.ts', text, ts.ScriptTarget.Latest, true), '');
  return found;
}

const all = globSync('test/e2e/specs/*.spec.ts', { cwd: root }).flatMap((file) =>
  testsWithOwnAnswers(readFileSync(join(root, file), 'utf8')),
);

it('finds them, in groups too', () => {
  const spec = `test('one', async ({ page }) => { await page.${CALLS}call', () => {}); });
    test.describe('two @web', () => { test('three', async ({ page }) => { await page.${CALLS}call', () => {}); }); });
    test('four', async () => {});`;
  expect(testsWithOwnAnswers(spec)).toEqual(['one', 'two @web three']);
  expect(all.length).toBeGreaterThan(10);
});

it('runs them in a browser alone', () => {
  expect(all.filter((titles) => !titles.includes('@web'))).toEqual([]);
});
