// What can be printed through the queues of a computer: labels as pictures under Windows, a printer's own language under CUPS.
import { describe, expect, it } from 'vitest';
import { queueProblem, queueSystemOf } from '../../../src/domain/queue-system.ts';

const TCP = { host: '192.0.2.10', port: 9100 };
const USB = { device: '/dev/usb/lp0' };
const ZEBRA = { queue: 'Zebra' };
const WINDOWS_NAME = { queue: 'ZDesigner ZD421-203dpi ZPL' };

it('knows whose queues a computer has by its operating system', () => {
  expect(['win32', 'linux', 'darwin'].map(queueSystemOf)).toEqual(['windows', 'cups', 'cups']);
});

describe('under Windows', () => {
  it.each([
    ['pictures', ZEBRA],
    ['pictures', WINDOWS_NAME],
    ['zpl', TCP],
    ['escpos', TCP],
    ['tspl', USB],
    // A further desk may be a computer with CUPS.
    ['zpl', { ...ZEBRA, at: 'desk-2' }],
  ] as const)('%s can be printed at %j', (language, address) => {
    expect(queueProblem(language, address, 'windows')).toBeNull();
  });

  it.each([
    ['zpl', ZEBRA, 'language', 'takes-pictures'],
    ['epl2', WINDOWS_NAME, 'language', 'takes-pictures'],
    ['escpos', ZEBRA, 'address', 'takes-pictures'],
    ['pictures', TCP, 'address', 'no-queue'],
    ['pictures', USB, 'address', 'no-queue'],
    ['pictures', { ...ZEBRA, at: 'desk-2' }, 'address', 'at-another-desk'],
    ['zpl', { ...WINDOWS_NAME, at: 'desk-2' }, 'address', 'not-right'],
  ] as const)('%s cannot be printed at %j', (language, address, field, code) => {
    expect(queueProblem(language, address, 'windows')).toMatchObject({ field, code });
  });
});

describe('under CUPS', () => {
  it.each([
    ['zpl', ZEBRA],
    ['escpos', ZEBRA],
    ['epl2', TCP],
  ] as const)('%s can be printed at %j', (language, address) => {
    expect(queueProblem(language, address, 'cups')).toBeNull();
  });

  it.each([
    ['pictures', ZEBRA, 'language', 'takes-its-language'],
    ['pictures', TCP, 'address', 'no-queue'],
    ['zpl', WINDOWS_NAME, 'address', 'not-right'],
  ] as const)('%s cannot be printed at %j', (language, address, field, code) => {
    expect(queueProblem(language, address, 'cups')).toMatchObject({ field, code });
  });
});
