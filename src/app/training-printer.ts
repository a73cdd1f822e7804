// A training printer: a real TCP server that takes jobs like a label printer of its language and shows what it would print.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TRAINING_PRINTER_MODES } from '../contract/training-view.ts';
import type { TrainingLabel } from '../core/engine-parts.ts';
import type { MakeWorker } from '../adapters/background-worker.ts';
import type { Log } from '../core/ports/machine.ts';
import type { PrinterAddress } from '../core/ports/printers.ts';
import { sizeInDots } from '../core/printing/layout/label-stock.ts';
import { NO_TRAY, type Tray, type TrayJob } from '../core/store/training-trays.ts';
import { reservePort, type ReservedPort } from './reserved-port.ts';
import { readTrainingJob, type ReceivedLabel, type TrainingLanguage } from './training-jobs.ts';
import { createLabelDrawing, type DrawnLabel } from './training-label-drawing.ts';
import { answerTo } from './training-questions.ts';

export type TrainingPrinterMode = (typeof TRAINING_PRINTER_MODES)[number];

export interface TrainingPrinter {
  /** Stays the same while the printer is switched off and on. */
  readonly address: PrinterAddress;
  mode(): TrainingPrinterMode;
  /**
   * Resolves when the new mode is on. `ready`: takes jobs. `slow`: prints a job, and closes, some seconds after it has it.
   * `no-paper`: takes jobs and holds them, without closing, until another mode lets them come out. `takes-without-paper`: the same, but closes as if
   * it had printed them, as most label printers do. `off`: refuses
   * connections, keeps its port all the same, and forgets what it holds. `silent`: prints a job and never closes. `breaks`: resets the connection in the
   * middle of a job.
   */
  setMode(mode: TrainingPrinterMode): Promise<void>;
  /** Labels that came out since the last clearing; after a start, those that still lie in the tray. */
  received(): number;
  /** Jobs that are held until there is paper. */
  held(): number;
  /** Newest first. */
  labels(limit: number): Promise<TrainingLabel[]>;
  clear(): void;
  close(): Promise<void>;
}

export interface TrainingPrinterOptions {
  /** TCP port on 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  readonly language: TrainingLanguage;
  /** Of its head: 8 is 203 dpi, 12 is 300 dpi. */
  readonly dotsPerMm: 8 | 12;
  readonly log: Log;
  /** Makes what draws the labels; a thread of this process when not given. */
  readonly makeWorker?: MakeWorker;
  readonly nowMs: () => number;
  /** Keeps what came out over the end of the desk; nothing is kept when not given. */
  readonly tray?: Tray;
  /** Called when a label came out, or a job is held that was not. */
  readonly onReceived: () => void;
  /** How long a slow printer takes for a job. */
  readonly slowMs?: number;
}

const HOST = '127.0.0.1';
const KEPT_LABELS = 200;
/** A report of the most pages that are printed, each a whole label of dots. */
const MAX_JOB_BYTES = 32 * 1024 * 1024;
const BREAKS_AFTER_BYTES = 16;
/** Longer than the desk waits for a printer to acknowledge a job, shorter than it listens for one that is late. */
const SLOW_MS = 5_000;

interface KeptLabel {
  readonly id: string;
  readonly receivedAtMs: number;
  readonly label: ReceivedLabel;
  drawing: Promise<DrawnLabel> | null;
}

/** A job that waits for paper, with the connection over which it came. */
interface HeldJob {
  readonly job: Buffer;
  readonly socket: Socket;
}

/**
 * Starts a training printer on 127.0.0.1. Rejects when its port is taken.
 *
 * @example
 * const printer = await startTrainingPrinter({ port: 0, language: 'zpl', dotsPerMm: 8, log, nowMs: Date.now, onReceived: () => undefined });
 * await printer.setMode('off');
 */
