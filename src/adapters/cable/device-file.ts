// The device file of a printer at a cable: found, opened without ever waiting, and checked. Nothing is created, and no other file than a
// printer's or a serial port's is opened.
import { close, constants, fstat, open, read, write } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { isPrinterFile, isSerialFile, type DeviceAddress } from '../../domain/printer-cable.ts';
import { leaveToChild } from './leave-to-child.ts';
import { lineOptions, runStty } from './serial-line.ts';
import { usbPrinters } from './usb-printers.ts';

const openFile = promisify(open);
const fstatFile = promisify(fstat);
const closeFile = promisify(close);
// By their descriptor, because a file handle leaves out a write of no bytes, which tells whether the last piece has gone.
const writeFile = promisify(write);
const readDevice = promisify(read);

const LINE_LIMIT_MS = 3_000;
const MOST_READ = 4_096;

/** A device that is open. What it cannot do now it does not wait for. Each method throws what the operating system says. */
export interface OpenDevice {
  /** How many of the bytes were taken; 0 when it takes none now. */
  write(bytes: Uint8Array): Promise<number>;
  /** What has come; empty when there is nothing. */
  read(): Promise<Uint8Array>;
  /**
   * Whether what was written has left this computer: `no` when it has not within the time. `unknown`: the system does not tell.
   */
  emptied(within: {
    readonly limitMs: number;
    readonly signal: AbortSignal;
  }): Promise<'yes' | 'no' | 'unknown'>;
  /** `stuck`: there are bytes that the printer does not take, so that closing may take long. */
  close(how: { readonly stuck: boolean }): Promise<void>;
}

/** Opens a device, or says in words why that is not possible. Never rejects. */
export type OpenTheDevice = (
  address: DeviceAddress,
) => Promise<{ readonly open: OpenDevice } | { readonly problem: string }>;

/** What a refusal of the operating system means for a person. */
export function refusalWords(thrown: unknown, file: string): string {
  switch ((thrown as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENODEV':
    case 'ENXIO':
    case 'EIO':
      return `no printer is at ${file}: look at its cable, and whether it is switched on`;
    case 'EBUSY':
      return `another program uses the printer at ${file}`;
    default:
      return `${file} cannot be used (${(thrown as NodeJS.ErrnoException).code ?? String(thrown)})`;
  }
}

/** Who may use it is told by its group, which differs from system to system. */
export async function notAllowedWords(file: string, groupsFile = '/etc/group'): Promise<string> {
  const groups = await readFile(groupsFile, 'utf8').catch(() => '');
  const gid = await stat(file).then(
    (found) => found.gid,
    () => -1,
  );
  const group = groups.split('\n').find((line) => line.split(':')[2] === String(gid));
  const name = group?.split(':')[0];
  return name === undefined || name === 'root'
    ? `this user may not use ${file}: its access has to be allowed on this computer`
    : `this user may not use ${file}: add the user to the group ${name} on this computer, then sign in there again`;
}

/** Kept for as long as this process lives at most; null when another desk of this computer has it. Linux alone has such names. */
function lockDevice(device: number): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once('error', (thrown: NodeJS.ErrnoException) =>
      resolve(thrown.code === 'EADDRINUSE' ? null : () => undefined),
    );
    server.listen(`\0drawdesk-device-${device}`, () => resolve(() => void server.close()));
  });
}

async function fileOf({ device, serial }: DeviceAddress): Promise<{ file: string } | { problem: string }> {
  if (serial === undefined) return { file: device };
  const found = (await usbPrinters()).filter((printer) => printer.serial === serial);
  const [only] = found;
  return only && found.length === 1
    ? { file: only.file }
    : {
        problem: `no USB printer with the serial number ${serial} is plugged in: look at its cable, and whether it is switched on`,
      };
}

