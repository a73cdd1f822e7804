// The training office printer: a real IPP printer that takes PDF, or only pages as dots, and shows each page that it would print.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeIpp,
  encodeIpp,
  GROUPS,
  IppFormatError,
  numberOf,
  OPERATIONS,
  TAGS,
  textsOf,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
} from '../adapters/ipp/message.ts';
import type { OFFICE_PRINTER_MODES } from '../contract/training-view.ts';
import type { TrainingPages } from '../core/engine-parts.ts';
import type { MakeWorker } from '../adapters/background-worker.ts';
import type { Log } from '../core/ports/machine.ts';
import { NO_TRAY, type Tray } from '../core/store/training-trays.ts';
import { reservePort, type ReservedPort } from './reserved-port.ts';
import { createPageDrawing, type DrawnPages } from './training-page-drawing.ts';

export type OfficePrinterMode = (typeof OFFICE_PRINTER_MODES)[number];

export interface TrainingOfficePrinter {
  /** Where it takes jobs, as an http URL. It stays the same while the printer is switched off and on. */
  readonly url: string;
  mode(): OfficePrinterMode;
  /**
   * Resolves when the new mode is on. `slow`: a job takes five seconds. `no-paper`: it says so, and holds the job that it
   * is at. `no-pdf`: it takes pages as dots only. `off`: refuses connections, keeps its port all the same, and forgets its jobs. `breaks`: resets the connection in the middle of a document.
   */
  setMode(mode: OfficePrinterMode): Promise<void>;
  /** Documents that lie in the tray. */
  received(): number;
  /** Newest first. */
  pages(limit: number): Promise<TrainingPages[]>;
  clear(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const PATH = '/ipp/print';
const PWG_RASTER = 'image/pwg-raster';
const MAX_JOB_BYTES = 16 * 1024 * 1024;
const BREAKS_AFTER_BYTES = 2_000;
const SLOW_MS = 5_000;
const KEPT_JOBS = 20;
const STATUS = {
  ok: 0x0000,
  badRequest: 0x0400,
  notPossible: 0x0404,
  notFound: 0x0406,
  noSuchFormat: 0x040a,
  unsupported: 0x0501,
} as const;
const JOB = { processing: 5, stopped: 6, cancelled: 7, completed: 9 } as const;
const PRINTER = { idle: 3, processing: 4, stopped: 5 } as const;

interface Job {
  readonly id: number;
  readonly name: string;
  /** PDF or PWG raster, as it came. */
  readonly document: Uint8Array;
  isOut: boolean;
  isCancelled: boolean;
  receivedAtMs: number;
  timer: NodeJS.Timeout | null;
  drawing: Promise<DrawnPages> | null;
}

const whole = (name: string, tag: number, ...values: (string | number | boolean)[]): IppAttribute => ({
  name,
  tag,
  values,
});

export async function startTrainingOfficePrinter(options: {
  readonly log: Log;
  /** Makes what draws the pages; a thread of this process when not given. */
  readonly makeWorker?: MakeWorker;
  readonly nowMs: () => number;
  /** Keeps what came out over the end of the desk; nothing is kept when not given. */
  readonly tray?: Tray;
  readonly onChange: () => void;
}): Promise<TrainingOfficePrinter> {
  const drawing = createPageDrawing(options.log, options.makeWorker);
  const tray = options.tray ?? NO_TRAY;
  let jobs = tray
    .jobs()
    .slice(-KEPT_JOBS)
    .map(({ number, name, receivedAtMs, bytes }): Job => {
      const cameOut = { isOut: true, isCancelled: false, timer: null, drawing: null };
      return { id: number, name, document: bytes, receivedAtMs, ...cameOut };
    });
  let cleared = new Set<number>();
  let lastId = jobs.at(-1)?.id ?? 0;
  let mode: OfficePrinterMode = 'ready';
  let port = 0;
  let server: Server | null = null;
  /** While it is off. */
  let reserved: ReservedPort | null = null;
  let lastChange: Promise<unknown> = Promise.resolve();

  const comeOut = (job: Job): void => {
    job.timer = null;
    job.isOut = true;
    job.receivedAtMs = options.nowMs();
    tray.keep({ number: job.id, name: job.name, receivedAtMs: job.receivedAtMs, bytes: job.document });
    options.onChange();
  };
  const work = (job: Job): void => {
    if (job.isOut || job.isCancelled || mode === 'no-paper') return;
    if (mode === 'slow') job.timer = setTimeout(() => comeOut(job), SLOW_MS).unref();
    else comeOut(job);
  };
  const stateOf = (job: Job): number =>
    job.isCancelled
      ? JOB.cancelled
      : job.isOut
        ? JOB.completed
        : mode === 'no-paper'
          ? JOB.stopped
          : JOB.processing;
  const groupOf = (job: Job): IppGroup => ({
    tag: GROUPS.job,
    attributes: [
      whole('job-id', TAGS.integer, job.id),
      whole('job-name', TAGS.name, job.name),
      whole('job-state', TAGS.enum, stateOf(job)),
      whole('job-state-reasons', TAGS.keyword, job.isOut || mode !== 'no-paper' ? 'none' : 'printer-stopped'),
    ],
  });
  const printerGroup = (): IppGroup => ({
    tag: GROUPS.printer,
    attributes: [
      whole(
        'printer-state',
        TAGS.enum,
        mode === 'no-paper'
          ? PRINTER.stopped
          : jobs.some(({ isOut, isCancelled }) => !isOut && !isCancelled)
            ? PRINTER.processing
            : PRINTER.idle,
      ),
      whole('printer-state-reasons', TAGS.keyword, mode === 'no-paper' ? 'media-empty-error' : 'none'),
      whole('printer-is-accepting-jobs', TAGS.boolean, true),
      whole('document-format-supported', TAGS.mimeType, mode === 'no-pdf' ? PWG_RASTER : 'application/pdf'),
      whole('pwg-raster-document-resolution-supported', TAGS.resolution, '300x300dpi', '600x600dpi'),
      whole('pwg-raster-document-type-supported', TAGS.keyword, 'sgray_8', 'black_1'),
      whole('printer-make-and-model', TAGS.text, 'Drawdesk Training Office'),
      whole('media-ready', TAGS.keyword, mode === 'other-paper' ? 'na_letter_8.5x11in' : 'iso_a4_210x297mm'),
    ],
  });

  const take = (name: string, document: Uint8Array): Job => {
    lastId += 1;
    const job = {
      id: lastId,
      name,
      document,
      isOut: false,
      isCancelled: false,
      receivedAtMs: 0,
      timer: null,
      drawing: null,
    };
    jobs = [...jobs, job].slice(-KEPT_JOBS);
    work(job);
    return job;
  };

  function answerTo({ code, groups }: IppMessage, document: Uint8Array): [number, IppGroup[]] {
    const asked = groups.find(({ tag }) => tag === GROUPS.operation);
    switch (code) {
      case OPERATIONS.getPrinterAttributes:
        return [STATUS.ok, [printerGroup()]];
      case OPERATIONS.printJob:
        if ((textsOf(asked, 'document-format')[0] === PWG_RASTER) !== (mode === 'no-pdf'))
          return [STATUS.noSuchFormat, []];
        return [STATUS.ok, [groupOf(take(textsOf(asked, 'job-name')[0] ?? '', Buffer.from(document)))]];
      case OPERATIONS.getJobs: {
        const ended = textsOf(asked, 'which-jobs')[0] === 'completed';
        return [STATUS.ok, jobs.filter((job) => (job.isOut || job.isCancelled) === ended).map(groupOf)];
      }
      case OPERATIONS.cancelJob: {
        const job = jobs.find(({ id }) => id === numberOf(asked, 'job-id'));
        if (!job) return [STATUS.notFound, []];
        if (job.isOut || job.isCancelled) return [STATUS.notPossible, []];
        job.isCancelled = true;
        if (job.timer) clearTimeout(job.timer);
        options.onChange();
        return [STATUS.ok, []];
      }
      case OPERATIONS.getJobAttributes: {
        const job = jobs.find(({ id }) => id === numberOf(asked, 'job-id'));
        return job ? [STATUS.ok, [groupOf(job)]] : [STATUS.notFound, []];
      }
      default:
        return [STATUS.unsupported, []];
    }
  }

  const respond = (body: Buffer, response: ServerResponse): void => {
    let head = { version: 0x0200, requestId: 1 };
    let status: number;
    let groups: IppGroup[] = [];
    try {
      const { message, document } = decodeIpp(body);
      head = message;
      [status, groups] = answerTo(message, document);
    } catch (thrown) {
      if (!(thrown instanceof IppFormatError)) throw thrown;
      status = STATUS.badRequest;
    }
    const common: IppGroup = {
      tag: GROUPS.operation,
      attributes: [
        whole('attributes-charset', TAGS.charset, 'utf-8'),
        whole('attributes-natural-language', TAGS.language, 'en'),
      ],
    };
    const { version, requestId } = head;
    const bytes = encodeIpp({ version, requestId, code: status, groups: [common, ...groups] });
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(bytes);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_JOB_BYTES || (mode === 'breaks' && size > BREAKS_AFTER_BYTES)) {
        request.socket.resetAndDestroy();
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== PATH) response.writeHead(404).end();
      else respond(Buffer.concat(chunks), response);
    });
  };

  const listen = async (): Promise<void> => {
    await reserved?.release();
    reserved = null;
    const opening = createServer(handle);
    await new Promise<void>((done, fail) => {
      opening.once('error', fail);
      opening.listen(port, HOST, done);
    });
    port = (opening.address() as AddressInfo).port;
    server = opening;
  };
  const stop = async (): Promise<void> => {
    const closing = server;
    server = null;
    if (!closing) return;
    await new Promise<void>((done) => {
      closing.close(() => done());
      closing.closeAllConnections();
    });
  };
  const switchOff = async (): Promise<void> => {
    if (server === null) return;
    await stop();
    reserved = await reservePort(HOST, port);
  };
  const forgetUnprinted = (): void => {
    for (const job of jobs) if (job.timer) clearTimeout(job.timer);
    jobs = jobs.filter(({ isOut }) => isOut);
  };
  const shown = (): Job[] => jobs.filter(({ isOut, id }) => isOut && !cleared.has(id));

  await listen();
  return {
    url: `http://${HOST}:${port}${PATH}`,
    mode: () => mode,
    setMode(next) {
      // Changes run one after the other: two at the same time could open two servers, or none.
      const change = lastChange.then(async () => {
        if (next === 'off') {
          await switchOff();
          forgetUnprinted();
        } else if (server === null) await listen();
        mode = next;
        for (const job of jobs) {
          if (job.timer) clearTimeout(job.timer);
          job.timer = null;
          work(job);
        }
      });
      lastChange = change.catch(() => undefined);
      return change;
    },
    received: () => shown().length,
    async pages(limit) {
      const out: TrainingPages[] = [];
      for (const job of shown().slice(-limit).reverse()) {
        job.drawing ??= drawing.draw(job.document);
        const drawn = await job.drawing;
        out.push({
          id: `office-${job.id}`,
          receivedAtMs: job.receivedAtMs,
          byteCount: job.document.length,
          ...drawn,
        });
      }
      return out;
    },
    clear() {
      cleared = new Set(jobs.map(({ id }) => id));
      tray.clear();
    },
    async close() {
      await lastChange;
      await stop();
      await reserved?.release();
      forgetUnprinted();
      await drawing.close();
    },
  };
}
