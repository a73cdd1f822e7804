// Printers in words: how the last delivery went, who set it up, what is printed where.
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobView } from '../../../contract/views.ts';

const STATES: Readonly<Record<PrinterView['state'], string>> = {
  unknown: 'nothing sent since the desk was started',
  ready: 'took the last job',
  unreachable: 'cannot be reached',
  attention: 'needs attention',
};

/** After the printer's name, as part of a sentence. */
export function printerStateWords(
  printer: Pick<PrinterView, 'state' | 'ofItself' | 'waiting' | 'desk'>,
): string {
  // It is tried again only while something waits for it. Somebody may have switched it on since.
  if (printer.state === 'unreachable' && !keepsWaiting(printer))
    return 'could not be reached when it was last sent something';
  return STATES[printer.state];
}

/**
 * Whether what it is asked to print now would most likely wait. What became of its last job says nothing by itself of the next one: many printers
 * never acknowledge a job, and print all of them.
 */
export const keepsWaiting = ({
  state,
  ofItself,
  waiting,
  desk,
}: Pick<PrinterView, 'state' | 'ofItself' | 'waiting' | 'desk'>): boolean =>
  (state === 'unreachable' || state === 'attention') &&
  (ofItself || waiting > 0 || (desk !== null && desk.state !== 'here'));

/** A job's printer, with the desk at whose cable it is. @example printerOfJob({ printerName: 'Zebra', printerDesk: 'Room 2' }) // 'Zebra at Room 2' */
export const printerOfJob = ({
  printerName,
  printerDesk,
}: Pick<PrintJobView, 'printerName' | 'printerDesk'>): string =>
  printerDesk === null ? printerName : `${printerName} at ${printerDesk}`;

/** What a printer says begins with a small letter, to be part of a sentence. Here it is a sentence of its own. */
export function asSentence(text: string): string {
  const sentence = text.charAt(0).toLocaleUpperCase('en-GB') + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What becomes of what is printed on a printer in trouble, and why. At a desk that was shut out nothing goes out by waiting. */
export function printingMeanwhile({ detail, desk }: Pick<PrinterView, 'detail' | 'desk'>): string {
  if (desk?.state === 'shut-out')
    return `${desk.name} was shut out: nothing goes out until another desk is chosen for this printer.`;
  const why = detail === null ? '' : `${asSentence(detail)} `;
  return `${why}You can print all the same: what it cannot take yet waits, for ten minutes at most, and goes out by itself.`;
}
