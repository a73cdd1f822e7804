// The table of planted faults, and a few of them planted; `npm run planted` tries all of them.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { tryFault } from './try-fault.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Every so many faults one is tried here: about half a minute. */
const TRIED_EVERY = 12;

describe('a planted fault', () => {
  it.each(PLANTED_FAULTS)('stands in the sources once: $fault', ({ file, text, instead, noticedBy }) => {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8');
    expect(source.split(text), file).toHaveLength(2);
    expect(text).not.toContain('\n');
    expect(instead).not.toBe(text);
    // A fault that cannot be parsed is noticed by every test, and proves nothing.
    expect(
      parseSync(
        file,
        source.replace(text, () => instead),
      ).errors,
      instead,
    ).toEqual([]);
    expect(existsSync(join(ROOT, 'test', noticedBy)), noticedBy).toBe(true);
  });

  it('is described once', () => {
    expect(new Set(PLANTED_FAULTS.map(({ fault }) => fault)).size).toBe(PLANTED_FAULTS.length);
    expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(50);
  });

  it.each(PLANTED_FAULTS.filter((_, number) => number % TRIED_EVERY === 0))(
    'is noticed: $fault',
    async (planted) => expect(await tryFault(planted), planted.noticedBy).not.toBeNull(),
    120_000,
  );
});
