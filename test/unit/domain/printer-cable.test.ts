// Addresses of printers at cables: only files of printers and serial ports, in one writing.
import { describe, expect, it } from 'vitest';
import { completeAddress, rawAddressOf, rawAddressText } from '../../../src/domain/printer-address.ts';

describe('the address of a printer at a cable', () => {
  it.each([
    ['/dev/usb/lp0', 'device:/dev/usb/lp0'],
    ['device:/dev/usb/lp15?serial=D2J153.A-1', 'device:/dev/usb/lp15?serial=D2J153.A-1'],
    ['/dev/lp0', 'device:/dev/lp0'],
    ['/dev/ttyUSB0', 'device:/dev/ttyUSB0?baud=9600'],
    ['device:/dev/ttyS0?baud=115200', 'device:/dev/ttyS0?baud=115200'],
    ['/dev/ttyACM1?parity=even&baud=19200', 'device:/dev/ttyACM1?baud=19200&parity=even'],
    ['/dev/rfcomm0?flow=xon-xoff', 'device:/dev/rfcomm0?baud=9600&flow=xon-xoff'],
    [
      '/dev/serial/by-id/usb-FTDI_FT232R_A5-if00-port0',
      'device:/dev/serial/by-id/usb-FTDI_FT232R_A5-if00-port0?baud=9600',
    ],
    [
      '/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0',
      'device:/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0?baud=9600',
    ],
    ['/dev/cu.usbserial-110', 'device:/dev/cu.usbserial-110?baud=9600'],
    ['queue:Zebra', 'queue:Zebra'],
  ])('%s is %s', (entered, whole) => {
    for (const kind of ['label', 'ticket'] as const) {
      const address = rawAddressOf(completeAddress(kind, entered));
      expect(address && rawAddressText(address)).toBe(whole);
      expect(rawAddressOf(whole)).toEqual(address);
    }
  });

  it.each([
    '/dev/sda',
    '/dev/null',
    '/dev/mem',
    '/dev/watchdog',
    '/dev/tty',
    '/dev/tty1',
    '/dev/pts/3',
    '/dev/usb/../sda',
    '/dev/serial/by-id/../../sda',
    '/dev/serial/by-id/..',
    '/etc/passwd',
    'device:lp0',
    'device:',
    'device:/dev/usb/lp0?baud=9600',
    'device:/dev/usb/lp0?serial=',
    'device:/dev/usb/lp0?serial=a b',
    'device:/dev/ttyUSB0?baud=9601',
    'device:/dev/ttyUSB0?baud=9600&baud=9600',
    'device:/dev/ttyUSB0?baud=9600;rm',
    'device:/dev/ttyUSB0?parity=mark',
    'device:/dev/ttyUSB0?serial=X',
    'device:/dev/ttyUSB0?',
    'queue:-oraw',
  ])('%s is none', (entered) => {
    expect(rawAddressOf(completeAddress('label', entered))).toBeNull();
  });
});
