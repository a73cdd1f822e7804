// What the runtime writes to stderr by itself says nothing of the app; what the app writes there stays.
import { expect, test } from 'vitest';
import { withoutChromiumLines } from '../../support/chromium.ts';

test.each([
  '[4711:0312/094130.123456:ERROR:dbus/bus.cc:408] Failed to connect to the bus: Could not parse server address',
  '[4711:4713:0312/094130.123:WARNING:ui/gl/gl_surface.cc(12)] none',
  '[0312/094130.1:ERROR:base/process.cc:1] x',
  '[4711:ERROR:gpu/gpu_init.cc:1] x',
  'DevTools listening on ws://127.0.0.1:41234/devtools/browser/1-2',
  'Debugger listening on ws://127.0.0.1:41235/1-2',
  'For help, see: https://nodejs.org/en/docs/inspector',
  'Debugger attached.',
  'Waiting for the debugger to disconnect...',
])('%s', (line) => {
  expect(withoutChromiumLines(`${line}\n`)).toBe('');
  expect(withoutChromiumLines(`${line}\nDrawdesk: it failed\n${line}\n`)).toBe('Drawdesk: it failed\n');
});

test.each([
  'Drawdesk: the desk took too long to stop\n',
  'Error: [object Object]\n    at x.js:1:2\n',
  '[x] y\n',
])('%j is the app’s own', (said) => {
  expect(withoutChromiumLines(said)).toBe(said);
});
