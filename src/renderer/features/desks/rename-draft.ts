// The new name of a desk as it stands in the form. It is kept for whoever typed it until it is saved or the form is closed.
import { putDraft } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { useOpenForms } from '../../shared/drafts/use-open-forms.ts';

interface RenameEntry {
  readonly isOpen: boolean;
  /** Its name when the form was opened. */
  readonly before: string;
  readonly name: string;
}
const EMPTY: RenameEntry = { isOpen: false, before: '', name: '' };
const BEGINNING = 'rename-desk:';

export const openRename = (desk: { id: string; name: string }): void =>
  putDraft(BEGINNING + desk.id, { isOpen: true, before: desk.name, name: desk.name } satisfies RenameEntry);

/** The ids of the desks for which a new name is being entered in this window. */
export const useOpenRenames = (): readonly string[] => useOpenForms(BEGINNING, EMPTY, ({ isOpen }) => isOpen);

export const useRenameDraft = (deskId: string): Draft<RenameEntry> => useDraft(BEGINNING + deskId, EMPTY);
