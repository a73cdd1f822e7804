// The zoo of printers that misbehave, at a cable: each is a pseudo-terminal, but the one that is pulled out in the middle of a label. A
// whole label fits into what the system keeps of a terminal, so that one is a device that takes a part and fails as a USB printer does.
import { createCablePrinters, type CablePrinters } from '../../src/adapters/cable/cable-printer.ts';
import { createDeviceOpener, type OpenDevice } from '../../src/adapters/cable/device-file.ts';
import { USUAL_LINE, type DeviceAddress } from '../../src/domain/printer-cable.ts';
import { SLOW_PAUSE_MS, TINY_BYTES, UNASKED, type ZooAnimal } from './printer-zoo.ts';
import { startSerialPrinter, type SerialPrinter } from './serial-printer.ts';

/** A printer that counts for itself what it has taken. */
export interface CountedPrinter {
  /** How often the whole job was read by something that could print it. */
  takenWhole(bytes: Uint8Array): number;
  /** How often something of it arrived. */
  begun(): number;
}

export interface CablePrinter extends CountedPrinter {
  readonly address: DeviceAddress;
  readonly transport: CablePrinters;
  close(): Promise<void>;
}

const QUESTION = '~HS';
const WELL =
  '\x02030,0,0,0203,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';
/** Longer than the desk waits for an answer after a label. */
const LATE_MS = 3_000;
/** Of a label, before the cable is pulled out. */
const TAKEN_BEFORE_PULLED = 100;

const openDevice = createDeviceOpener({
  isPrinter: () => false,
  isSerial: (file) => /^\/dev\/pts\/\d+$/.test(file),
});

const times = (text: string, part: string): number => text.split(part).length - 1;

/** What it says once it was asked; null: nothing. */
type Says = (printer: SerialPrinter) => string | null;

async function atTerminal(
  says: Says,
  reading: Parameters<typeof startSerialPrinter>[0] & { readonly reads?: boolean } = {},
): Promise<CablePrinter> {
  const printer = await startSerialPrinter(reading);
  if (reading.reads === false) printer.stopReading();
  printer.answer((arrived) => (arrived.toString('latin1').endsWith(QUESTION) ? says(printer) : null));
  const transport = createCablePrinters({ openDevice });
  const arrived = (): string => printer.arrived().toString('latin1');
  return {
    address: { device: printer.file, line: USUAL_LINE },
    transport,
    takenWhole: (bytes) => times(arrived(), Buffer.from(bytes).toString('latin1')),
    begun: () => times(arrived(), '^XA'),
    async close() {
      transport.close();
      await printer.close();
    },
  };
}

/** Takes a part of the label, and then is not there any more. */
function pulledOut(): CablePrinter {
  let taken = 0;
  const device: OpenDevice = {
    write: async (bytes) => {
      if (taken >= TAKEN_BEFORE_PULLED) throw Object.assign(new Error('ENODEV'), { code: 'ENODEV' });
      const now = Math.min(bytes.length, TAKEN_BEFORE_PULLED - taken);
      taken += now;
      return now;
    },
    read: async () => Buffer.alloc(0),
    emptied: async () => 'yes',
    close: async () => undefined,
  };
  const transport = createCablePrinters({ openDevice: async () => ({ open: device }) });
  return {
    address: { device: '/dev/usb/lp0' },
    transport,
    takenWhole: () => 0,
    begun: () => (taken > 0 ? 1 : 0),
    close: async () => transport.close(),
  };
}

function notThere(): CablePrinter {
  const transport = createCablePrinters({ openDevice });
  return {
    address: { device: '/dev/pts/999999', line: USUAL_LINE },
    transport,
    takenWhole: () => 0,
    begun: () => 0,
    close: async () => transport.close(),
  };
}

/** Starts one printer of the zoo at a cable. @throws for one that can only be on a network */
export async function startCableAnimal(animal: ZooAnimal): Promise<CablePrinter> {
  switch (animal) {
    case 'reads slowly':
      return atTerminal(() => WELL, { readAtOnce: 256, pauseMs: 10 });
    case 'tiny window':
      return atTerminal(() => WELL, { readAtOnce: TINY_BYTES, pauseMs: SLOW_PAUSE_MS });
    case 'never reads':
      return atTerminal(() => null, { reads: false });
    case 'accepts and drops':
      return atTerminal(() => null);
    case 'sends status bytes unasked':
      // What it says by itself stands before its answer, so the answer is not one that is known.
      return atTerminal(() => UNASKED.toString('latin1') + WELL);
    case 'wrong language':
      return atTerminal(() => '?SN ERROR\r\n');
    case 'speaks late': {
      let late: NodeJS.Timeout | undefined;
      const printer = await atTerminal((terminal) => {
        late = setTimeout(() => terminal.say(WELL), LATE_MS);
        return null;
      });
      return {
        ...printer,
        close: async () => {
          clearTimeout(late);
          await printer.close();
        },
      };
    }
    case 'resets in the middle':
      return pulledOut();
    case 'is switched off':
      return notThere();
    case 'closes early':
    case 'is a web server':
      throw new Error(`no printer at a cable ${animal}`);
  }
}
