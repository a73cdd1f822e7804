// Why a start was refused, in one line for the person at the terminal.
import { AppException } from '../domain/app-error.ts';

/** Its message is shown as it stands: one line, saying what is wrong and, where it helps, what to do. */
export class StartProblem extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(oneLine(message), options);
    this.name = 'StartProblem';
  }
}

/** The line to print for whatever stopped a start; null for what nobody foresaw, whose stack is worth keeping. */
export function startProblemLine(thrown: unknown): string | null {
  if (thrown instanceof StartProblem) return thrown.message;
  if (thrown instanceof AppException && thrown.error.kind !== 'bug') return oneLine(thrown.error.detail);
  return null;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
}
