// docs/service.md stays true: each test that it names exists, and each operation's file of tests is there.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the table of rules names tests that exist', () => {
  const sources = globSync('test/{integration,unit}/sandbox/*.test.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const written = sources.join('\n');
  const rows = readFileSync('docs/service.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split(' | ').at(-1) ?? '');
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
  expect(named.length).toBeGreaterThan(100);
  // The specs of what people do are looked at in test/unit/support/service-use.test.ts.
  const rules = named.filter((name) => !name.endsWith('.spec.ts'));
  const missing = rules.filter((name) => !written.includes(`'${name}'`));
  expect(missing).toEqual([]);
});
