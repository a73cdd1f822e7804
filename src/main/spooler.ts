// Prints pages on the queues of this computer through Chromium's own printing: the way to the spooler of Windows that needs no module
// of ours. Nothing of it is seen: the pages are drawn in a view without a window, as pictures that fill the paper.
import { session, WebContentsView } from 'electron';
import type { Session, WebContents } from 'electron';
import type { DeskHost } from '../app/start-desk.ts';
import { isOurs, SCHEME } from './addresses.ts';

type Spooler = NonNullable<DeskHost['spooler']>;

/** Kept in memory alone, and apart from our windows. */
const PARTITION = 'printing';
const READY_WITHIN_MS = 30_000;
const PRINTED_WITHIN_MS = 120_000;
/** Said before anything is given away. */
const NOT_BEGUN = /^Invalid (deviceName|printer settings)/;
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
/** The width of each picture once it is there; nought for one that could not be drawn, which would leave its paper blank. */
const WIDTHS = 'Array.from(document.images, (image) => (image.complete ? image.naturalWidth : 0))';

/** The rounding of printers' paper would begin another sheet if a page filled its own to the end. */
const sheetsOf = (count: number): string =>
  '<!doctype html><title>Drawdesk</title><style>@page{size:210mm 297mm;margin:0}html,body{margin:0}' +
  'div{height:296.9mm;overflow:hidden;break-after:page}div:last-child{break-after:auto}' +
  'img{display:block;width:210mm;height:297mm}</style>' +
  Array.from({ length: count }, (_, at) => `<div><img src="${at + 1}.png" alt=""></div>`).join('');

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error('it takes too long')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(limit));
}

/** Makes the spooler of this computer. Call it once, after the app is ready. */
export function createSpooler(): Spooler {
  const jobs = new Map<string, readonly Uint8Array[]>();
  let lastJob = 0;
  let own: Session | null = null;

  /** A session of its own that has these pages and nothing else. */
  function ownSession(): Session {
    if (own) return own;
    own = session.fromPartition(PARTITION);
    own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    own.setPermissionCheckHandler(() => false);
    own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOurs(url) }));
    own.protocol.handle(SCHEME, (request) => {
      const [, job = '', file = ''] = new URL(request.url).pathname.split('/');
      const pages = jobs.get(job);
      const page = pages?.[Number(/^(\d{1,4})\.png$/.exec(file)?.[1] ?? 0) - 1];
      if (page) {
        return new Response(new Uint8Array(page), { headers: { ...HEADERS, 'content-type': 'image/png' } });
      }
      if (!pages || file !== '') return new Response('', { status: 404, headers: HEADERS });
      const html = { ...HEADERS, 'content-type': 'text/html; charset=utf-8' };
      return new Response(sheetsOf(pages.length), { headers: html });
    });
    return own;
  }

  async function inView<Value>(work: (contents: WebContents) => Promise<Value>): Promise<Value> {
    const { webContents } = new WebContentsView({
      webPreferences: {
        session: ownSession(),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
        devTools: false,
      },
    });
    try {
      return await work(webContents);
    } finally {
      webContents.close();
    }
  }

  async function show(contents: WebContents, job: string, count: number): Promise<boolean> {
    await within(READY_WITHIN_MS, contents.loadURL(`${SCHEME}://app/${job}/`));
    const widths: unknown = await within(READY_WITHIN_MS, contents.executeJavaScript(WIDTHS));
    return Array.isArray(widths) && widths.length === count && widths.every((width) => Number(width) > 0);
  }

  /** Resolves with what Chromium says: null for success, else why not. Rejects when it says nothing. */
  const give = (contents: WebContents, queue: string): Promise<string | null> =>
    within(
      PRINTED_WITHIN_MS,
      new Promise<string | null>((resolve) => {
        contents.print(
          {
            silent: true,
            deviceName: queue,
            pageSize: 'A4',
            margins: { marginType: 'none' },
            scaleFactor: 100,
            landscape: false,
            printBackground: true,
            color: true,
            copies: 1,
            duplexMode: 'simplex',
          },
          (success, why) => resolve(success ? null : why || 'no reason given'),
        );
      }),
    );

  return {
    queues: () => inView(async (contents) => (await contents.getPrintersAsync()).map(({ name }) => name)),
    async print(queue, pages) {
      lastJob += 1;
      const job = `pages-${lastJob}`;
      const progress = { given: false };
      jobs.set(job, pages);
      try {
        return await inView(async (contents) => {
          if (!(await show(contents, job, pages.length))) return 'not-begun';
          progress.given = true;
          const why = await give(contents, queue);
          if (why === null) return 'taken';
          return NOT_BEGUN.test(why) ? 'not-begun' : 'unsure';
        });
      } catch {
        return progress.given ? 'unsure' : 'not-begun';
      } finally {
        jobs.delete(job);
      }
    },
  };
}
