// Printing on the queues of Windows through Chromium, with a replacement of Electron: what is shown, what is given away, and what is said
// of it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Printed {
  readonly html: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** What each picture on the sheets held. */
  readonly pages: readonly string[];
}

const chromium = vi.hoisted(() => ({
  /** Answers of the session to addresses. */
  handler: null as ((request: Request) => Response) | null,
  permitted: null as boolean | null,
  /** Null: print says nothing. */
  says: [true, ''] as [boolean, string] | null,
  undrawable: '',
  printed: [] as Printed[],
  open: 0,
  cancelled: (_url: string): boolean => false,
}));

vi.mock('electron', () => {
  const answerTo = (url: string): Response => {
    if (chromium.cancelled(url)) throw new Error('blocked');
    const answer = chromium.handler?.({ url } as Request);
    if (!answer) throw new Error('nothing serves this');
    return answer;
  };
  class WebContentsView {
    #html = '';
    #pages: string[] = [];
    webContents = {
      loadURL: async (url: string): Promise<void> => {
        const html = await answerTo(url).text();
        this.#html = html;
        const pictures = Array.from(
          html.matchAll(/<img src="([^"]+)"/g),
          ([, src = '']) => new URL(src, url),
        );
        this.#pages = await Promise.all(pictures.map(async ({ href }) => answerTo(href).text()));
      },
      executeJavaScript: async (): Promise<number[]> =>
        this.#pages.map((page) => (page === chromium.undrawable ? 0 : 2_480)),
      getPrintersAsync: async () => [{ name: 'Office' }, { name: '\\\\server\\HP LaserJet (2)' }],
      print: (options: Printed['options'], tell: (success: boolean, why: string) => void): void => {
        chromium.printed.push({ options, html: this.#html, pages: this.#pages });
        if (chromium.says) tell(...chromium.says);
      },
      close: () => void (chromium.open -= 1),
    };
    constructor() {
      chromium.open += 1;
    }
  }
  const session = {
    fromPartition: (name: string) => {
      // One that persists would keep pages on the disk.
      expect(name.startsWith('persist:')).toBe(false);
      return {
        protocol: {
          handle: (_scheme: string, handler: typeof chromium.handler) => (chromium.handler = handler),
        },
        setPermissionRequestHandler: (
          handler: (contents: null, name: string, answer: (ok: boolean) => void) => void,
        ) => handler(null, 'media', (ok) => (chromium.permitted = ok)),
        setPermissionCheckHandler: (handler: () => boolean) => expect(handler()).toBe(false),
        webRequest: {
          onBeforeRequest: (
            filter: (asked: { url: string }, answer: (given: { cancel: boolean }) => void) => void,
          ) => {
            chromium.cancelled = (url) => {
              let isCancelled = false;
              filter({ url }, ({ cancel }) => (isCancelled = cancel));
              return isCancelled;
            };
          },
        },
      };
    },
  };
  return { WebContentsView, session };
});

const { createSpooler } = await import('../../../src/main/spooler.ts');
const page = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeEach(() => {
  chromium.says = [true, ''];
  chromium.undrawable = 'none';
  chromium.printed.splice(0);
});
afterEach(() => {
  vi.useRealTimers();
  // Each view was let go, whatever became of it.
  expect(chromium.open).toBe(0);
});

it('lists the queues by the names that Windows has for them', async () => {
  expect(await createSpooler().queues()).toEqual(['Office', '\\\\server\\HP LaserJet (2)']);
});

it('gives all pages in their order to the queue that is named, as A4, without margins, and not scaled', async () => {
  expect(await createSpooler().print('Office', [page('one'), page('two')])).toBe('taken');
  expect(chromium.printed).toMatchObject([
    {
      options: expect.objectContaining({
        silent: true,
        deviceName: 'Office',
        pageSize: 'A4',
        margins: { marginType: 'none' },
        scaleFactor: 100,
        copies: 1,
      }) as object,
      pages: ['one', 'two'],
    },
  ]);
  expect(chromium.permitted).toBe(false);
});

it('keeps the pages of two jobs apart, and none after they were printed', async () => {
  const spooler = createSpooler();
  const both = await Promise.all([
    spooler.print('Office', [page('hers')]),
    spooler.print('Office', [page('his')]),
  ]);
  expect(both).toEqual(['taken', 'taken']);
  expect(chromium.printed.map(({ pages }) => pages)).toEqual([['hers'], ['his']]);
  for (const url of ['drawdesk://app/pages-1/1.png', 'drawdesk://app/pages-2/', 'drawdesk://app/'])
    expect(chromium.handler?.({ url } as Request).status).toBe(404);
  expect(chromium.cancelled('https://example.org/')).toBe(true);
});

const label = { widthMm: 57, heightMm: 32, dpi: 203, widthDots: 455, heightDots: 255 } as const;
const rule = (html: string, name: string): string => new RegExp(`${name}\\{([^}]*)\\}`).exec(html)?.[1] ?? '';

it('gives a label to the queue on paper of its own size, once, without margins, and not scaled', async () => {
  expect(await createSpooler().printLabel('Zebra', { ...label, png: page('label') })).toBe('taken');
  const [job] = chromium.printed;
  expect(chromium.printed).toHaveLength(1);
  expect(job).toMatchObject({
    options: {
      silent: true,
      deviceName: 'Zebra',
      pageSize: { width: 57_000, height: 32_000 },
      margins: { marginType: 'none' },
      scaleFactor: 100,
      landscape: false,
      color: false,
      copies: 1,
    },
    pages: ['label'],
  });
  // A size in the style that differs from the printer's by a rounding has Chromium make everything smaller.
  expect(rule(job?.html ?? '', '@page')).toBe('margin:0');
});

it.each([
  [203, 455, 255],
  [300, 673, 377],
] as const)(
  'puts each dot of a label in %s dpi on one of the printer',
  async (dpi, widthDots, heightDots) => {
    await createSpooler().printLabel('Zebra', { ...label, dpi, widthDots, heightDots, png: page('label') });
    const html = chromium.printed[0]?.html ?? '';
    const style = rule(html, 'img');
    expect(style).toContain(`width:${widthDots}px;height:${heightDots}px;image-rendering:pixelated`);
    const [across = 0, down = 0] = (/scale\(([\d.]+),([\d.]+)\)/.exec(style) ?? []).slice(1).map(Number);
    const [left = 0, top = 0] = (/translate\(([\d.]+)px,([\d.]+)px\)/.exec(style) ?? []).slice(1).map(Number);
    for (const [dots, from, scale] of [
      [widthDots, left, across],
      [heightDots, top, down],
    ] as const) {
      const edge = ((from + dots * scale) * dpi) / 96;
      // Whichever way a printing system rounds, outwards or to the nearest dot, it is the same dot.
      expect([Math.floor((from * dpi) / 96), Math.ceil(edge), Math.round(edge)]).toEqual([0, dots, dots]);
    }
    // Nothing is wider than the paper, or as high as it, in whole px.
    const box = rule(html, 'div');
    expect(box).toContain('contain:strict;overflow:hidden');
    expect(/width:(\d+)px;height:(\d+)px/.exec(box)?.slice(1)).toEqual(['215', '120']);
  },
);

it('gives no label away that could not be drawn, and is as unsure of one as of pages', async () => {
  chromium.undrawable = 'label';
  const print = () => createSpooler().printLabel('Zebra', { ...label, png: page('label') });
  expect(await print()).toBe('not-begun');
  expect(chromium.printed).toEqual([]);
  chromium.undrawable = 'none';
  chromium.says = [false, 'Print job failed'];
  expect(await print()).toBe('unsure');
});

it('gives nothing away when a page could not be drawn: its paper would be blank', async () => {
  chromium.undrawable = 'two';
  expect(await createSpooler().print('Office', [page('one'), page('two')])).toBe('not-begun');
  expect(chromium.printed).toEqual([]);
});

it.each([
  ['Invalid deviceName provided', 'not-begun'],
  ['Invalid printer settings', 'not-begun'],
  ['Print job failed', 'unsure'],
  ['Print job canceled', 'unsure'],
  ['', 'unsure'],
] as const)('a failure (%s) leaves it %s', async (why, ended) => {
  chromium.says = [false, why];
  expect(await createSpooler().print('Office', [page('one')])).toBe(ended);
});

it('is unsure when Chromium never says what became of it', async () => {
  vi.useFakeTimers();
  chromium.says = null;
  const ended = createSpooler().print('Office', [page('one')]);
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await ended).toBe('unsure');
});
