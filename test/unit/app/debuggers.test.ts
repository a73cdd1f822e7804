// A live desk is not started with a door open for debuggers; training may be.
import { expect, test } from 'vitest';
import { openNodeDoors, refuseDoors } from '../../../src/app/debuggers.ts';

test.each([
  ['--inspect', '--inspect'],
  ['--inspect=0.0.0.0:9229', '--inspect'],
  ['--max-old-space-size=4096 --inspect-brk', '--inspect-brk'],
  ['--require ./spy.cjs', '--require'],
  ['-r ./spy.cjs', '-r'],
  ['--import=./spy.mjs', '--import'],
  ['--experimental-loader ./spy.mjs', '--experimental-loader'],
  ['--heapsnapshot-signal=SIGUSR2', '--heapsnapshot-signal'],
  ['--report-uncaught-exception', '--report-uncaught-exception'],
])('NODE_OPTIONS=%s is a door', (value, named) => {
  expect(openNodeDoors({ NODE_OPTIONS: value }, false)).toEqual([`${named} in NODE_OPTIONS`]);
});

test.each(['', '--max-old-space-size=4096', '--no-warnings --enable-source-maps'])(
  'NODE_OPTIONS=%s is none',
  (value) => {
    expect(openNodeDoors({ NODE_OPTIONS: value }, false)).toEqual([]);
  },
);

test('an inspector that is already open is a door, however it was opened', () => {
  expect(openNodeDoors({}, true)).toEqual(["Node's inspector"]);
});

test('live is refused with what is open, training is not', () => {
  expect(() => refuseDoors(['--inspect in NODE_OPTIONS'], 'live')).toThrow(
    'A live desk is not started with --inspect in NODE_OPTIONS: others could look into it.',
  );
  expect(() => refuseDoors([], 'live')).not.toThrow();
  expect(() => refuseDoors(['--inspect in NODE_OPTIONS'], 'training')).not.toThrow();
});