export async function startTrainingPrinter(options: TrainingPrinterOptions): Promise<TrainingPrinter> {
  const drawing = createLabelDrawing(options.dotsPerMm, options.log, options.makeWorker);
  const dotsInMm = sizeInDots(1, options);
  const tray = options.tray ?? NO_TRAY;
  const sockets = new Set<Socket>();
  const slowJobs = new Set<NodeJS.Timeout>();
  let kept: KeptLabel[] = [];
  let held: HeldJob[] = [];
  let count = 0;
  let lastNumber = 0;
  let lastJob = 0;
  let mode: TrainingPrinterMode = 'ready';
  let port = options.port;
  let server: Server | null = null;
  /** While it is off: a label for this printer must not come out of whatever else would get its port. */
  let reserved: ReservedPort | null = null;
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Lays the labels of a job into the tray. Returns how many there were. */
  const layIn = ({ number, bytes, receivedAtMs }: TrayJob): number => {
    const labels = readTrainingJob(options.language, Buffer.from(bytes), dotsInMm);
    lastJob = number;
    for (const label of labels) {
      lastNumber += 1;
      count += 1;
      kept.push({ id: String(lastNumber), receivedAtMs, label, drawing: null });
    }
    kept = kept.slice(-KEPT_LABELS);
    return labels.length;
  };
  const receive = (bytes: Buffer): void => {
    const job = { number: lastJob + 1, name: '', receivedAtMs: options.nowMs(), bytes };
    const labels = layIn(job);
    options.log.debug('training printer received a job', { bytes: bytes.length, labels });
    if (labels === 0) return;
    // Before the printer says that it has the job: what the desk takes for printed must be there after a crash.
    tray.keep(job);
    options.onReceived();
  };
  tray.jobs().forEach(layIn);

  const handleConnection = (socket: Socket): void => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (mode === 'breaks') {
      socket.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size >= BREAKS_AFTER_BYTES) socket.resetAndDestroy();
      });
      socket.on('end', () => socket.resetAndDestroy());
      return;
    }
    socket.on('data', (chunk: Buffer) => {
      const rest = size === 0 ? answerQuestions(chunk, socket) : chunk;
      size += rest.length;
      if (size <= MAX_JOB_BYTES) chunks.push(rest);
      else socket.resetAndDestroy();
    });
    socket.on('end', () => takeJob({ job: Buffer.concat(chunks), socket }));
  };

  const isOutOfPaper = (): boolean => mode === 'no-paper' || mode === 'takes-without-paper';

  /** A printer says what it is and, where its language has a question for it, how it is, before the job. One that never answers does not. */
  const answerQuestions = (chunk: Buffer, socket: Socket): Buffer => {
    const inMemory = held.length + slowJobs.size;
    const { answer, rest } = answerTo({ ...options, paperOut: isOutOfPaper(), inMemory }, chunk);
    if (mode !== 'silent' && answer.length > 0) socket.write(answer);
    return rest;
  };

  const printAndClose = ({ job, socket }: HeldJob): void => {
    receive(job);
    socket.end();
  };
  /** What the printer does with a job that it has whole. */
  function takeJob(arrived: HeldJob): void {
    if (isOutOfPaper()) {
      // A connection without a job is no job that waits.
      if (arrived.job.length === 0) return void arrived.socket.end();
      held.push(arrived);
      if (mode === 'takes-without-paper') arrived.socket.end();
      options.onReceived();
    } else if (mode === 'slow') {
      const timer = setTimeout(() => {
        slowJobs.delete(timer);
        printAndClose(arrived);
      }, options.slowMs ?? SLOW_MS);
      slowJobs.add(timer);
    } else if (mode === 'silent') receive(arrived.job);
    else printAndClose(arrived);
  }

  const listen = async (): Promise<void> => {
    await reserved?.release();
    reserved = null;
    const opening = createServer({ allowHalfOpen: true }, handleConnection);
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
    held = [];
    for (const timer of slowJobs) clearTimeout(timer);
    slowJobs.clear();
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise<void>((done) => closing.close(() => done()));
  };
  const switchOff = async (): Promise<void> => {
    if (server === null) return;
    await stop();
    reserved = await reservePort(HOST, port);
  };

  await listen();
  return {
    address: { host: HOST, port },
    mode: () => mode,
    setMode(next) {
      // Changes run one after the other: two at the same time could open two servers, or none.
      const change = lastChange.then(async () => {
        if (next === 'off') await switchOff();
        else if (server === null) await listen();
        mode = next;
        if (isOutOfPaper()) return;
        const waited = held;
        held = [];
        waited.forEach(printAndClose);
      });
      lastChange = change.catch(() => undefined);
      return change;
    },
    received: () => count,
    held: () => held.length,
    async labels(limit) {
      const shown = kept.slice(-limit).reverse();
      const labels: TrainingLabel[] = [];
      for (const one of shown) {
        one.drawing ??= drawing.draw(one.label);
        const { pngBase64, problem, codes } = await one.drawing;
        labels.push({
          id: one.id,
          receivedAtMs: one.receivedAtMs,
          byteCount: one.label.bytes.length,
          widthMm: one.label.widthMm,
          heightMm: one.label.heightMm,
          pngBase64,
          problem,
          codes,
        });
      }
      return labels;
    },
    clear() {
      kept = [];
      count = 0;
      tray.clear();
    },
    async close() {
      await lastChange;
      await stop();
      await reserved?.release();
      await drawing.close();
    },
  };
}
