// Sends a job to a printer at a cable of this computer (USB, serial). What the operating system has taken is counted, so that the outcome
// says no more than is known: that it took everything is no sign of the printer, an answer after the last byte is.
import type {
  AwaitedJob,
  AwaitedQuestion,
  PrinterDelivery,
  PrinterTransport,
} from '../../core/ports/printers.ts';
import type { DeviceAddress } from '../../domain/printer-cable.ts';
import { refusalWords, type OpenDevice, type OpenTheDevice } from './device-file.ts';

const PIECE_BYTES = 4 * 1024;
const POLL_MS = 10;
const MOST_REPLY_BYTES = 4 * 1024;
/** Answers of an earlier question are thrown away, up to so many pieces: a printer may chatter for ever. */
const MOST_OLD_PIECES = 64;
const QUESTION_TAKEN_WITHIN_MS = 500;

export interface CablePrinterParts {
  readonly openDevice: OpenTheDevice;
  /** For so long a printer may take nothing at all of a job before the job waits for another try. */
  readonly beginsWithinMs?: number;
  /** For so long it may stop in the middle: it prints what it has, or somebody puts in a new roll. */
  readonly goesOnWithinMs?: number;
  /** After so long without taking anything in the middle of a job it is said to have stopped. */
  readonly stoppedAfterMs?: number;
}

/** Printers at cables. Once `close` was called nothing is waited for any more: what is in the middle is left in doubt. */
export interface CablePrinters extends PrinterTransport<DeviceAddress> {
  close(): void;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS));
const STOPPED_DESK = 'the desk was stopped while it was being sent';

interface Given {
  readonly written: number;
  /** Null: all was taken. */
  readonly problem: string | null;
  /** The printer holds the line up: it has not gone. */
  readonly held: boolean;
}

/** Writes until everything is taken, nothing is for too long, or it is stopped. */
async function give(
  device: OpenDevice,
  bytes: Uint8Array,
  within: {
    readonly firstMs: number;
    readonly nextMs: number;
    readonly file: string;
    readonly stop: AbortSignal;
    readonly told?: { readonly afterMs: number; readonly stopped: AwaitedJob['stopped'] };
  },
): Promise<Given> {
  let written = 0;
  let lastTakenAt = performance.now();
  let isStopped = false;
  while (written < bytes.length) {
    try {
      const taken = await device.write(bytes.subarray(written, written + PIECE_BYTES));
      written += taken;
      if (taken > 0) {
        lastTakenAt = performance.now();
        if (isStopped) within.told?.stopped?.(null);
        isStopped = false;
        continue;
      }
    } catch (thrown) {
      return { written, problem: refusalWords(thrown, within.file), held: false };
    }
    if (within.stop.aborted) return { written, problem: STOPPED_DESK, held: true };
    const toldAfterMs = within.told?.afterMs ?? Infinity;
    if (!isStopped && written > 0 && performance.now() - lastTakenAt >= toldAfterMs) {
      isStopped = true;
      within.told?.stopped?.(toldAfterMs);
    }
    if (performance.now() - lastTakenAt >= (written === 0 ? within.firstMs : within.nextMs)) {
      const problem = written === 0 ? 'the printer takes nothing' : 'the printer stopped taking the job';
      return {
        written,
        problem: `${problem}: look whether it is paused, open, or out of paper`,
        held: true,
      };
    }
    await pause();
  }
  return { written, problem: null, held: false };
}

