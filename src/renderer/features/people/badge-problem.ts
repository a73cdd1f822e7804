// Why a code cannot be somebody's badge, in words.
import type { AppError } from '../../../domain/app-error.ts';

const WORDS: Readonly<Record<string, string>> = {
  'no-code': 'There is no code in it',
  short: 'The code of a badge has at least four characters',
  form: 'That is the code of a form: many people have it in their hands',
};

/**
 * What to say at the field; null: the error is about something else, or there is none.
 *
 *     badgeProblem(rejected('…', { badge: 'in-use', other: 'JB' })) // 'JB has this badge: take it away there first'
 */
export function badgeProblem(error: AppError | null): string | null {
  if (error?.kind !== 'rejected') return null;
  const { badge, other } = error.fields;
  if (badge === 'in-use') return `${other ?? 'Somebody else'} has this badge: take it away there first`;
  return badge === undefined ? null : (WORDS[badge] ?? null);
}
