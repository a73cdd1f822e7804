// Scanners at a cable, for our own screens alone. A person chooses one in a box of the system; USB devices must say that they are
// bar-code scanners. What was chosen is remembered, so that it is there at the next start.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BAR_CODE_SCANNER_PAGE } from '../domain/hid-pos.ts';

/** A serial port as Electron describes it: in the list to choose from, and again when it is used. Spelled in two ways. */
interface SerialFacts {
  readonly portName?: string;
  readonly displayName?: string;
  readonly name?: string;
  readonly vendorId?: string | number;
  readonly vendor_id?: string | number;
  readonly productId?: string | number;
  readonly product_id?: string | number;
  readonly serialNumber?: string;
  readonly serial_number?: string;
}

interface HidFacts {
  readonly collections?: readonly { readonly usagePage?: number }[];
}

/** More than any desk has; the oldest one is forgotten. */
const MOST_REMEMBERED = 8;

/** What stays the same of a port over a restart: what kind of device it is, or its place where it is no USB device. */
function identityOf(port: SerialFacts): string {
  const vendor = port.vendorId ?? port.vendor_id;
  const product = port.productId ?? port.product_id;
  if (vendor !== undefined && product !== undefined) {
    return `usb ${Number(vendor)} ${Number(product)} ${port.serialNumber ?? port.serial_number ?? ''}`.trim();
  }
  return `port ${port.portName ?? port.name ?? ''}`;
}

const isScanner = (device: HidFacts): boolean =>
  device.collections?.some(({ usagePage }) => usagePage === BAR_CODE_SCANNER_PAGE) ?? false;

export interface ScannerPermissions {
  /** Whether our screens may use the device without asking again. */
  mayUse(kind: string, device: object): boolean;
  /** Lets the person choose; null when they chose none. A chosen serial port is remembered. */
  chooseSerial<Port extends SerialFacts>(ports: readonly Port[]): Promise<Port | null>;
  chooseHid<Device extends HidFacts & { readonly name: string }>(
    devices: readonly Device[],
  ): Promise<Device | null>;
}

/**
 * `file`: where chosen ports are remembered. `ask` shows a question with these answers and resolves with the number of the one that
 * was pressed, or null.
 */
export function createScannerPermissions(
  file: string,
  ask: (question: string, answers: readonly string[]) => Promise<number | null>,
): ScannerPermissions {
  let chosen = remembered(file);
  return {
    mayUse(kind, device) {
      if (kind === 'hid') return isScanner(device as HidFacts);
      return kind === 'serial' && chosen.includes(identityOf(device as SerialFacts));
    },
    async chooseSerial(ports) {
      if (ports.length === 0) return null;
      const names = ports.map(({ displayName, portName, name }) =>
        [displayName, portName ?? name].filter(Boolean).join(' · '),
      );
      const answer = await ask('Which of these is the scanner?', names);
      const port = ports[answer ?? -1] ?? null;
      if (port) {
        const identity = identityOf(port);
        chosen = [identity, ...chosen.filter((one) => one !== identity)].slice(0, MOST_REMEMBERED);
        remember(file, chosen);
      }
      return port;
    },
    async chooseHid(devices) {
      const scanners = devices.filter(isScanner);
      if (scanners.length === 0) return null;
      const answer = await ask(
        'Which of these is the scanner?',
        scanners.map(({ name }) => name),
      );
      return scanners[answer ?? -1] ?? null;
    },
  };
}

/** A disk that takes nothing costs one more choice at the next start, and no scan now. */
function remember(file: string, identities: readonly string[]): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(identities), { mode: 0o600 });
  } catch {
    // Said at the next start by the screen: the scanner has to be chosen again.
  }
}

/** A file that is missing or damaged remembers nothing: the person chooses once more. */
function remembered(file: string): string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
