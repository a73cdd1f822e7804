// Printers at a cable of this computer. A pseudo-terminal stands for a serial port; where there is none these tests are skipped and say so.
// What the operating system does to a USB printer is played by a device of the tests' own.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createCablePrinters,
  type CablePrinterParts,
  type CablePrinters,
} from '../../../src/adapters/cable/cable-printer.ts';
import {
  createDeviceOpener,
  notAllowedWords,
  type OpenDevice,
} from '../../../src/adapters/cable/device-file.ts';
import type {
  PrinterDelivery,
  PrinterJob,
  PrinterLimits,
  StatusQuestion,
} from '../../../src/core/ports/printers.ts';
import { escposReceipt, escposStatus } from '../../../src/core/printing/languages/escpos/status.ts';
import { zplReceipt } from '../../../src/core/printing/languages/zpl/status.ts';
import { USUAL_LINE } from '../../../src/domain/printer-cable.ts';
import { noSerialPorts, startSerialPrinter, type SerialPrinter } from '../../support/serial-printer.ts';

const limits: PrinterLimits = { connectTimeoutMs: 1, acknowledgeTimeoutMs: 1, lingerMs: 1 };
const label = Buffer.from(
  '^XA^FO8,8^A0N,28,28^FDOLIVER, James^FS\r\n\x00\x03\x11\x13\x1a\xff^XZ\n',
  'latin1',
);
const WELL =
  '\x02030,0,0,0203,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

let folder: string;
const opened: { close(): unknown }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-cable-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of opened.splice(0).reverse()) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Counts how often the job was begun. */
function jobOf(bytes: Uint8Array | null, rest: Partial<PrinterJob> = {}) {
  const job = {
    begun: 0,
    begin: () => {
      job.begun += 1;
      return bytes;
    },
    ...rest,
  };
  return job;
}

/** Pseudo-terminals for serial ports, and the folder of the test for what is no device. */
const openDevice = createDeviceOpener({
  isPrinter: (file) => file.startsWith(folder) || file === '/dev/null',
  isSerial: (file) => /^\/dev\/pts\/\d+$/.test(file),
});

function cables(limit: Omit<CablePrinterParts, 'openDevice'> = {}): CablePrinters {
  const made = createCablePrinters({ openDevice, ...limit });
  opened.push(made);
  return made;
}

const print = (
  printers: CablePrinters,
  file: string,
  job: PrinterJob = jobOf(label),
): Promise<PrinterDelivery> => printers.deliver({ device: file, line: USUAL_LINE }, job, limits);

beforeAll(() => {
  if (noSerialPorts !== null) console.warn(`Tests with serial ports are skipped: ${noSerialPorts}`);
});

