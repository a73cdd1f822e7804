// A document of whole pages in the print queue: which one it is, and about whom.
import type { PersonShown } from './identity.ts';

/** Documents of the service. `trf`: its form; `results`: its report of results. */
export const SERVICE_PAGE_KINDS = ['trf', 'results'] as const;
export type ServicePageKind = (typeof SERVICE_PAGE_KINDS)[number];

/**
 * Also pages of ours. `local-form`: stands in for the service's form while that cannot be had; `day-list`: the visits of a
 * day; `test-page`: shows that a printer prints pages in their right size.
 */
export const PAGE_KINDS = [...SERVICE_PAGE_KINDS, 'local-form', 'day-list', 'test-page'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** A list is wider than a label, and a test page measures a sheet of A4. */
const NOT_FOR_LABELS: ReadonlySet<PageKind> = new Set(['day-list', 'test-page']);

/** Whether such pages may be printed on labels, made smaller. */
export const isForLabels = (kind: PageKind): boolean => !NOT_FOR_LABELS.has(kind);

/** Remembered with its print job: what is about one person is not printed any more once it is somebody else's. */
export interface PrintedPages {
  readonly kind: PageKind;
  /** Null where it is about no registration. */
  readonly registrationId: string | null;
  /** The patient of the registration when it was put into the queue; null when nobody was assigned. */
  readonly patientId: string | null;
  /** The person whom the pages name; missing where they name nobody, or it was in doubt whom. */
  readonly madeFor?: PersonShown;
  /** When the service gave the document, in milliseconds since the epoch by its clock; missing for pages of ours. */
  readonly fetchedAtMs?: number;
  readonly pages: number;
}

/** What the activity says became of a document in the print queue. */
export const PRINT_OUTCOMES = [
  'sent',
  'unacknowledged',
  'reported-done',
  'unsure',
  'not-sent',
  'held-back',
  'cancelled',
] as const;
export type PrintOutcome = (typeof PRINT_OUTCOMES)[number];
