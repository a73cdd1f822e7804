// Which dialog of a visit is open, and what was typed in it and not sent yet; a reload opens it again.
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';

export interface VisitEntry {
  readonly open: '' | 'not-taken' | 'leave' | 'reprint' | 'form-code';
  /** The label that it is about; `''` where it is about the whole visit. */
  readonly labelId: string;
  /** Why no sample was taken, a `NotTakenReason`; `''` before one is chosen. */
  readonly notTaken: string;
  readonly note: string;
  /** Why a label is printed again; null: not touched, so the desk's own reason stands there where it has one. */
  readonly reprint: string | null;
  /** Why the form's code is printed before the laboratory's was read. */
  readonly formCode: string;
}

const EMPTY: VisitEntry = { open: '', labelId: '', notTaken: '', note: '', reprint: null, formCode: '' };

export const useVisitDraft = (visitId: string): Draft<VisitEntry> => useDraft(`visit:${visitId}`, EMPTY);