const opened = (fd: number, isTerminal: boolean, unlock: () => void): OpenDevice => ({
  async write(bytes) {
    try {
      return (await writeFile(fd, bytes, 0, bytes.length, null)).bytesWritten;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      throw thrown;
    }
  },
  async read() {
    const into = Buffer.alloc(MOST_READ);
    try {
      const { bytesRead } = await readDevice(fd, into, 0, into.length, null);
      return into.subarray(0, bytesRead);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      // Nothing has come; or it is a cable on which printers say nothing.
      if (code === 'EAGAIN' || code === 'EINVAL' || code === 'EBADF') return Buffer.alloc(0);
      throw thrown;
    }
  },
  async emptied({ limitMs, signal }) {
    if (isTerminal) {
      // `stty` of Linux waits until everything has gone, before it sets what is set already.
      const ended = await runStty(fd, ['clocal'], { limitMs, signal });
      if (ended.failure === 'too-slow' || ended.failure === 'broken') return 'no';
      return process.platform === 'linux' && ended.exit === 0 ? 'yes' : 'unknown';
    }
    const until = performance.now() + limitMs;
    // A write of nothing is refused for as long as the piece before it is on its way.
    const isOnItsWay = (): Promise<boolean> =>
      writeFile(fd, Buffer.alloc(0), 0, 0, null).then(
        () => false,
        (thrown: NodeJS.ErrnoException) => {
          if (thrown.code === 'EAGAIN') return true;
          throw thrown;
        },
      );
    while (await isOnItsWay()) {
      if (signal.aborted || performance.now() > until) return 'no';
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return 'yes';
  },
  async close({ stuck }) {
    unlock();
    if (stuck && isTerminal) await leaveToChild(fd);
    else await closeFile(fd).catch(() => undefined);
  },
});

/** Which files may be opened; tests have devices of their own. */
export interface DeviceKinds {
  isPrinter(file: string): boolean;
  isSerial(file: string): boolean;
}

/** Opens device files of this computer. */
export function createDeviceOpener(
  kinds: DeviceKinds = { isPrinter: isPrinterFile, isSerial: isSerialFile },
): OpenTheDevice {
  return async (address) => {
    const place = await fileOf(address);
    if ('problem' in place) return place;
    const { file } = place;
    let fd: number | null = null;
    let unlock: (() => void) | null = null;
    const refuse = async (problem: string): Promise<{ problem: string }> => {
      unlock?.();
      if (fd !== null) await closeFile(fd).catch(() => undefined);
      return { problem };
    };
    try {
      // A name under /dev can lead anywhere, and a pipe or a file must not even be opened.
      const real = await realpath(file);
      if (!kinds.isPrinter(real) && !kinds.isSerial(real)) {
        return await refuse(`${file} leads to ${real}, which is no printer`);
      }
      const before = await stat(real);
      if (!before.isCharacterDevice())
        return await refuse(`${file} is no device, so nothing is written to it`);
      unlock = await lockDevice(before.rdev);
      if (!unlock) return await refuse(`another desk or printer of this computer uses ${file} right now`);
      fd = await openFile(real, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
      const now = await fstatFile(fd);
      if (!now.isCharacterDevice() || now.rdev !== before.rdev) {
        return await refuse(`${file} is no device, so nothing is written to it`);
      }
      const isTerminal = isatty(fd);
      if (address.line) {
        if (!isTerminal) return await refuse(`${file} is no serial port`);
        const { exit } = await runStty(fd, lineOptions(address.line), { limitMs: LINE_LIMIT_MS });
        if (exit !== 0) return await refuse(`${file} cannot be set to this speed and parity`);
      } else if (isTerminal) {
        return await refuse(`${file} is a serial port: its speed has to be given`);
      }
      return { open: opened(fd, isTerminal, unlock) };
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      const isForbidden = code === 'EACCES' || code === 'EPERM';
      return refuse(isForbidden ? await notAllowedWords(file) : refusalWords(thrown, file));
    }
  };
}
