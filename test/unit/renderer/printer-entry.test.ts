// The form of a printer: what a found printer puts into it, and words for each thing that the desk refuses about a queue.
import { describe, expect, it } from 'vitest';
import { queueProblem } from '../../../src/domain/queue-system.ts';
import { addressHint } from '../../../src/renderer/features/printers/address-hints.ts';
import {
  languageOfFound,
  NO_PRINTER,
  refusedEntry,
} from '../../../src/renderer/features/printers/printer-entry.ts';

it('takes over that a found queue takes pictures, and forgets it with another printer', () => {
  expect(languageOfFound('pictures', 'zpl')).toBe('pictures');
  expect(languageOfFound('raw', 'pictures')).toBe('zpl');
  expect(languageOfFound('raw', 'tspl')).toBe('tspl');
  expect(languageOfFound('pages', 'epl2')).toBe('epl2');
});

describe('what cannot be printed through a queue', () => {
  const queue = { queue: 'Zebra' };
  it.each([
    [queueProblem('zpl', queue, 'windows'), 'printer-language', 'takes labels as pictures'],
    [queueProblem('escpos', queue, 'windows'), 'printer-address', 'takes no tickets'],
    [
      queueProblem('pictures', { host: 'a', port: 9100 }, 'windows'),
      'printer-address',
      'queue: and its name',
    ],
    [
      queueProblem('pictures', { ...queue, at: 'x' }, 'windows'),
      'printer-address',
      'site desk’s computer only',
    ],
    [queueProblem('pictures', queue, 'cups'), 'printer-language', 'are not those of Windows'],
  ])('has words at its field: %j', (problem, fieldId, words) => {
    const fields = problem ? { [problem.field]: problem.code } : {};
    expect(refusedEntry(fields, NO_PRINTER)).toEqual([
      { fieldId, words: expect.stringContaining(words) as string },
    ]);
  });
});

it('tells of the queues that the computer has', () => {
  expect(addressHint('label', 'windows')).toContain('queue:ZDesigner ZD421');
  expect(addressHint('label', 'cups')).toContain('queue:Zebra');
  expect(addressHint('ticket', 'windows')).toContain('take no tickets');
  expect(addressHint('label', 'at-desk')).toContain('that computer');
});

it('what is longer than anything of its kind can be is marked at its field', () => {
  const fields = { 'setup.name': 'too-long', 'setup.address': 'too-long' };
  expect(refusedEntry(fields, NO_PRINTER)?.map(({ fieldId }) => fieldId)).toEqual([
    'printer-name',
    'printer-address',
  ]);
});
