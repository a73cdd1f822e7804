// How long a receipt printer is waited for when it is asked how it is: long enough for a slow one, and only once for one that cannot say it.
import type { PrinterDelivery, StatusQuestion } from '../../ports/printers.ts';
import { escposStatus } from '../languages/escpos/status.ts';

/** For a printer that answers, or of which nobody knows yet that it does not. */
const PATIENT_MS = 2_500;

export interface ReceiptPatience {
  /** To be asked before the next ticket. */
  question(): StatusQuestion;
  /** What came of the delivery that it was asked in. */
  ended(delivery: PrinterDelivery): void;
}

/** Of one printer, from the start of the desk on. */
export function createReceiptPatience(): ReceiptPatience {
  let answers: boolean | null = null;
  const read: StatusQuestion['read'] = (reply) => {
    const reading = escposStatus.read(reply);
    if (reading.complete) answers = true;
    return reading;
  };
  return {
    question: () => ({ ...escposStatus, ...(answers === false ? {} : { timeoutMs: PATIENT_MS }), read }),
    ended(delivery) {
      // What came after the ticket had begun may be the answer, too late.
      if ('reply' in delivery) read(delivery.reply);
      const wasSent = 'reply' in delivery || delivery.outcome === 'unsure';
      if (wasSent) answers ??= false;
    },
  };
}
