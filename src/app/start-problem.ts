// Errors that stop a start, with one line for the person at the terminal.
import { errorCode } from '../domain/error-code.ts';
import { AppException } from '../domain/app-error.ts';

/**
 * An error that stops a start. Its message is printed as it is: one line that says what is wrong and what to do.
 *
 * @example throw new StartProblem('Port 80 may not be used; choose another one with --port=N.')
 */
export class StartProblem extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(oneLine(message), options);
    this.name = 'StartProblem';
  }
}

/**
 * The line to print for an error that stopped a start. Null for an unexpected error: print its stack then.
 *
 * @example startProblemLine(new StartProblem('Port 80 may not be used.')) // 'Port 80 may not be used.'
 */
export function startProblemLine(thrown: unknown): string | null {
  if (thrown instanceof StartProblem) return thrown.message;
  // That a database cannot be read says less than why.
  if (thrown instanceof AppException && thrown.error.kind !== 'bug')
    return diskLine(thrown.cause) ?? oneLine(thrown.error.detail);
  return diskLine(thrown);
}

function diskLine(thrown: unknown): string | null {
  const code = errorCode(thrown) ?? '';
  const disk = DISK_PROBLEMS.find(([begins]) => code.startsWith(begins));
  return disk === undefined ? null : `${disk[1]} (${code})`;
}

const IS_FULL = 'The disk of the data folder is full: free some space, then start again. Nothing is lost.';

/** By how the code of a system's or SQLite's error begins: what is wrong with the disk, and what to do. */
const DISK_PROBLEMS: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', IS_FULL],
  // No room for the index of the log, which is made before anything can be read.
  ['SQLITE_IOERR_SHMSIZE', IS_FULL],
  ['ENOSPC', 'The disk is full: free some space, then start again. Nothing is lost.'],
  [
    'SQLITE_READONLY',
    'The data folder cannot be written: allow this account to write there, then start again.',
  ],
  [
    'SQLITE_CANTOPEN',
    'The database cannot be opened: look whether this account may use the data folder, then start again.',
  ],
  [
    'SQLITE_IOERR',
    'The disk of the data folder does not work as it should: have it looked at before you start again.',
  ],
];

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
}
