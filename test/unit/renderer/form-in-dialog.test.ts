// A form that is given to the computer's own print dialog only as long as its visit is on the screen.
import { describe, expect, it } from 'vitest';
import { notFound } from '../../../src/domain/app-error.ts';
import { giveFormToDialog } from '../../../src/renderer/features/visit/form-in-dialog.ts';

const PAGE = Promise.resolve({ base64: 'JVBERg==' });

describe('a form for the print dialog', () => {
  it('is given to it', async () => {
    const printed: string[] = [];
    const print = (base64: string): Promise<void> => Promise.resolve(void printed.push(base64));
    expect(await giveFormToDialog(PAGE, new AbortController().signal, print)).toEqual({ kind: 'given' });
    expect(printed).toEqual(['JVBERg==']);
  });

  it('is not given to it once its visit was left while the form was fetched', async () => {
    const left = new AbortController();
    const fetched = Promise.withResolvers<{ base64: string }>();
    const printed: string[] = [];
    const end = giveFormToDialog(fetched.promise, left.signal, (base64) =>
      Promise.resolve(void printed.push(base64)),
    );
    left.abort();
    fetched.resolve({ base64: 'JVBERg==' });
    expect(await end).toEqual({ kind: 'unwanted' });
    expect(printed).toEqual([]);
  });

  it('nor while its pages are drawn', async () => {
    const left = new AbortController();
    const printed: string[] = [];
    const end = giveFormToDialog(PAGE, left.signal, async (base64, { signal }) => {
      left.abort();
      await Promise.resolve();
      signal.throwIfAborted();
      printed.push(base64);
    });
    expect(await end).toEqual({ kind: 'unwanted' });
    expect(printed).toEqual([]);
  });

  it('is said not to be printed where its pages cannot be drawn, or where it cannot be had', async () => {
    const { signal } = new AbortController();
    const fails = (): Promise<void> => Promise.reject(new Error('no memory'));
    expect(await giveFormToDialog(PAGE, signal, fails)).toEqual({ kind: 'failed' });
    const error = notFound('There is no form.');
    expect(await giveFormToDialog(Promise.resolve({ error }), signal, fails)).toEqual({
      kind: 'refused',
      error,
    });
  });
});
