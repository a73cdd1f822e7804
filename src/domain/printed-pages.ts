// A document of whole pages in the print queue: which one it is, and about whom.

/** `trf`: the service's form; `results`: the service's report of results. */
export const PAGE_KINDS = ['trf', 'results'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Remembered with its print job: it is not printed any more once it is somebody else's. */
export interface PrintedPages {
  readonly kind: PageKind;
  readonly registrationId: string;
  /** The patient of the registration when it was put into the queue; null when nobody was assigned. */
  readonly patientId: string | null;
  readonly pages: number;
}

/** What the activity says became of a document in the print queue. */
export const PRINT_OUTCOMES = [
  'sent',
  'reported-done',
  'unsure',
  'not-sent',
  'held-back',
  'cancelled',
] as const;
export type PrintOutcome = (typeof PRINT_OUTCOMES)[number];
