// Writes down in the activity what became of a print job.
import type { ActivityAbout } from '../../../domain/activity.ts';
import type { PrintOutcome } from '../../../domain/printed-pages.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';

type Kind =
  | 'label-sent'
  | 'label-sent-unacknowledged'
  | 'label-unsure'
  | 'label-not-sent'
  | 'label-held-back'
  | 'ticket-outcome'
  | 'document-print-ended';

/** Adds an entry to the activity, inside the transaction that changes the job. */
export type RecordPrinting = <Recorded extends Kind>(
  by: { readonly actor: string; readonly atMs: number },
  kind: Recorded,
  about: ActivityAbout<Recorded>,
) => void;

export type Outcome =
  Exclude<PrintOutcome, 'reported-done' | 'cancelled' | 'unacknowledged'> | 'sent-unacknowledged';

interface Ended {
  readonly job: PrintJob;
  /** The printer's name. */
  readonly printer: string;
  readonly reason: string | null;
}

/** Records how a delivery ended, of a label, a ticket or a document. */
export function recordOutcome(
  parts: { readonly record: RecordPrinting; readonly nowMs: () => number },
  ended: Ended & { readonly outcome: Outcome },
): void {
  const { job, printer, outcome, reason } = ended;
  if (job.document) {
    recordDocument(parts, {
      ...ended,
      outcome: outcome === 'sent-unacknowledged' ? 'unacknowledged' : outcome,
    });
    return;
  }
  if (job.ticketFor) {
    parts.record({ actor: job.actor, atMs: parts.nowMs() }, 'ticket-outcome', {
      visitId: job.visitId,
      patientId: job.ticketFor.patientId,
      jobId: job.id,
      printer,
      outcome: outcome === 'sent-unacknowledged' ? 'unacknowledged' : outcome,
      reason,
    });
    return;
  }
  parts.record({ actor: job.actor, atMs: parts.nowMs() }, `label-${outcome}`, {
    visitId: job.visitId,
    ...(job.madeFor ? { patientId: job.madeFor.patientId } : {}),
    jobId: job.id,
    code: job.madeFor?.code ?? null,
    printer,
    reason,
  });
}

/** Records what is known of a document that was given to a printer. Does nothing for a label. */
export function recordDocument(
  parts: { readonly record: RecordPrinting; readonly nowMs: () => number },
  { job, printer, outcome, reason }: Ended & { readonly outcome: PrintOutcome },
): void {
  if (!job.document) return;
  parts.record({ actor: job.actor, atMs: parts.nowMs() }, 'document-print-ended', {
    visitId: job.visitId,
    patientId: job.document.patientId,
    jobId: job.id,
    document: job.document.kind,
    outcome,
    printer,
    reason,
  });
}
