// Addresses that events may be sent to.
import { expect, it } from 'vitest';
import { webAddressProblem } from '../../../src/domain/web-address.ts';

it.each([
  'https://events.example',
  'https://events.example:8443/lab?site=1#x',
  'HTTPS://Events.Example/',
  'http://127.0.0.1:9000/events',
  'http://localhost',
  'http://[::1]:80/x',
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
  ['javascript:alert(1)', 'not-an-address'],
  ['', 'not-an-address'],
])('%s is %s', (address, problem) => expect(webAddressProblem(address)).toBe(problem));
