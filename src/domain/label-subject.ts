// Whom and what a label was made for. A label stays good only while all of this is still so.

/** As it stood, and was shown, when the label was made out. Record ids are the desk's own. */
export interface LabelSubject {
  readonly patientId: string;
  readonly registrationId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  /** What the bars carry. */
  readonly code: string;
}