describe.skipIf(noSerialPorts !== null)(`a printer at a serial port ${noSerialPorts ?? ''}`, () => {
  let printer: SerialPrinter;
  beforeEach(async () => {
    printer = await startSerialPrinter();
    opened.push(printer);
  });

  it('gets each byte as it is, and that the system took them is not said to be more than that', async () => {
    const delivery = await print(cables(), printer.file);
    expect(delivery).toMatchObject({ outcome: 'unacknowledged' });
    expect('later' in delivery && (await delivery.later)).toBe('silent');
    await vi.waitFor(() => expect(printer.arrived().equals(label)).toBe(true), { timeout: 10_000 });
    const line = execFileSync('stty', ['-F', printer.file, '-a'], { encoding: 'utf8' });
    for (const set of ['speed 9600', '-opost', '-echo ', '-icanon', ' ixon', ' crtscts', ' clocal'])
      expect(line).toContain(set);
  });

  it('has read the whole job when it answers a question after the last byte', async () => {
    printer.answer((arrived) => (arrived.toString('latin1').endsWith('~HS') ? WELL : null));
    const job = jobOf(label, { receipt: zplReceipt });
    expect(await print(cables(), printer.file, job)).toMatchObject({ outcome: 'sent' });
    expect(job.begun).toBe(1);
  });

  it('is given nothing while it says that it cannot print', async () => {
    printer.answer(() => '\x12\x16\x12\x72');
    const job = jobOf(label, { question: escposStatus });
    expect(await print(cables(), printer.file, job)).toEqual({
      outcome: 'not-started',
      detail: 'its cover is open: close it',
      reached: true,
    });
    expect(job.begun).toBe(0);
  });

  it('that was silent before the job does not acknowledge it by answering late', async () => {
    const late: StatusQuestion = { ...escposStatus, timeoutMs: 50 };
    printer.answer((arrived) => (arrived.length > escposStatus.bytes.length ? '\x12\x12\x12\x12' : null));
    const job = jobOf(label, { question: late, receipt: { ...escposReceipt, timeoutMs: 5_000 } });
    expect(await print(cables(), printer.file, job)).toMatchObject({ outcome: 'unacknowledged' });
  });

  it('that stops in the middle leaves the job in doubt, and what was taken is never sent again by itself', async () => {
    printer.stopReading();
    const big = jobOf(Buffer.alloc(1_000_000, 'label '));
    expect(await print(cables({ goesOnWithinMs: 300 }), printer.file, big)).toEqual({
      outcome: 'unsure',
      detail: 'the printer stopped taking the job: look whether it is paused, open, or out of paper',
    });
  });

  it('that stops and goes on gets the rest', async () => {
    printer.stopReading();
    const bytes = Buffer.alloc(200_000, 'label ');
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const begin = (): Uint8Array => {
      begun();
      return bytes;
    };
    const delivery = print(cables(), printer.file, { begin });
    await hasBegun;
    printer.goOn();
    expect(await delivery).toMatchObject({ outcome: 'unacknowledged' });
    await vi.waitFor(() => expect(printer.arrived().length).toBe(bytes.length), { timeout: 20_000 });
  });

  it('that stops in the middle is said to, until it goes on', async () => {
    printer.stopReading();
    const said: (number | null)[] = [];
    const stopped = (forMs: number | null): void => {
      said.push(forMs);
      if (forMs !== null) printer.goOn();
    };
    const job = { begin: () => Buffer.alloc(200_000, 'label '), stopped };
    expect(await print(cables({ stoppedAfterMs: 100 }), printer.file, job)).toMatchObject({
      outcome: 'unacknowledged',
    });
    expect(said.slice(0, 2)).toEqual([100, null]);
    expect(said.at(-1)).toBeNull();
  });

  it('that takes nothing at all is tried again later', async () => {
    printer.stopReading();
    const printers = cables({ beginsWithinMs: 200, goesOnWithinMs: 200 });
    await print(printers, printer.file, jobOf(Buffer.alloc(1_000_000, 'x')));
    expect(await print(printers, printer.file)).toEqual({
      outcome: 'refused',
      detail: 'the printer takes nothing: look whether it is paused, open, or out of paper',
      again: true,
    });
  });

  it('that is unplugged in the middle leaves the job in doubt', async () => {
    let unplugged: Promise<void> | null = null;
    printer.answer(() => {
      unplugged ??= printer.unplug();
      return null;
    });
    const delivery = print(cables(), printer.file, jobOf(Buffer.alloc(30_000_000, 'x')));
    expect(await delivery).toMatchObject({
      outcome: 'unsure',
      detail: expect.stringContaining('look at its cable') as string,
    });
  });

  it('is let go at once when the desk stops, whatever it still holds up', async () => {
    printer.stopReading();
    const printers = cables();
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const begin = (): Uint8Array => {
      begun();
      return Buffer.alloc(1_000_000, 'x');
    };
    const delivery = print(printers, printer.file, { begin });
    await hasBegun;
    printers.close();
    expect(await delivery).toEqual({
      outcome: 'unsure',
      detail: 'the desk was stopped while it was being sent',
    });
    expect(await print(printers, printer.file)).toMatchObject({ outcome: 'not-started' });
  });

  it('is used by one desk at a time', async () => {
    let asked: () => void = () => undefined;
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    printer.answer(() => {
      asked();
      return null;
    });
    const stop = new AbortController();
    const question: StatusQuestion = {
      bytes: Buffer.from('?'),
      timeoutMs: 600_000,
      read: () => ({ complete: false }),
    };
    const first = print(cables(), printer.file, jobOf(null, { question, signal: stop.signal }));
    await wasAsked;
    expect(await print(cables(), printer.file)).toEqual({
      outcome: 'not-started',
      detail: `another desk or printer of this computer uses ${printer.file} right now`,
    });
    stop.abort();
    expect(await first).toEqual({ outcome: 'withheld' });
    expect(await print(cables(), printer.file)).toMatchObject({ outcome: 'unacknowledged' });
  });

  it('whose line holds back what the system took is not said to have it', async () => {
    // A real line is waited for in `stty`; a pseudo-terminal has none.
    const stty = join(folder, 'stty');
    writeFileSync(stty, '#!/bin/sh\n[ "$1" = clocal ] && exec sleep 600\nexit 0\n');
    chmodSync(stty, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH ?? ''}`);
    expect(await print(cables({ goesOnWithinMs: 300 }), printer.file)).toEqual({
      outcome: 'unsure',
      detail: 'the printer stopped taking the job',
    });
  });

  it('is not printed on when its line cannot be set', async () => {
    const stty = join(folder, 'stty');
    writeFileSync(stty, '#!/bin/sh\nexit 1\n');
    chmodSync(stty, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH ?? ''}`);
    const job = jobOf(label);
    expect(await print(cables(), printer.file, job)).toEqual({
      outcome: 'not-started',
      detail: `${printer.file} cannot be set to this speed and parity`,
    });
    expect([job.begun, printer.arrived().length]).toEqual([0, 0]);
  });

  it('needs its speed', async () => {
    const job = jobOf(label);
    expect(await cables().deliver({ device: printer.file }, job, limits)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('speed') as string,
    });
    expect(job.begun).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('what is no printer is not written to', () => {
  const refused = async (file: string, printers = cables()): Promise<string> => {
    const job = jobOf(label);
    const delivery = await printers.deliver({ device: file }, job, limits);
    expect([delivery.outcome, job.begun]).toEqual(['not-started', 0]);
    return 'detail' in delivery ? delivery.detail : '';
  };

  it('a file, which stays as it was', async () => {
    const file = join(folder, 'lp0');
    writeFileSync(file, 'kept');
    expect(await refused(file)).toContain('is no device');
    expect(statSync(file).size).toBe(4);
  });

  it('a pipe, which would make the desk wait', async () => {
    const pipe = join(folder, 'lp0');
    execFileSync('mkfifo', [pipe]);
    expect(await refused(pipe)).toContain('is no device');
  });

  it('nothing, which is not made', async () => {
    const file = join(folder, 'lp0');
    expect(await refused(file)).toBe(
      `no printer is at ${file}: look at its cable, and whether it is switched on`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('a name that leads elsewhere', async () => {
    const name = join(folder, 'lp0');
    symlinkSync('/dev/zero', name);
    expect(await refused(name)).toBe(`${name} leads to /dev/zero, which is no printer`);
    // As the desk is: not even a device that throws away whatever is written.
    const printers = createCablePrinters({ openDevice: createDeviceOpener() });
    expect(await refused('/dev/null', printers)).toContain('which is no printer');
  });

  it('a device that is no serial port, where one was named', async () => {
    const job = jobOf(label);
    expect(await print(cables(), '/dev/null', job)).toMatchObject({ detail: '/dev/null is no serial port' });
    expect(job.begun).toBe(0);
  });

  it('one that this user may not use, and the group that may is named', async () => {
    const groups = join(folder, 'group');
    writeFileSync(groups, `root:x:0:\nother:x:4711:desk\nprinters:x:${statSync(folder).gid + 1}:\n`);
    const before = await notAllowedWords(folder, groups);
    expect(before).toBe(`this user may not use ${folder}: its access has to be allowed on this computer`);
    writeFileSync(groups, `lp:x:${statSync(folder).gid}:\n`);
    expect(await notAllowedWords(folder, groups)).toContain('add the user to the group lp on this computer');
  });

  it('a USB printer by a serial number that none has', async () => {
    const job = jobOf(label);
    const address = { device: '/dev/usb/lp0', serial: 'D2J-NOT-PLUGGED-IN' };
    expect(await cables().deliver(address, job, limits)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('serial number D2J-NOT-PLUGGED-IN') as string,
    });
    expect(job.begun).toBe(0);
  });
});

describe('what the operating system says of a device', () => {
  const failing = (code: string): Error => Object.assign(new Error(code), { code });
  /** Takes so many bytes, then does as told; empties itself unless told otherwise. It says `says`, without being asked. */
  function device(
    takes: number,
    then: Error | 'nothing',
    emptied: OpenDevice['emptied'] = async () => 'yes',
    says: string[] = [],
  ): CablePrinters & { readonly closed: boolean[] } {
    let left = takes;
    const closed: boolean[] = [];
    const open: OpenDevice = {
      write: async (bytes) => {
        const taken = Math.min(left, bytes.length, 100);
        left -= taken;
        if (taken === 0 && then !== 'nothing') throw then;
        return taken;
      },
      read: async () => Buffer.from(says.shift() ?? '', 'latin1'),
      emptied,
      close: async ({ stuck }) => void closed.push(stuck),
    };
    const printers = createCablePrinters({
      openDevice: async () => ({ open }),
      beginsWithinMs: 30,
      goesOnWithinMs: 30,
    });
    return { ...printers, closed };
  }
  const bytes = Buffer.alloc(1_000, 'x');
  const send = (printers: CablePrinters) =>
    printers.deliver({ device: '/dev/usb/lp0' }, jobOf(bytes), limits);

  it.each(['EIO', 'ENODEV', 'ENXIO'])('%s before the first byte: it is tried again', async (code) => {
    const printers = device(0, failing(code));
    expect(await send(printers)).toMatchObject({ outcome: 'refused', again: true });
    expect(printers.closed).toEqual([false]);
  });

  it.each(['EIO', 'ENODEV', 'ENXIO'])('%s in the middle: the job is in doubt', async (code) => {
    expect(await send(device(300, failing(code)))).toEqual({
      outcome: 'unsure',
      detail: 'no printer is at /dev/usb/lp0: look at its cable, and whether it is switched on',
    });
  });

  it('it takes a part and then nothing: the job is in doubt, and closing is left to another process', async () => {
    const printers = device(999, 'nothing');
    expect(await send(printers)).toMatchObject({ outcome: 'unsure' });
    expect(printers.closed).toEqual([true]);
  });

  it('it takes all, but the last piece never goes: the job is in doubt', async () => {
    expect(await send(device(1_000, 'nothing', async () => 'no'))).toEqual({
      outcome: 'unsure',
      detail: 'the printer stopped taking the job',
    });
  });

  it('it takes all, and is unplugged before the last piece has gone: the job is in doubt', async () => {
    const unplugged = async (): Promise<never> => {
      throw failing('ENODEV');
    };
    expect(await send(device(1_000, 'nothing', unplugged))).toMatchObject({ outcome: 'unsure' });
  });

  it('it takes all, and what it had said before is no acknowledgement', async () => {
    const receipt = { ...zplReceipt, timeoutMs: 50 };
    const chatty = (says: string[]) =>
      device(2_000, 'nothing', undefined, says).deliver(
        { device: '/dev/usb/lp0' },
        jobOf(bytes, { receipt }),
        limits,
      );
    expect(await chatty([WELL.slice(0, 20), WELL.slice(20), ''])).toMatchObject({
      outcome: 'unacknowledged',
    });
    expect(await chatty(['', WELL.slice(0, 20), WELL.slice(20)])).toMatchObject({ outcome: 'sent' });
  });

  it('it takes all: that is no acknowledgement', async () => {
    expect(await send(device(1_000, 'nothing'))).toMatchObject({ outcome: 'unacknowledged' });
  });
});
