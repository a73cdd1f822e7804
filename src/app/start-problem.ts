// Errors that stop a start, with one line for the person at the terminal.
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
  if (thrown instanceof AppException && thrown.error.kind !== 'bug') return oneLine(thrown.error.detail);
  return null;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
}
