// How high the rows of a long list are, told for each row that an element shows.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHeights } from '../../../src/renderer/ui/row-heights.ts';

/** A browser that lays out when told to, and then tells each watched element whose height it has not told yet. */
class Layouts {
  static heights = new Map<object, number>();
  static current: Layouts | null = null;
  readonly #told = new Map<object, number | null>();
  readonly #tell: (sizes: readonly object[]) => void;
  constructor(tell: (sizes: readonly object[]) => void) {
    this.#tell = tell;
    Layouts.current = this;
  }
  observe(element: object): void {
    // As browsers do: who is watched already stays so, with what was told of it.
    if (!this.#told.has(element)) this.#told.set(element, null);
  }
  unobserve(element: object): void {
    this.#told.delete(element);
  }
  disconnect(): void {
    this.#told.clear();
  }
  layOut(): void {
    const sizes = [...this.#told].flatMap(([target, told]) => {
      const blockSize = Layouts.heights.get(target) ?? 0;
      if (blockSize === told) return [];
      this.#told.set(target, blockSize);
      return [{ target, borderBoxSize: [{ blockSize }] }];
    });
    if (sizes.length > 0) this.#tell(sizes);
  }
}

const row = (name: string): HTMLElement & { isConnected: boolean } =>
  ({ isConnected: true, name }) as unknown as HTMLElement & { isConnected: boolean };

beforeEach(() => vi.stubGlobal('ResizeObserver', Layouts));
afterEach(() => vi.unstubAllGlobals());

function list() {
  const told: [HTMLElement, number][] = [];
  const heights = watchHeights((element, heightPx) => told.push([element, heightPx]));
  const layOut = (element: HTMLElement, heightPx: number): void => {
    Layouts.heights.set(element, heightPx);
    Layouts.current?.layOut();
  };
  return { told, heights, layOut };
}

it('tells the height of a row in whole px, and each change of it', () => {
  const { told, heights, layOut } = list();
  const element = row('one');
  heights.watch(element);
  layOut(element, 65.6);
  layOut(element, 65.6);
  layOut(element, 88);
  expect(told).toEqual([
    [element, 66],
    [element, 88],
  ]);
});

it('tells it again for the next row in the same element, also where that is as high as the one before', () => {
  const { told, heights, layOut } = list();
  const element = row('one');
  heights.watch(element);
  layOut(element, 88);
  heights.watch(element);
  layOut(element, 88);
  expect(told).toEqual([
    [element, 88],
    [element, 88],
  ]);
});

it('tells at once how high the rows are that are watched, where it is asked to', () => {
  const { told, heights } = list();
  const high = (name: string, offsetHeight: number): HTMLElement =>
    Object.assign(row(name), { offsetHeight });
  const [one, two, left, unwatched] = [
    high('one', 66),
    high('two', 81),
    high('left', 0),
    high('unwatched', 66),
  ];
  for (const element of [one, two, left]) heights.watch(element);
  heights.watch(unwatched)();
  Object.assign(left, { isConnected: false });
  heights.tellNow();
  expect(told).toEqual([
    [one, 66],
    [two, 81],
  ]);
});

it('tells nothing of a row that has left the page or is not watched any more', () => {
  const { told, heights, layOut } = list();
  const [left, unwatched, stopped] = [row('left'), row('unwatched'), row('stopped')];
  heights.watch(left);
  left.isConnected = false;
  layOut(left, 0);
  heights.watch(unwatched)();
  layOut(unwatched, 66);
  heights.watch(stopped);
  heights.stop();
  layOut(stopped, 66);
  expect(told).toEqual([]);
});
