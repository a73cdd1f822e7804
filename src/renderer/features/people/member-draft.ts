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
  /** How they were when whoever types saw them; null for somebody new. */
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
const formOf = (person: Person | null): string => `member:${person?.initials ?? NEW}`;

export function openMember(person: Person | null): void {
  const standing = person && { name: person.name, role: person.role, active: person.active };
  putDraft(formOf(person), {
    ...NOBODY,
    ...standing,
    initials: person?.initials ?? '',
    seen: standing,
    isOpen: true,
  } satisfies MemberEntry);
}

/** Whose form is open in this window, of these people; null: that of somebody new. */
export function useOpenMembers(people: readonly Person[]): readonly (Person | null)[] {
  const open = useOpenForms('member:', NOBODY, ({ isOpen }) => isOpen);
  return open.flatMap((initials) =>
    initials === NEW ? [null] : people.filter((person) => person.initials === initials),
  );
}

export const useMemberDraft = (person: Person | null): Draft<MemberEntry> => useDraft(formOf(person), NOBODY);
