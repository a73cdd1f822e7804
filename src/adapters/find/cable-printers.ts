// Printers at the cables of this computer: those at USB say what they are, a serial port only what its adapter is.
import { readdir } from 'node:fs/promises';
import type { FoundPrinter } from '../../core/ports/printers.ts';
import { deviceAddressOf } from '../../domain/printer-cable.ts';
import { usbPrinters, type UsbPrinter } from '../cable/usb-printers.ts';
import { tidyName } from './announced.ts';
import type { ComputerSearch } from './computer-printers.ts';

const MOST_FOUND = 20;
const PORTS = '/dev/serial/by-id';

/** `usb-Prolific_USB-Serial_Controller-if00-port0` is `Prolific USB-Serial Controller`. */
const nameOfPort = (file: string): string =>
  tidyName(
    file
      .replace(/^usb-/, '')
      .replace(/-if\d\d(-port\d+)?$/, '')
      .replaceAll('_', ' '),
  );

function usbPrinter({ file, model, serial }: UsbPrinter, all: readonly UsbPrinter[]): FoundPrinter {
  // The number of its file changes with the order of plugging in, so it is known by its own number if that is its alone.
  const isAlone = serial !== null && all.filter((other) => other.serial === serial).length === 1;
  const exact = `device:${file}?serial=${serial ?? ''}`;
  return {
    name: tidyName(model ?? '') || `USB printer ${file.replace(/^\D+/, '')}`,
    model: null,
    prints: 'raw',
    address: isAlone && deviceAddressOf(exact) !== null ? exact : `device:${file}`,
    place: 'cable',
  };
}

/** Nothing is opened. `serialPorts` and `usbDevices` are where Linux tells of them. Never rejects. */
export async function searchCables(
  serialPorts: string = PORTS,
  usbDevices?: string,
): Promise<ComputerSearch> {
  const [usb, ports] = await Promise.all([usbPrinters(usbDevices), readdir(serialPorts).catch(() => [])]);
  const atPorts = ports.toSorted().flatMap((file): FoundPrinter[] => {
    const address = `device:${PORTS}/${file}`;
    const name = nameOfPort(file);
    return deviceAddressOf(address) === null || name === ''
      ? []
      : [{ name, model: 'serial port', prints: 'raw', address, place: 'cable' }];
  });
  const found = [...usb.map((printer) => usbPrinter(printer, usb)), ...atPorts];
  return {
    found: found.slice(0, MOST_FOUND),
    leftOut: Math.max(0, found.length - MOST_FOUND) + ports.length - atPorts.length,
    searched: { place: 'cable', problem: null },
  };
}
