// Asks a printer of labels or tickets which language it speaks. A printer of another language prints nothing of the questions: none of
// them ends a line, and whatever a receipt printer has taken for text is thrown away at once (ESC @). EPL2 is not asked for,
// because its question would be printed as a line of text by others.
import type { LabelLanguageId } from '../../../domain/label-language.ts';
import type { RawAddress } from '../../../domain/printer-address.ts';
import type { LabelQueues, PrinterLimits, PrinterTransport } from '../../ports/printers.ts';

/** What a printer said of itself. */
export interface PrinterAnswer {
  /** Null: it gave no answer that is known. */
  readonly language: LabelLanguageId | 'escpos' | null;
  /** As it names itself; null where it did not. */
  readonly model: string | null;
  /** Null where it did not say, or prints in a resolution that labels are not laid out for. */
  readonly dotsPerMm: 8 | 12 | null;
  /** Why it could not be asked, in words; null when it was. */
  readonly problem: string | null;
}

type Found = Omit<PrinterAnswer, 'problem'>;

interface LanguageQuestion {
  readonly bytes: Uint8Array;
  /** What the whole reply says; null while it says nothing that is known. */
  read(reply: string): Found | null;
}

const LONGEST_MODEL = 60;
const ANSWER_WITHIN_MS = 1_000;
/** For questions that are followed by no job. */
export const QUESTION_LIMITS: PrinterLimits = {
  connectTimeoutMs: 3_000,
  acknowledgeTimeoutMs: 1_000,
  lingerMs: 0,
};
const NOTHING: Found = { language: null, model: null, dotsPerMm: null };

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const modelOf = (text: string): string => text.trim().slice(0, LONGEST_MODEL);

/** What is asked, in this order: the question that no printer takes for text comes first. */
const QUESTIONS: readonly LanguageQuestion[] = [
  {
    // DLE EOT 1. An answer has its bits 1 and 4 set, and 0 and 7 not.
    bytes: ascii('\x10\x04\x01'),
    read: (reply) =>
      reply.length === 1 && (reply.charCodeAt(0) & 0x93) === 0x12 ? { ...NOTHING, language: 'escpos' } : null,
  },
  {
    // ~HI: model, version, dots per millimetre, memory, options, between STX and ETX.
    bytes: ascii('~HI\x1b@'),
    read: (reply) => {
      const [, model = '', dots] =
        /^\x02([\x20-\x2b\x2d-\x7e]{1,80}),[\x20-\x2b\x2d-\x7e]{1,40},(\d{1,2}),[\x20-\x7e]{1,80}\x03(?:\r\n)?$/.exec(
          reply,
        ) ?? [];
      if (dots === undefined) return null;
      return {
        language: 'zpl',
        model: modelOf(model),
        dotsPerMm: dots === '8' ? 8 : dots === '12' ? 12 : null,
      };
    },
  },
  {
    // ~!T: the model alone, with a number in it; greetings of other services have other letters.
    bytes: ascii('~!T\x1b@'),
    read: (reply) => {
      const [, model] = /^((?=[^\r\n]*\d)[A-Z][A-Z0-9+ -]{1,40})\r?\n?$/.exec(reply) ?? [];
      return model === undefined ? null : { language: 'tspl', model: modelOf(model), dotsPerMm: null };
    },
  },
];

async function answerTo(
  transport: PrinterTransport,
  address: RawAddress,
  { bytes, read }: LanguageQuestion,
  signal: AbortSignal | undefined,
): Promise<{ readonly found: Found | null; readonly problem: string | null }> {
  let found: Found | null = null;
  const delivery = await transport.deliver(
    address,
    {
      question: {
        bytes,
        timeoutMs: ANSWER_WITHIN_MS,
        read: (reply) => {
          found = read(String.fromCharCode(...reply));
          return found === null ? { complete: false } : { complete: true, problem: null };
        },
      },
      // Nothing is printed: the connection is closed after the answer.
      begin: () => null,
      signal,
    },
    QUESTION_LIMITS,
  );
  return { found, problem: delivery.outcome === 'not-started' ? delivery.detail : null };
}

/** What is known of a queue that takes pictures: whether it is there. Never rejects. */
export async function askLabelQueue(queues: LabelQueues, queue: string): Promise<PrinterAnswer> {
  const problem = await queues.whyNotNow(queue);
  return { ...NOTHING, language: problem === null ? 'pictures' : null, problem };
}

/** Asks each question on a connection of its own; takes a few seconds at most, or until `signal` is aborted. Never rejects. */
export async function askLanguage(
  transport: PrinterTransport,
  address: RawAddress,
  signal?: AbortSignal,
): Promise<PrinterAnswer> {
  for (const [index, question] of QUESTIONS.entries()) {
    if (signal?.aborted) break;
    const { found, problem } = await answerTo(transport, address, question, signal);
    if (found) return { ...found, problem: null };
    // A printer that took one question may hang up at another.
    if (problem !== null && index === 0) return { ...NOTHING, problem };
  }
  return { ...NOTHING, problem: null };
}
