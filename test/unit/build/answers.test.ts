// What the build leaves out of the contract.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { cutAnswers } from '../../../build/answers.ts';
import { operations } from '../../../src/contract/index.ts';

const cut = (text: string) => cutAnswers(text, parseSync('contract.ts', text).program);

test('what describes an answer is null, and nothing else is touched', () => {
  const { text, count } = cut(`
    export const some = {
      /** Why. */
      'a.get': query(z.strictObject({ id: recordId }), z.object({ rows: z.array(row) }).nullable(), { staleOn: [] }),
      'a.do': command(nothing, visitDetail, { answersWith: 'visit' }),
      'a.look': commandOrLook(z.strictObject({ text }), z.union([a, b]), { answersWith: 'other' }),
      'a.open': commandInConfidence(z.strictObject({ pin }), z.string()),
    };
    const other = described(one, two) as const satisfies Record<string, string>;`);
  expect(text).toBe(`
    export const some = {
      /** Why. */
      'a.get': query(z.strictObject({ id: recordId }), null, { staleOn: [] }),
      'a.do': command(nothing, null, { answersWith: 'visit' }),
      'a.look': commandOrLook(z.strictObject({ text }), null, { answersWith: 'other' }),
      'a.open': commandInConfidence(z.strictObject({ pin }), null),
    };
    const other = described(one, two) as const satisfies Record<string, string>;`);
  expect(count).toBe(4);
});

test('every operation of the contract is found', () => {
  const folder = resolve(import.meta.dirname, '../../../src/contract');
  const counts = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'operation.ts')
    .map((name) => cut(readFileSync(join(folder, name), 'utf8')).count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Object.keys(operations).length);
});
