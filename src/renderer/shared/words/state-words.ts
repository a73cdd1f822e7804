// Desk states in running text.
import { DESK_STATE_WORDS, DESK_STATES, type DeskState } from '../../../domain/visit.ts';

/** A desk state in the middle of a sentence. @example stateInSentence('no-show') // 'no-show' */
export const stateInSentence = (state: DeskState): string => DESK_STATE_WORDS[state].toLowerCase();

export function isDeskState(value: unknown): value is DeskState {
  return DESK_STATES.some((state) => state === value);
}
