// Walking pages: to the end, and never for ever.
import { describe, expect, test } from 'vitest';
import { walkPages } from '../../../../src/core/service/walk-pages.ts';
import { AppException, bug } from '../../../../src/domain/app-error.ts';
import { examplePage } from '../../../support/wire-examples.ts';

async function collect(walk: AsyncIterable<{ items: number[] }>): Promise<number[]> {
  const items: number[] = [];
  for await (const page of walk) items.push(...page.items);
  return items;
}
const readOf = (pages: number) => async (page: number) => examplePage([page * 10], page, pages);

describe('walkPages', () => {
  test('yields every page in order', async () => {
    expect(await collect(walkPages('x', readOf(3)))).toEqual([10, 20, 30]);
  });

  test('a page that points back ends the walk with an error', async () => {
    const loop = async (page: number) => ({
      ...examplePage([page], page, 9),
      next_page: page === 3 ? 2 : page + 1,
    });
    await expect(collect(walkPages('x', loop))).rejects.toMatchObject({
      error: { kind: 'bug', origin: 'service', field: 'next_page' },
    });
  });

  test('more pages than allowed end the walk with an error, not with a short list', async () => {
    await expect(collect(walkPages('x', readOf(3), { maxPages: 2 }))).rejects.toMatchObject({
      error: { kind: 'bug', origin: 'service' },
    });
    expect(await collect(walkPages('x', readOf(2), { maxPages: 2 }))).toEqual([10, 20]);
  });

  test('a list that names one more page each time is given up after a hundred', async () => {
    let read = 0;
    const endless = async (page: number) => {
      read += 1;
      return examplePage([page], page, page + 1);
    };
    await expect(collect(walkPages('x', endless))).rejects.toMatchObject({
      error: { kind: 'bug', origin: 'service', field: 'next_page' },
    });
    expect(read).toBe(100);
  });

  test('an abort between pages ends the walk', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const page of walkPages('x', readOf(3), { signal: abort.signal })) {
        seen.push(...page.items);
        abort.abort();
      }
    };
    await expect(walk()).rejects.toMatchObject({ error: { kind: 'offline', delivery: 'not-sent' } });
    expect(seen).toEqual([10]);
  });

  test('a failing page ends the walk with its own error', async () => {
    const failing = async (): Promise<never> => {
      throw new AppException(bug('no'));
    };
    await expect(collect(walkPages('x', failing))).rejects.toMatchObject({ error: { kind: 'bug' } });
  });
});
