// For whom the dialog for a new PIN, or for a badge, is open, and whether something was typed in it. Whoever opened it finds it open again
// once they are back; what was typed there is a secret, and is never kept.
import { putDraft } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { useOpenForms } from '../../shared/drafts/use-open-forms.ts';

type Kind = 'pin' | 'badge';
interface SecretEntry {
  /** Another one each time that it is opened: a late answer closes only what it was asked from. `''`: closed. */
  readonly opening: string;
  /** Something is typed, or was before the window was read anew or somebody else signed in. */
  readonly hasTyped: boolean;
}
const CLOSED: SecretEntry = { opening: '', hasTyped: false };

export const openSecret = (kind: Kind, initials: string): void =>
  putDraft(`${kind}:${initials}`, { ...CLOSED, opening: crypto.randomUUID() } satisfies SecretEntry);

/** The initials of those for whom it is open in this window. */
export const useOpenSecrets = (kind: Kind): readonly string[] =>
  useOpenForms(`${kind}:`, CLOSED, ({ opening }) => opening !== '');

export const useSecretDraft = (kind: Kind, initials: string): Draft<SecretEntry> =>
  useDraft(`${kind}:${initials}`, CLOSED);
