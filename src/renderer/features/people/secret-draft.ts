// For whom the dialog for a new PIN, or for a badge, is open, and whether something was typed in it. Whoever opened it finds it open again
// once they are back; what was typed there is a secret, and is never kept.
import { putDraft } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { useOpenForms } from '../../shared/drafts/use-open-forms.ts';

type Kind = 'pin' | 'badge';
interface SecretEntry {
  /** Another one each time that it is opened: a late answer closes only what it was asked from. `''`: closed. */
  readonly opening: string;
  /**
   * Something is typed, or was before the window was read anew or somebody else signed in: another one with each key, so that an answer
   * does not take away what was typed since. `''`: nothing is.
   */
  readonly typing: string;
}
const CLOSED: SecretEntry = { opening: '', typing: '' };

/** What `typing` is from now on. */
export const typingOf = (isTyped: boolean): string => (isTyped ? crypto.randomUUID() : '');

/** `wasTyped`: something was typed elsewhere that is to be typed again here. */
export const openSecret = (kind: Kind, initials: string, wasTyped = false): void =>
  putDraft(`${kind}:${initials}`, {
    opening: crypto.randomUUID(),
    typing: typingOf(wasTyped),
  } satisfies SecretEntry);

/** The initials of those for whom it is open in this window. */
export const useOpenSecrets = (kind: Kind): readonly string[] =>
  useOpenForms(`${kind}:`, CLOSED, ({ opening }) => opening !== '');

export const useSecretDraft = (kind: Kind, initials: string): Draft<SecretEntry> =>
  useDraft(`${kind}:${initials}`, CLOSED);