/** Asks, and reads until the answer is whole. Null when there was none in time. Throws what the operating system says. */
async function ask(
  device: OpenDevice,
  question: AwaitedQuestion,
  about: { readonly file: string; readonly stop: AbortSignal },
): Promise<{ readonly problem: string | null } | null> {
  for (let piece = 0; piece < MOST_OLD_PIECES; piece += 1) if ((await device.read()).length === 0) break;
  const within = { firstMs: QUESTION_TAKEN_WITHIN_MS, nextMs: QUESTION_TAKEN_WITHIN_MS, ...about };
  if ((await give(device, question.bytes, within)).problem !== null) return null;
  let reply: Uint8Array = Buffer.alloc(0);
  const until = performance.now() + question.timeoutMs;
  for (;;) {
    const came = await device.read();
    if (came.length > 0) {
      reply = Buffer.concat([reply, came]).subarray(0, MOST_REPLY_BYTES);
      const answer = await question.read(reply);
      if (answer.complete) return answer;
    }
    if (about.stop.aborted || performance.now() >= until) return null;
    if (came.length === 0) await pause();
  }
}

/** Whether it answers after the last byte. One that cannot be read any more does not. */
const isAcknowledged = (
  device: OpenDevice,
  receipt: AwaitedQuestion,
  about: { readonly file: string; readonly stop: AbortSignal },
): Promise<boolean> =>
  ask(device, receipt, about).then(
    (answer) => answer !== null,
    () => false,
  );

/** Makes the port `PrinterTransport` for device files. */
export function createCablePrinters(parts: CablePrinterParts): CablePrinters {
  const {
    openDevice,
    beginsWithinMs: firstMs = 5_000,
    goesOnWithinMs: nextMs = 120_000,
    stoppedAfterMs = 5_000,
  } = parts;
  const closing = new AbortController();

  async function send(
    device: OpenDevice,
    job: AwaitedJob,
    file: string,
  ): Promise<{ readonly ended: PrinterDelivery; readonly stuck: boolean }> {
    const asking = { file, stop: AbortSignal.any([closing.signal, ...(job.signal ? [job.signal] : [])]) };
    let answers = true;
    if (job.question) {
      try {
        const answer = await ask(device, job.question, asking);
        if (answer !== null && answer.problem !== null) {
          return { ended: { outcome: 'not-started', detail: answer.problem, reached: true }, stuck: false };
        }
        // A late answer to this question must not be taken for one to the question after the job.
        answers = answer !== null;
      } catch (thrown) {
        return { ended: { outcome: 'not-started', detail: refusalWords(thrown, file) }, stuck: false };
      }
    }
    if (asking.stop.aborted) return { ended: { outcome: 'withheld' }, stuck: false };
    const bytes = await job.begin();
    if (!bytes) return { ended: { outcome: 'withheld' }, stuck: false };
    const sending = { file, stop: closing.signal, told: { afterMs: stoppedAfterMs, stopped: job.stopped } };
    const { written, problem, held } = await give(device, bytes, { firstMs, nextMs, ...sending });
    if (problem !== null) {
      return {
        ended:
          written === 0
            ? { outcome: 'refused', detail: problem, again: true }
            : { outcome: 'unsure', detail: problem },
        stuck: held,
      };
    }
    try {
      if ((await device.emptied({ limitMs: nextMs, signal: closing.signal })) === 'no') {
        const detail = closing.signal.aborted ? STOPPED_DESK : 'the printer stopped taking the job';
        return { ended: { outcome: 'unsure', detail }, stuck: true };
      }
    } catch (thrown) {
      return { ended: { outcome: 'unsure', detail: refusalWords(thrown, file) }, stuck: false };
    }
    const reply = new Uint8Array();
    const acknowledged = job.receipt && answers && (await isAcknowledged(device, job.receipt, sending));
    return acknowledged
      ? { ended: { outcome: 'sent', reply }, stuck: false }
      : { ended: { outcome: 'unacknowledged', reply, later: Promise.resolve('silent') }, stuck: false };
  }

  return {
    async deliver(address, job) {
      if (job.signal?.aborted) return { outcome: 'withheld' };
      if (closing.signal.aborted) return { outcome: 'not-started', detail: 'the desk is being stopped' };
      const found = await openDevice(address);
      if ('problem' in found) return { outcome: 'not-started', detail: found.problem };
      const { ended, stuck } = await send(found.open, job, address.device);
      await found.open.close({ stuck });
      return ended;
    },
    close: () => closing.abort(),
  };
}
