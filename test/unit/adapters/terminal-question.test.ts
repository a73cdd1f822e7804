// Asking at the terminal without showing what is typed.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askWithoutEcho } from '../../../src/adapters/terminal-question.ts';
import type { Terminal } from '../../../src/adapters/terminal-question.ts';

function terminal() {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => void raw.push(on) });
  const output = new PassThrough();
  return {
    raw,
    type: (text: string) => input.write(text),
    shown: () => String(output.read() ?? ''),
    terminal: { input, output } as unknown as Terminal,
  };
}

test('what is typed is the answer and is not shown', async () => {
  const desk = terminal();
  const answer = askWithoutEcho('Passphrase: ', desk.terminal);
  desk.type('cafx\u007fé');
  desk.type(' au lait\r');
  expect(await answer).toBe('café au lait');
  expect(desk.shown()).toBe('Passphrase: \n');
  expect(desk.raw).toEqual([true, false]);
});

test.each(['\u0003', '\u0004'])(
  'Ctrl+C and Ctrl+D give up (%j), and the terminal is as it was',
  async (key) => {
    const desk = terminal();
    const answer = askWithoutEcho('Passphrase: ', desk.terminal);
    desk.type(`half${key}`);
    expect(await answer).toBeNull();
    expect(desk.raw).toEqual([true, false]);
  },
);
