// Which person and registration a label was made for. The label may be used only while all of this is still true.
import type { PersonShown } from './identity.ts';

/** As it was when the label was made. Ids are the desk's own. */
export interface LabelSubject extends PersonShown {
  readonly registrationId: string;
  /** `YYYY-MM-DD`; no label is made without it. */
  readonly dateOfBirth: string;
  /** The code that the barcode holds. */
  readonly code: string;
  /** The code of the form (TRF) that the label shows in letters; left out by versions that did not keep it. */
  readonly trfCode?: string | null;
}
