// Addresses of printers as people write them, and what they leave out.
import { describe, expect, it } from 'vitest';
import {
  completeAddress,
  pageAddressOf,
  pageAddressText,
  rawAddressOf,
  rawAddressText,
} from '../../../src/domain/printer-address.ts';

describe('an address that a person entered', () => {
  it.each([
    ['label', '192.0.2.10', 'tcp://192.0.2.10:9100'],
    ['label', ' printer.clinic.example ', 'tcp://printer.clinic.example:9100'],
    ['label', '192.0.2.10:6101', 'tcp://192.0.2.10:6101'],
    ['ticket', 'tcp://192.0.2.10', 'tcp://192.0.2.10:9100'],
    ['ticket', 'TCP://192.0.2.10:9100', 'tcp://192.0.2.10:9100'],
    ['label', '[fe80::1]', 'tcp://[fe80::1]:9100'],
    ['label', '2001:db8::7', 'tcp://[2001:db8::7]:9100'],
    ['label', '2001:db8:0:1:2:3:4:5', 'tcp://[2001:db8:0:1:2:3:4:5]:9100'],
    ['ticket', ' fe80::1 ', 'tcp://[fe80::1]:9100'],
    ['office', 'abcd::1', 'ipp://[abcd::1]/ipp/print'],
    ['office', '192.0.2.20', 'ipp://192.0.2.20/ipp/print'],
    ['office', '192.0.2.20:8631', 'ipp://192.0.2.20:8631/ipp/print'],
    ['office', 'ipps://office.example/ipp/print', 'ipps://office.example/ipp/print'],
    ['office', 'queue:Office', 'queue:Office'],
    ['office', 'queue:HP LaserJet (2)', 'queue:HP LaserJet (2)'],
    ['office', 'queue:\\\\server\\Büro', 'queue:\\\\server\\Büro'],
    ['label', 'queue:ZDesigner ZD421-203dpi ZPL', 'queue:ZDesigner ZD421-203dpi ZPL'],
  ] as const)('of a printer of %ss, %s, is %s', (kind, entered, whole) => {
    expect(completeAddress(kind, entered)).toBe(whole);
    expect(kind === 'office' ? pageAddressOf(whole) : rawAddressOf(whole)).not.toBeNull();
  });

  it.each([
    ['label', ''],
    ['label', 'http://192.0.2.10'],
    ['label', '192.0.2.10 9100'],
    ['label', '192.0.2.10:0'],
    ['label', '192.0.2.10/print'],
    ['label', '-oraw'],
    ['label', '2130706433'],
    ['label', '0x7f.1'],
    ['label', '127.000.000.001'],
    ['label', '127.1'],
    ['label', '999.1.1.1'],
    ['label', '0.0.0.0'],
    ['ticket', '[::ffff:127.0.0.1]'],
    ['ticket', '[::]'],
    ['label', '::'],
    ['label', '::ffff:7f00:1'],
    ['label', '1:2'],
    ['label', '[1:2]:9100'],
    ['label', '1::2::3'],
    ['label', '1:2:3:4:5:6:7:8:9'],
    ['label', '12345::1'],
    ['office', 'ipp://2130706433/ipp/print'],
    ['office', ''],
    ['office', 'http://192.0.2.20/'],
    ['office', 'ipp://user@192.0.2.20/'],
    ['office', 'ipp://192.0.2.20/?a'],
    ['office', 'queue:-oraw'],
    ['office', 'queue: Office'],
    ['office', 'queue:Off\u202eice'],
    ['office', 'folder:/srv'],
  ] as const)('of a printer of %ss, %s, is none', (kind, entered) => {
    const whole = completeAddress(kind, entered);
    expect(kind === 'office' ? pageAddressOf(whole) : rawAddressOf(whole)).toBeNull();
  });
});

it('an address that was read is written as it was', () => {
  for (const text of ['tcp://192.0.2.10:9100', 'tcp://[fe80::1]:9100']) {
    const address = rawAddressOf(text);
    expect(address && rawAddressText(address)).toBe(text);
  }
  for (const text of ['ipp://192.0.2.20:631/ipp/print', 'ipps://192.0.2.20:443/', 'queue:Office']) {
    const address = pageAddressOf(text);
    expect(address && pageAddressText(address)).toBe(text);
  }
});
