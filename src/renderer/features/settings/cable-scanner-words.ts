// The words for a scanner at a cable: what it is, how it stands, and what it sent last.
import type { ScannerPiece } from '../../../domain/scanner-piece.ts';
import type { ChosenScanner } from '../../shared/scanning/chosen-scanner.ts';
import type { LinkState } from '../../shared/scanning/scanner-link.ts';

export const LINK_WORDS: Readonly<
  Record<LinkState, { word: string; whatToDo: string; look: 'good' | 'warning' | 'plain' }>
> = {
  connecting: { word: 'Connecting', whatToDo: 'The scanner is being opened.', look: 'plain' },
  connected: { word: 'Connected', whatToDo: 'What it scans is taken, whatever is in focus.', look: 'good' },
  absent: {
    word: 'Unplugged',
    whatToDo:
      'It is not there. Plug it in: it goes on by itself. If it is plugged in, choose it once more: the computer may have forgotten that the desk may use it.',
    look: 'warning',
  },
  taken: {
    word: 'Taken',
    whatToDo:
      'Another program uses it, or this account of the computer may not. Close the other program: the desk tries again every few seconds.',
    look: 'warning',
  },
  'not-understood': {
    word: 'Not understood',
    whatToDo:
      'It does not say where the code stands in what it sends. Set it to HID POS, to serial, or to type like a keyboard, with the bar codes of its manual.',
    look: 'warning',
  },
  'no-means': {
    word: 'Not possible here',
    whatToDo:
      'This browser cannot reach scanners at a cable. Use Chrome, Edge or the desktop app, or set the scanner to type like a keyboard.',
    look: 'warning',
  },
};

/** `characters`: how many came; never the code itself, which may be somebody's. */
export const HEARD_WORDS: Readonly<Record<ScannerPiece['kind'], (characters: number) => string>> = {
  scan: (characters) => `a code of ${characters} characters.`,
  unclear: () => 'a code that broke off. If the scanner sends no line end, say so below.',
  noise: () => 'characters that no code has. The speed of the scanner is most likely another one.',
  'too-long': () => 'more than any code holds.',
};

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(4, '0');

/** @example nameOfScanner(chosen) // 'Serial scanner (USB 0C2E:0B6A)' */
export function nameOfScanner({ kind, name, vendorId, productId }: ChosenScanner): string {
  const plain = kind === 'serial' ? 'Serial scanner' : 'USB scanner';
  const known = name === '' ? plain : name;
  return vendorId === null || productId === null
    ? known
    : `${known} (USB ${hex(vendorId)}:${hex(productId)})`;
}

/** How many of the chosen model are heard, and what to do where another one is not. */
export const countWords = (kind: ChosenScanner['kind'], count: number): string =>
  `${count === 1 ? 'One scanner of this model is' : `${count} scanners of this model are`} heard. If this computer has another one, press “Choose a ${kind === 'serial' ? 'serial' : 'USB'} scanner” and pick that too.`;
