// Pages are made ready for paper one after the other, and no further one once that was cancelled.
import { describe, expect, it } from 'vitest';
import {
  makeReady,
  putOnPaper,
  type PagesReady,
} from '../../../src/renderer/shared/documents/print-pages.ts';

function watched(stop = new AbortController()) {
  const said: PagesReady[] = [];
  const letGo: number[] = [];
  return {
    said,
    letGo,
    stop,
    watch: { signal: stop.signal, onReady: (pages: PagesReady) => void said.push(pages) },
  };
}

describe('pages for paper', () => {
  it('are counted as they are drawn', async () => {
    const { said, watch } = watched();
    const pages = await makeReady(
      { from: 41, to: 43 },
      (number) => Promise.resolve(number),
      watch,
      () => undefined,
    );
    expect(pages).toEqual([41, 42, 43]);
    expect(said).toEqual([0, 1, 2, 3].map((ready) => ({ ready, of: 3 })));
  });

  it('are not drawn any further once that was cancelled, and what was drawn is let go', async () => {
    const { letGo, stop, watch } = watched();
    const drawn: number[] = [];
    const draw = (number: number): Promise<number> => {
      drawn.push(number);
      if (number === 3) stop.abort();
      return Promise.resolve(number);
    };
    await expect(makeReady({ from: 1, to: 20 }, draw, watch, (page) => letGo.push(page))).rejects.toThrow();
    expect(drawn).toEqual([1, 2, 3]);
    expect(letGo).toEqual([1, 2, 3]);
  });

  it('that were cancelled while the last one was drawn are not printed', async () => {
    const { stop, watch } = watched();
    const draw = (number: number): Promise<number> => {
      stop.abort();
      return Promise.resolve(number);
    };
    await expect(makeReady({ from: 1, to: 1 }, draw, watch, () => undefined)).rejects.toThrow();
  });

  it('are let go when one of them cannot be drawn', async () => {
    const { letGo, watch } = watched();
    const draw = (number: number): Promise<number> =>
      number === 2 ? Promise.reject(new Error('damaged')) : Promise.resolve(number);
    await expect(makeReady({ from: 1, to: 3 }, draw, watch, (page) => letGo.push(page))).rejects.toThrow(
      'damaged',
    );
    expect(letGo).toEqual([1]);
  });
});

describe('pages given to the system’s dialog', () => {
  class Tab extends EventTarget {
    readonly printed: string[][] = [];
    root: { src: string; remove: () => void }[] = [];
    readonly give = (...names: string[]): void =>
      putOnPaper(
        names.map((src) => ({ src, remove: () => this.#take(src) })),
        (images) => void (this.root = [...images]),
        this,
      );
    readonly present = (): string[] => this.root.map(({ src }) => src);
    print(): void {
      this.printed.push(this.present());
    }
    #take(src: string): void {
      this.root = this.root.filter((image) => image.src !== src);
    }
  }

  it('are gone once it was answered, so that the next person’s print is not theirs', () => {
    const tab = new Tab();
    tab.give('ada-1', 'ada-2');
    expect(tab.printed).toEqual([['ada-1', 'ada-2']]);
    expect(tab.present()).toEqual(['ada-1', 'ada-2']);
    tab.dispatchEvent(new Event('afterprint'));
    expect(tab.present()).toEqual([]);
  });
});
