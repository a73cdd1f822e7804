// What is ordered of the print queue.
import type { PersonShown } from '../../../domain/identity.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { PrintedPages } from '../../../domain/printed-pages.ts';
import type { LabelContent } from '../layout/label-layout.ts';
import type { TicketContent } from '../layout/ticket-layout.ts';
import type { LocalFormContent } from '../pages/local-form.ts';

/** A visit ticket that is to be printed. */
export interface TicketOrder extends Pick<LabelOrder, 'printerId' | 'title' | 'actor' | 'nowMs'> {
  readonly visitId: string;
  readonly ticketFor: PersonShown;
  readonly content: TicketContent;
}

/** A label that is to be printed. */
export interface LabelOrder {
  readonly printerId: string;
  /** As the list of print jobs shows it. */
  readonly title: string;
  readonly visitId: string | null;
  readonly labelId: string | null;
  /** Checked again just before the label is sent; null for a job that prints no label of a person, such as a test. */
  readonly madeFor: LabelSubject | null;
  readonly content: LabelContent;
  readonly reprintReason: string | null;
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Whole pages that are to be printed. */
export interface PagesOrder {
  /** The job's id, made by whoever orders it: a repeated order of the same id is the same job. */
  readonly id: string;
  readonly printerId: string;
  readonly title: string;
  readonly visitId: string | null;
  readonly document: PrintedPages;
  /** A PDF that was opened and found whole. */
  readonly pdf: Uint8Array;
  /** What a local form says, so that it can be made out for a roll; left out for other pages. */
  readonly localForm?: LocalFormContent;
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** A local form that is to be printed on the roll of a receipt printer. */
export type RollFormOrder = Omit<PagesOrder, 'pdf' | 'localForm'> & { readonly localForm: LocalFormContent };
