// What a person can choose to do about a change, in words.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { ChangeChoice } from '../../../domain/outbox-state.ts';
import { givenUpWords, WORDS } from './kind-words.ts';

export interface ChoiceWords {
  /** On the button. */
  readonly button: string;
  /** Asked for a reason with this title first; null when it is done at once. */
  readonly confirm: { readonly title: string; readonly words: string } | null;
}

/** What sending again does to a record that somebody else has changed meanwhile; null where nobody has. */
function allTheSame({ kind, difference }: Pick<OutboxRowView, 'kind' | 'difference'>): string | null {
  if (difference?.what === 'reference') return 'Put it in place of that one';
  if (difference?.what !== 'place') return null;
  return kind === 'appointment.cancel' ? 'Cancel it all the same' : 'Move it all the same';
}

/** A choice in words, with what is asked before it is carried out. `subject`: the person or the code. */
export function choiceWords(
  choice: ChangeChoice,
  row: Pick<OutboxRowView, 'kind' | 'difference'>,
  subject: string,
): ChoiceWords {
  const { thing } = WORDS[row.kind];
  const about = subject === '' ? '' : ` for ${subject}`;
  switch (choice) {
    case 'link-existing':
      return { button: 'Use the person the service knows', confirm: null };
    case 'correct':
      return { button: 'Correct and send again', confirm: null };
    case 'send-again':
      return { button: allTheSame(row) ?? 'Send again', confirm: null };
    case 'look-again':
      return { button: 'Look again', confirm: null };
    case 'said-done':
      return {
        button: 'It was done',
        confirm: {
          title: `Say that it was done: ${thing}${about}?`,
          words: 'The desk keeps it as done and does not ask again. Say how you know.',
        },
      };
    case 'repeat':
      return {
        button: 'Send it again',
        confirm: {
          title: `Send again: ${thing}${about}?`,
          words: 'If the first one was carried out after all, it happens twice. Say why it is sent again.',
        },
      };
    case 'give-up':
      return {
        button: 'Give up this change',
        confirm: {
          title: `Give up: ${thing}${about}?`,
          words: `${givenUpWords(row)} What builds on it stays visible and must be sorted out by hand.`,
        },
      };
  }
}
