import { describe, expect, it, test } from 'vitest';
import { deskNameOf, pairingCodeOf, siteAddressOf, siteAddressText } from '../../../src/domain/pairing.ts';

describe('the address of a site desk', () => {
  test.each([
    ['192.0.2.10', '192.0.2.10:7443'],
    ['Reception.local:8000', 'reception.local:8000'],
    ['https://192.0.2.10:8000/', '192.0.2.10:8000'],
    ['[fd00::1]', '[fd00::1]:7443'],
    ['desk2', 'desk2:7443'],
  ])('%s is read as %s', (text, expected) => {
    const address = siteAddressOf(text);
    expect(address && siteAddressText(address)).toBe(expected);
  });

  test.each([
    'http://192.0.2.10',
    '192.0.2.10:0',
    '192.0.2.10:70000',
    'a b',
    '',
    'host/path',
    'user@host',
    '-host',
    '999.1.1.1',
    '192.0.2',
    '7443',
    'reception.1',
  ])('%s is none', (text) => expect(siteAddressOf(text)).toBeNull());
});

describe('the code', () => {
  test.each([
    ['k7qf-2m9x', 'K7QF2M9X'],
    [' K7QF 2M9X ', 'K7QF2M9X'],
    ['o7il-2m9x', '07112M9X'],
    ['DRAWDESK 192.0.2.10:7443#K7QF-2M9X', 'K7QF2M9X'],
  ])('%s is read as %s', (text, code) => expect(pairingCodeOf(text)).toBe(code));

  test.each(['', 'K7QF-2M9', 'K7QF-2M9XX', 'K7QF-2M9U', '192.0.2.10'])('%s is none', (text) =>
    expect(pairingCodeOf(text)).toBeNull(),
  );
});

it('the name of a desk is trimmed, and must be seen', () => {
  expect(deskNameOf('  Room   2 ')).toBe('Room 2');
  expect(deskNameOf(' ')).toBeNull();
  expect(deskNameOf('Site')).toBeNull();
  expect(deskNameOf('Room\u202E2')).toBeNull();
  expect(deskNameOf('x'.repeat(41))).toBeNull();
});
