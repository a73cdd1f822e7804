// What became of a sample, in the words of the desk.
import { FOLLOW_UPS, type FollowUp, type NotTakenReason } from '../../../domain/sample.ts';

/** Why a sample was not taken. @example NOT_TAKEN_WORDS['failed-draw'] // 'The draw failed' */
export const NOT_TAKEN_WORDS: Readonly<Record<NotTakenReason, string>> = {
  refused: 'The person refused',
  fainted: 'The person fainted or felt unwell',
  'failed-draw': 'The draw failed',
  insufficient: 'Not enough in the tube',
  'wrong-tube': 'Wrong tube',
  'did-not-wait': 'The person did not wait',
  other: 'Another reason',
};

const FOLLOW_UP_WORDS: Readonly<Record<FollowUp, string>> = {
  'again-now': 'Try again while the person is here, or let them come back: the registration stays open.',
  'come-back': 'The registration stays open. Book the person again before they go.',
  'their-choice': 'The registration stays open. Whether they come back is theirs to say.',
};

export function followUpWords(reason: NotTakenReason): string {
  return FOLLOW_UP_WORDS[FOLLOW_UPS[reason]];
}
