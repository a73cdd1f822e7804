// Whom and what a label was made for. A label stays good only while all of this is still so.
import type { PersonShown } from './identity.ts';

/** As it stood, and was shown, when the label was made out. Record ids are the desk's own. */
export interface LabelSubject extends PersonShown {
  readonly registrationId: string;
  /** `YYYY-MM-DD`; no label is made without it. */
  readonly dateOfBirth: string;
  /** What the bars carry. */
  readonly code: string;
}
