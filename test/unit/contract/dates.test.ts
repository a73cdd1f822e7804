// Dates that do not exist are refused before an operation sees them.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../src/contract/index.ts';

/** Every pattern that a text of this JSON schema must fit. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(patternsIn)];
}

describe('a date of no calendar', () => {
  it.each(['dayList.get', 'dayList.print', 'board.get'] as const)('is refused by %s', (name) => {
    const { input } = operations[name];
    expect(input.safeParse({ date: '2028-02-29' }).success).toBe(true);
    for (const date of ['2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', 'today'])
      expect(input.safeParse({ date }).success, date).toBe(false);
  });

  it.each(Object.entries(operations))('is taken nowhere for a date: %s', (_, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const ofDates = patternsIn(schema)
      .map((pattern) => new RegExp(pattern))
      // Patterns of telephone numbers and secrets fit a date as well.
      .filter(
        (pattern) =>
          pattern.test('2028-02-29') && !['0123456789', 'no-date'].some((text) => pattern.test(text)),
      );
    for (const pattern of ofDates) expect('2026-02-29').not.toMatch(pattern);
  });
});
