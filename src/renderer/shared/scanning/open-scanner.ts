// Opens a scanner at a cable and hears what it sends, until it is closed or gone.
import { createHidPosReader } from '../../../domain/hid-pos.ts';
import type { ScannerPiece } from '../../../domain/scanner-piece.ts';
import { createSerialReader } from '../../../domain/serial-scan.ts';
import type { ChosenScanner } from './chosen-scanner.ts';
import type { HidDevice, HidReportEvent, SerialPortDevice } from './web-devices.ts';

export interface OpenScanner {
  close(): Promise<void>;
  /** The system says that the device is gone. Calls `onGone`, unless that was said already. */
  gone(): void;
}

interface Ears {
  readonly onPiece: (piece: ScannerPiece) => void;
  readonly onGone: () => void;
}

/** The scanner's description of its reports names no codes. */
export class NotUnderstood extends Error {}

/** What one read takes at most; a long code at the highest speed fits several times. */
const BUFFER_BYTES = 4_096;

/** Calls `fallSilent` when `begin` was not called again for so long. */
function silenceTimer(silenceMs: number, fallSilent: () => void) {
  let timer: number | undefined;
  const stop = (): void => window.clearTimeout(timer);
  return {
    stop,
    begin: (): void => {
      stop();
      timer = window.setTimeout(fallSilent, silenceMs);
    },
  };
}

/** @throws DOMException when the port cannot be opened: another program has it, or this account may not use it */
export async function openSerial(
  port: SerialPortDevice,
  { baudRate, ending }: Extract<ChosenScanner, { kind: 'serial' }>,
  { onPiece, onGone }: Ears,
): Promise<OpenScanner> {
  await port.open({ baudRate, bufferSize: BUFFER_BYTES });
  const reader = createSerialReader(ending);
  const tell = (pieces: readonly ScannerPiece[]): void => pieces.forEach(onPiece);
  const silence = silenceTimer(reader.silenceMs, () => tell(reader.fallSilent()));
  let isOver = false;
  let stream: ReadableStreamDefaultReader<Uint8Array> | null = null;

  function end(): void {
    if (isOver) return;
    isOver = true;
    silence.stop();
    tell(reader.breakOff());
    onGone();
  }

  /** Reads one stream to its end. A fault of the line ends the stream; the port has another one then. */
  async function readOn(readable: ReadableStream<Uint8Array>): Promise<void> {
    const own = readable.getReader();
    stream = own;
    try {
      for (;;) {
        const { value, done } = await own.read();
        if (done || isOver) return;
        tell(reader.take(value));
        silence.begin();
      }
    } catch (thrown) {
      // Bytes that could not be told apart (framing, parity) mean that the speeds differ; an overrun lost some.
      const isNoise = thrown instanceof DOMException && /^(Framing|Parity)Error$/.test(thrown.name);
      const broken = reader.breakOff();
      if (isOver) return;
      tell(broken.length === 0 && isNoise ? [{ kind: 'noise' }] : broken);
      // Where nothing follows, the next code is not the rest of this one.
      silence.begin();
    } finally {
      own.releaseLock();
    }
  }

  async function listen(): Promise<void> {
    let last: ReadableStream<Uint8Array> | null = null;
    while (!isOver && port.readable !== null && port.readable !== last) {
      last = port.readable;
      await readOn(last);
    }
    end();
    // Closed also where the device is gone, or it could not be opened when it comes back.
    await port.close().catch(() => undefined);
  }
  const listening = listen();

  return {
    gone: end,
    async close() {
      isOver = true;
      silence.stop();
      await stream?.cancel().catch(() => undefined);
      await listening;
    },
  };
}

/**
 * @throws NotUnderstood when its reports hold no codes
 * @throws DOMException when it cannot be opened
 */
export async function openHid(device: HidDevice, { onPiece, onGone }: Ears): Promise<OpenScanner> {
  const reader = createHidPosReader(device.collections);
  if (!reader) throw new NotUnderstood();
  if (!device.opened) await device.open();
  const tell = (pieces: readonly ScannerPiece[]): void => pieces.forEach(onPiece);
  const silence = silenceTimer(reader.silenceMs, () => tell(reader.breakOff()));
  let isOver = false;
  const onReport = (event: Event): void => {
    const { reportId, data } = event as HidReportEvent;
    silence.stop();
    tell(reader.take(reportId, data));
    if (reader.isWaiting()) silence.begin();
  };
  device.addEventListener('inputreport', onReport);
  const stop = (): void => {
    isOver = true;
    silence.stop();
    device.removeEventListener('inputreport', onReport);
  };
  return {
    gone() {
      if (isOver) return;
      stop();
      tell(reader.breakOff());
      onGone();
    },
    async close() {
      stop();
      await device.close().catch(() => undefined);
    },
  };
}
