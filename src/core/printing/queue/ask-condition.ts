// Asks a printer of labels or tickets how it is, once it is known which language it speaks. Nothing is printed.
import type { RawAddress } from '../../../domain/printer-address.ts';
import type { PrinterTransport, StatusQuestion } from '../../ports/printers.ts';
import { sizeInMm } from '../layout/label-stock.ts';
import { escposStatus } from '../languages/escpos/status.ts';
import { readZplStatus, ZPL_STATUS_QUESTION, type ZplCondition } from '../languages/zpl/status.ts';
import { QUESTION_LIMITS, type PrinterAnswer } from './ask-language.ts';

/** How a printer is, as far as it says. */
export interface PrinterCondition {
  /** False: it did not say; a printer without paper, or with an open cover, often does not. */
  readonly says: boolean;
  /** What keeps it from printing and what to do, in words; null: nothing that it says. */
  readonly trouble: string | null;
  /** How long the labels in it are, as it measured them last; null where it does not say. */
  readonly labelLengthMm: number | null;
}

const SILENT: PrinterCondition = { says: false, trouble: null, labelLengthMm: null };
const ZPL_ANSWER_WITHIN_MS = 1_000;

/** Takes some seconds at most, or until `signal` is aborted. Never rejects. */
export async function askCondition(
  transport: PrinterTransport,
  address: RawAddress,
  { language, dotsPerMm }: Pick<PrinterAnswer, 'language' | 'dotsPerMm'>,
  signal?: AbortSignal,
): Promise<PrinterCondition> {
  // Others have no question that is safe and known to be answered alike by their makers.
  if (language !== 'zpl' && language !== 'escpos') return SILENT;
  let said: PrinterCondition = SILENT;
  const ofZpl = ({ trouble, labelLengthDots }: ZplCondition): void => {
    const labelLengthMm =
      labelLengthDots === null || dotsPerMm === null
        ? null
        : Math.round(10 * sizeInMm(labelLengthDots, { dotsPerMm })) / 10;
    said = { says: true, trouble, labelLengthMm };
  };
  const question: StatusQuestion =
    language === 'escpos'
      ? {
          ...escposStatus,
          read: (reply) => {
            const answer = escposStatus.read(reply);
            if (answer.complete) said = { says: true, trouble: answer.problem, labelLengthMm: null };
            return answer;
          },
        }
      : {
          bytes: ZPL_STATUS_QUESTION,
          timeoutMs: ZPL_ANSWER_WITHIN_MS,
          read: (reply) => {
            const condition = readZplStatus(String.fromCharCode(...reply));
            if (!condition) return { complete: false };
            ofZpl(condition);
            return { complete: true, problem: null };
          },
        };
  await transport.deliver(address, { question, begin: () => null, signal }, QUESTION_LIMITS);
  return said;
}
