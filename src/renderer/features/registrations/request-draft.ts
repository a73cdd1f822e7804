// What was typed in the dialogs of a registration and not sent yet, and which of them is open.
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { NOBODY_TYPED, type TypedPerson } from '../../shared/people/typed-person.ts';

export interface RequestEntry {
  /** The dialog that is open; a reload opens it again. */
  readonly open: '' | 'assign' | 'update' | 'email' | 'retest';
  readonly person: TypedPerson;
  /** Null: not touched, so what the registration has is shown. */
  readonly mobile: string | null;
  readonly reference: string | null;
  readonly email: string;
}

export type RequestDraft = Draft<RequestEntry>;

const EMPTY: RequestEntry = { open: '', person: NOBODY_TYPED, mobile: null, reference: null, email: '' };

export const useRequestDraft = (registrationId: string): RequestDraft =>
  useDraft(`registration:${registrationId}`, EMPTY);
