// What nobody foresaw is logged without its words and survived; over and over, it ends the desk once.
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { watchUnforeseen } from '../../../src/app/unforeseen.ts';

let source: EventEmitter;
let nowMs: number;
let lines: { readonly message: string; readonly fields: unknown }[];
let gaveUp: number;
let stop: () => void;
beforeEach(() => {
  source = new EventEmitter();
  nowMs = 0;
  lines = [];
  gaveUp = 0;
  stop = watchUnforeseen({
    log: { error: (message, fields) => void lines.push({ message, fields }) },
    giveUp: () => (gaveUp += 1),
    source: source as unknown as NodeJS.Process,
    monotonicMs: () => nowMs,
  });
});

test('an error and a rejection are logged by kind, code and place, never by their words', () => {
  source.emit(
    'uncaughtException',
    Object.assign(new RangeError('OLIVER, James\n    at 15-Mar-1984'), { code: 'ERR_ODD' }),
  );
  source.emit('unhandledRejection', 'OLIVER, James');
  expect(lines).toMatchObject([
    { message: 'unforeseen failure', fields: { fault: 'RangeError', code: 'ERR_ODD' } },
    { message: 'unforeseen failure of a promise', fields: { fault: 'string' } },
  ]);
  expect(JSON.stringify(lines)).toContain('unforeseen.test.ts');
  expect(JSON.stringify(lines)).not.toMatch(/OLIVER|1984/);
  expect(gaveUp).toBe(0);
});

test('a failure now and then never ends the desk', () => {
  for (let hour = 0; hour < 100; hour += 1) {
    nowMs += 3_600_000;
    source.emit('uncaughtException', new Error('x'));
  }
  expect(gaveUp).toBe(0);
});

test('failing over and over ends it, once', () => {
  for (let count = 0; count < 20; count += 1) source.emit('unhandledRejection', new Error('x'));
  expect(gaveUp).toBe(0);
  for (let count = 0; count < 20; count += 1) source.emit('unhandledRejection', new Error('x'));
  expect(gaveUp).toBe(1);
});

test('nothing is handled any more after the end', () => {
  stop();
  expect(source.listenerCount('uncaughtException') + source.listenerCount('unhandledRejection')).toBe(0);
});
