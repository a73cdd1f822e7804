// Prints pages and labels on the queues of this computer through Chromium's own printing: the way to the spooler of Windows that
// needs no module of ours. Nothing of it is seen: they are drawn in a view without a window, as pictures that fill the paper.
import { session, WebContentsView } from 'electron';
import type { Session, WebContents } from 'electron';
import type { DeskHost } from '../app/start-desk.ts';
import { isOurs, SCHEME } from './addresses.ts';

type Spooler = NonNullable<DeskHost['spooler']>;
type SpooledLabel = Parameters<Spooler['printLabel']>[1];

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

/** Of CSS. */
const PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;
const MICRONS_PER_MM = 1_000;
/** A tenth of a millimetre: as with pages, a label that filled its paper to the end would begin another one. */
const PAPER_ROUNDING_PX = 0.4;

/** A sheet, and the paper that it is for. */
interface Job {
  readonly html: string;
  readonly pictures: readonly Uint8Array[];
  readonly paper: 'A4' | { readonly width: number; readonly height: number };
  readonly color: boolean;
}

/** The rounding of printers' paper would begin another sheet if a page filled its own to the end. */
const sheetsOf = (count: number): string =>
  '<!doctype html><title>Drawdesk</title><style>@page{size:210mm 297mm;margin:0}html,body{margin:0}' +
  'div{height:296.9mm;overflow:hidden;break-after:page}div:last-child{break-after:auto}' +
  'img{display:block;width:210mm;height:297mm}</style>' +
  Array.from({ length: count }, (_, at) => `<div><img src="${at + 1}.png" alt=""></div>`).join('');

/** So little of a dot that it is not seen, but keeps one that ends on a boundary from reaching into the next. */
const INSET_DOTS = 0.01;

/**
 * Each dot of the picture is one of the printer: the picture is as wide in px as in dots, and made smaller as a whole, because Chromium
 * puts a picture's own sides at whole px. What is wider than the paper, or as high, would be made smaller once more or begin another
 * label. A size of paper in the style would do the same where the printer's differs from it by a rounding.
 */
function labelSheetOf({ widthMm, heightMm, widthDots, heightDots, dpi }: SpooledLabel): string {
  const px = (mm: number): number => (mm / MM_PER_INCH) * PX_PER_INCH;
  const dot = PX_PER_INCH / dpi;
  const scaleOf = (dots: number): number => (dot * (dots - 2 * INSET_DOTS)) / dots;
  const scale = `scale(${scaleOf(widthDots)},${scaleOf(heightDots)})`;
  return (
    '<!doctype html><title>Drawdesk</title><style>@page{margin:0}html,body{margin:0}' +
    `div{contain:strict;overflow:hidden;position:relative;width:${Math.floor(px(widthMm))}px;` +
    `height:${Math.floor(px(heightMm) - PAPER_ROUNDING_PX)}px}` +
    `img{position:absolute;left:0;top:0;width:${widthDots}px;height:${heightDots}px;image-rendering:pixelated;` +
    `transform-origin:0 0;transform:translate(${INSET_DOTS * dot}px,${INSET_DOTS * dot}px) ${scale}}</style>` +
    '<div><img src="1.png" alt=""></div>'
  );
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error('it takes too long')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(limit));
}

/** Makes the spooler of this computer. Call it once, after the app is ready. */
export function createSpooler(): Spooler {
  const jobs = new Map<string, Job>();
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
      const known = jobs.get(job);
      const page = known?.pictures[Number(/^(\d{1,4})\.png$/.exec(file)?.[1] ?? 0) - 1];
      if (page) {
        return new Response(new Uint8Array(page), { headers: { ...HEADERS, 'content-type': 'image/png' } });
      }
      if (!known || file !== '') return new Response('', { status: 404, headers: HEADERS });
      const html = { ...HEADERS, 'content-type': 'text/html; charset=utf-8' };
      return new Response(known.html, { headers: html });
    });
    return own;
  }

  async function inView<Value>(work: (contents: WebContents) => Promise<Value>): Promise<Value> {
    // Held until the work is done: a view that nothing holds is thrown away, and what it shows with it.
    const view = new WebContentsView({
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
      return await work(view.webContents);
    } finally {
      view.webContents.close();
    }
  }

  async function show(contents: WebContents, job: string, count: number): Promise<boolean> {
    await within(READY_WITHIN_MS, contents.loadURL(`${SCHEME}://app/${job}/`));
    const widths: unknown = await within(READY_WITHIN_MS, contents.executeJavaScript(WIDTHS));
    return Array.isArray(widths) && widths.length === count && widths.every((width) => Number(width) > 0);
  }

  /** Resolves with what Chromium says: null for success, else why not. Rejects when it says nothing. */
  const give = (contents: WebContents, queue: string, { paper, color }: Job): Promise<string | null> =>
    within(
      PRINTED_WITHIN_MS,
      new Promise<string | null>((resolve) => {
        contents.print(
          {
            silent: true,
            deviceName: queue,
            pageSize: paper,
            margins: { marginType: 'none' },
            scaleFactor: 100,
            landscape: false,
            printBackground: true,
            color,
            copies: 1,
            duplexMode: 'simplex',
          },
          (success, why) => resolve(success ? null : why || 'no reason given'),
        );
      }),
    );

  async function print(queue: string, made: Job): ReturnType<Spooler['print']> {
    lastJob += 1;
    const job = `pages-${lastJob}`;
    const progress = { given: false };
    jobs.set(job, made);
    try {
      return await inView(async (contents) => {
        if (!(await show(contents, job, made.pictures.length))) return 'not-begun';
        progress.given = true;
        const why = await give(contents, queue, made);
        if (why === null) return 'taken';
        return NOT_BEGUN.test(why) ? 'not-begun' : 'unsure';
      });
    } catch {
      return progress.given ? 'unsure' : 'not-begun';
    } finally {
      jobs.delete(job);
    }
  }

  return {
    queues: () => inView(async (contents) => (await contents.getPrintersAsync()).map(({ name }) => name)),
    print: (queue, pictures) =>
      print(queue, { html: sheetsOf(pictures.length), pictures, paper: 'A4', color: true }),
    printLabel(queue, label) {
      const microns = (mm: number): number => Math.round(mm * MICRONS_PER_MM);
      const paper = { width: microns(label.widthMm), height: microns(label.heightMm) };
      return print(queue, { html: labelSheetOf(label), pictures: [label.png], paper, color: false });
    },
  };
}
