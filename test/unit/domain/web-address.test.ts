// Addresses that events may be sent to.
import { expect, it } from 'vitest';
import { hostOfAddress, maskedAddress, webAddressProblem } from '../../../src/domain/web-address.ts';

it.each([
  'https://events.example',
  'https://events.example:8443/lab?site=1#x',
  'HTTPS://Events.Example/',
  'http://127.0.0.1:9000/events',
  'http://localhost',
  'http://[::1]:80/x',
  'https://192.0.2.7/lab',
  'https://1.example/lab',
])('%s is fine', (address) => expect(webAddressProblem(address)).toBeNull());

it.each([
  ['http://events.example', 'not-safe'],
  ['http://127.0.0.1.evil.example/', 'not-safe'],
  ['http://localhost.evil.example/', 'not-safe'],
  ['https://user@events.example', 'has-credentials'],
  ['http://127.0.0.1@evil.example/', 'has-credentials'],
  ['ftp://events.example', 'not-an-address'],
  ['https://', 'not-an-address'],
  ['https://a b', 'not-an-address'],
  ['https://-x-/', 'not-an-address'],
  ['https://events.example:0/', 'not-an-address'],
  ['https://events.example:70000/', 'not-an-address'],
  ['https://999.1.1.1/lab', 'not-an-address'],
  ['https://192.0.2/lab', 'not-an-address'],
  ['javascript:alert(1)', 'not-an-address'],
  ['', 'not-an-address'],
  [`https://${'a'.repeat(64)}.example/`, 'host-too-long'],
  [`https://${'abc.'.repeat(70)}example/`, 'host-too-long'],
])('%s is %s', (address, problem) => expect(webAddressProblem(address)).toBe(problem));

it.each([
  ['https://events.example/lab', 'https://events.example/lab'],
  ['https://events.example/lab?token=abc&b', 'https://events.example/lab?token=••••&••••'],
  ['https://events.example/?t=a=b#c', 'https://events.example/?t=••••#••••'],
  ['https://user:word@events.example/x', 'https://••••@events.example/x'],
])('%s is shown as %s', (address, shown) => expect(maskedAddress(address)).toBe(shown));

it('the host of an address is told with its port, and without a user', () => {
  expect(hostOfAddress('https://u:p@Events.example:8443/lab?t=1')).toBe('events.example:8443');
});
