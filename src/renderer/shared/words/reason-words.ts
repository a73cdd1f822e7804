// What is wrong with a reason that somebody gives.
import { hasHiddenCharacters } from '../../../domain/person-name.ts';

const SHORTEST_REASON = 3;
const LONGEST_REASON = 200;

/**
 * Null when the reason can be recorded.
 * @example <Button blocked={reasonProblem(reason)}>Cancel the appointment</Button>
 */
export function reasonProblem(reason: string): string | null {
  // As the engine counts: a sign that takes two places in memory is one character.
  const { length } = [...reason.trim()];
  if (length < SHORTEST_REASON) return 'Give a reason first, in a word or two.';
  if (hasHiddenCharacters(reason)) return 'Type the reason again: it has characters that cannot be seen.';
  return length > LONGEST_REASON ? `Shorten the reason to ${LONGEST_REASON} characters.` : null;
}
