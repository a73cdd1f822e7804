// Printing on the queues of Windows through Chromium, with a replacement of Electron: what is shown, what is given away, and what is said
// of it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Printed {
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
    #pages: string[] = [];
    webContents = {
      loadURL: async (url: string): Promise<void> => {
        const html = await answerTo(url).text();
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
        chromium.printed.push({ options, pages: this.#pages });
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
  expect(chromium.printed).toEqual([
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
