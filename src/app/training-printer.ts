// The training printer: a real TCP server that takes jobs like a label printer and shows what it would print.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TRAINING_PRINTER_MODES } from '../contract/views.ts';
import type { TrainingLabel } from '../core/engine-parts.ts';
import type { Log, PrinterAddress } from '../core/ports.ts';
import { createLabelDrawing, type DrawnLabel } from './training-label-drawing.ts';

export type TrainingPrinterMode = (typeof TRAINING_PRINTER_MODES)[number];

export interface TrainingPrinter {
  /** Stays the same while the printer is switched off and on. */
  readonly address: PrinterAddress;
  mode(): TrainingPrinterMode;
  /**
   * Resolves when the new mode is on. `ready`: takes jobs. `off`: refuses connections. `silent`: reads a job and never
   * closes. `breaks`: resets the connection in the middle of a job.
   */
  setMode(mode: TrainingPrinterMode): Promise<void>;
  /** Labels received since the start or the last clearing. */
  received(): number;
  /** Newest first. */
  labels(limit: number): Promise<TrainingLabel[]>;
  clear(): void;
  close(): Promise<void>;
}

export interface TrainingPrinterOptions {
  /** TCP port on 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly onReceived: () => void;
}

/** Dots per millimetre for which labels have to be laid out. */
export const TRAINING_DOTS_PER_MM = 8;

const HOST = '127.0.0.1';
const KEPT_LABELS = 200;
const MAX_JOB_BYTES = 1024 * 1024;
const BREAKS_AFTER_BYTES = 16;

interface KeptLabel {
  readonly id: string;
  readonly receivedAtMs: number;
  readonly bytes: Buffer;
  drawing: Promise<DrawnLabel> | null;
}

/**
 * Divides a job into its labels (each from `^XA` to `^XZ`). A rest that is not a label is kept, so that it can be
 * shown.
 */
export function splitJob(job: Buffer): Buffer[] {
  const labels: Buffer[] = [];
  let from = 0;
  for (;;) {
    const start = job.indexOf('^XA', from);
    const end = start < 0 ? -1 : job.indexOf('^XZ', start);
    if (end < 0) break;
    labels.push(job.subarray(start, end + 3));
    from = end + 3;
  }
  const rest = job.subarray(from);
  if (rest.toString('latin1').trim() !== '') labels.push(rest);
  return labels;
}

/**
 * Starts the training printer on 127.0.0.1. Rejects when its port is taken.
 *
 * @example
 * const printer = await startTrainingPrinter({ port: 0, log, nowMs: Date.now, onReceived: () => undefined });
 * await printer.setMode('off');
 */
export async function startTrainingPrinter(options: TrainingPrinterOptions): Promise<TrainingPrinter> {
  const drawing = createLabelDrawing(TRAINING_DOTS_PER_MM, options.log);
  const sockets = new Set<Socket>();
  let kept: KeptLabel[] = [];
  let count = 0;
  let lastNumber = 0;
  let mode: TrainingPrinterMode = 'ready';
  let port = options.port;
  let server: Server | null = null;
  let lastChange: Promise<unknown> = Promise.resolve();

  const receive = (job: Buffer): void => {
    const labels = splitJob(job);
    options.log.debug('training printer received a job', { bytes: job.length, labels: labels.length });
    if (labels.length === 0) return;
    for (const bytes of labels) {
      lastNumber += 1;
      count += 1;
      kept.push({ id: `training-${lastNumber}`, receivedAtMs: options.nowMs(), bytes, drawing: null });
    }
    kept = kept.slice(-KEPT_LABELS);
    options.onReceived();
  };

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
      size += chunk.length;
      if (size <= MAX_JOB_BYTES) chunks.push(chunk);
      else socket.resetAndDestroy();
    });
    socket.on('end', () => {
      receive(Buffer.concat(chunks));
      if (mode !== 'silent') socket.end();
    });
  };

  const listen = async (): Promise<void> => {
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
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise<void>((done) => closing.close(() => done()));
  };

  await listen();
  return {
    address: { host: HOST, port },
    mode: () => mode,
    setMode(next) {
      // Changes run one after the other: two at the same time could open two servers, or none.
      const change = lastChange.then(async () => {
        if (next === 'off') await stop();
        else if (server === null) await listen();
        mode = next;
      });
      lastChange = change.catch(() => undefined);
      return change;
    },
    received: () => count,
    async labels(limit) {
      const shown = kept.slice(-limit).reverse();
      const labels: TrainingLabel[] = [];
      for (const label of shown) {
        label.drawing ??= drawing.draw(label.bytes);
        const drawn = await label.drawing;
        labels.push({
          id: label.id,
          receivedAtMs: label.receivedAtMs,
          byteCount: label.bytes.length,
          ...drawn,
        });
      }
      return labels;
    },
    clear() {
      kept = [];
      count = 0;
    },
    async close() {
      await stop();
      await drawing.close();
    },
  };
}
