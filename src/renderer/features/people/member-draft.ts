// Somebody who works here as they stand in the form: a form for each of them, and one for somebody new. It is kept for whoever typed it,
// but for the PIN.
import type { Output } from '../../../contract/index.ts';
import type { Role } from '../../../domain/staff.ts';
import { putDraft } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { useOpenForms } from '../../shared/drafts/use-open-forms.ts';

type Person = Output<'staff.people'>['items'][number];
/** What can be changed of somebody. */
export type Standing = Pick<Person, 'name' | 'role' | 'active'>;

interface MemberEntry {
  readonly isOpen: boolean;
  readonly initials: string;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  /** How they were when whoever types saw them; null for somebody who is not added yet. */
  readonly seen: Standing | null;
  /** A PIN is typed, or was before the window was read anew or somebody else signed in. */
  readonly hasPin: boolean;
}
const NOBODY: MemberEntry = {
  isOpen: false,
  initials: '',
  name: '',
  role: 'reception',
  active: true,
  seen: null,
  hasPin: false,
};

/** In place of the initials; no initials look like it. */
const NEW = 'new';
const BEGINNING = 'member:';

export function openMember(person: Person | null): void {
  const standing = person && { name: person.name, role: person.role, active: person.active };
  putDraft(BEGINNING + (person?.initials ?? NEW), {
    ...NOBODY,
    ...standing,
    initials: person?.initials ?? '',
    seen: standing,
    isOpen: true,
  } satisfies MemberEntry);
}

/** Whose forms are open in this window, by their initials; and the one for somebody new. */
export const useOpenMembers = (): readonly string[] =>
  useOpenForms(BEGINNING, NOBODY, ({ isOpen }) => isOpen);

export const useMemberDraft = (of: string): Draft<MemberEntry> => useDraft(BEGINNING + of, NOBODY);

/**
 * What is typed on in the form for somebody new while they are added is a change of theirs; under other initials it is somebody else, who
 * is still to be added.
 */
export const typedOnSince =
  (initials: string, made: Standing) =>
  (typedSince: MemberEntry): MemberEntry =>
    typedSince.initials.trim() === initials
      ? { ...typedSince, initials, hasPin: false, seen: made }
      : typedSince;
