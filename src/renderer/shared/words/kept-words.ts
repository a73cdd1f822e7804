// What is said where the service was asked for something and did not tell: whether it refused, failed, or cannot be reached.
import type { AppError } from '../../../domain/app-error.ts';
import { errorWords, type ErrorWords } from './error-words.ts';
import { fieldWords } from './field-words.ts';

/**
 * A failure of something that was only read: nobody entered anything, so nothing has to be checked or repeated by them.
 * @example readingWords(rejected('…', { '': 'Not for you.' })).title // 'The service refused to tell this'
 */
export function readingWords(error: AppError, isUp = false): ErrorWords {
  switch (error.kind) {
    case 'rejected': {
      const said = error.fields[''] ?? fieldWords(error.fields) ?? 'it gave no reason';
      return { title: REFUSED, advice: /[.!?]$/.test(said) ? said : `${said}.` };
    }
    case 'conflict':
      return {
        title: REFUSED,
        advice: `it says that this does not fit what it has now (${error.detail}).`,
      };
    case 'forbidden':
      return { title: REFUSED, advice: 'this desk’s account may not read it.' };
    default:
      return errorWords(error, isUp);
  }
}

const REFUSED = 'The service refused to tell this';

/**
 * Why what is kept here is shown, and `what` that is. `problem` is null where the service was not asked at all.
 * @example keptWords(null, 'this is as it was read last') // 'The service cannot be asked: this is as it was read last.'
 */
export function keptWords(problem: AppError | null, what: string): string {
  if (isOutOfReach(problem)) return `The service cannot be asked: ${what}.`;
  return `${notToldWords(problem)} ${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
}

/**
 * Why it is not the service that tells, in a whole sentence.
 * @example notToldWords(null) // 'The service cannot be asked.'
 */
export function notToldWords(problem: AppError | null): string {
  if (isOutOfReach(problem)) return 'The service cannot be asked.';
  const { title, advice } = readingWords(problem);
  return title === REFUSED ? `${title}: ${advice}` : `${title}.`;
}

/** Nobody got as far as asking it. */
const isOutOfReach = (problem: AppError | null): problem is Extract<AppError, { kind: 'offline' }> | null =>
  problem === null || problem.kind === 'offline';
