// What a receipt printer says of itself before a ticket is sent (ESC/POS, DLE EOT 1 to 4), and what to do about it.
import type { StatusQuestion } from '../../../ports/printers.ts';

const DLE = 0x10;
const EOT = 0x04;
const ASKED = [1, 2, 3, 4] as const;

/** Bits of the answers, and what each means for a person. The one that can be mended comes before what follows from it. */
const TROUBLES: readonly { readonly answer: number; readonly bits: number; readonly words: string }[] = [
  { answer: 2, bits: 0x04, words: 'its cover is open: close it' },
  { answer: 4, bits: 0x60, words: 'it is out of paper: put in a new roll' },
  { answer: 2, bits: 0x20, words: 'it has stopped because it is out of paper: put in a new roll' },
  { answer: 3, bits: 0x08, words: 'its knife is stuck: clear the paper jam, then switch it off and on' },
  { answer: 3, bits: 0x20, words: 'it reports an error that it cannot mend: switch it off and on' },
  { answer: 2, bits: 0x40, words: 'it reports an error: look at its lights' },
  { answer: 3, bits: 0x40, words: 'its print head is too hot: it goes on when it has cooled down' },
  { answer: 1, bits: 0x08, words: 'it is off line: press its feed or online button' },
];

/** An answer has its bits 1 and 4 set, and 0 and 7 not. What the printer reports unasked begins with bit 1 not set. */
const isAnswer = (byte: number): boolean => (byte & 0x93) === 0x12;

/** A report in text, as label printers send it unasked: some of its digits would look like answers. */
const STX = 0x02;
const ETX = 0x03;

/** The bytes that are no part of a report in text. One that has only begun is left out up to the end. */
function withoutReports(reply: Uint8Array): number[] {
  let within = false;
  return Array.from(reply).filter((byte) => {
    const isWithin = within || byte === STX;
    within = isWithin && byte !== ETX;
    return !isWithin;
  });
}

/**
 * Asked before each ticket. A printer that does not answer in time is sent the ticket all the same: many cannot answer. `timeoutMs` is for one
 * that is known to be such.
 */
export const escposStatus: StatusQuestion = {
  bytes: Uint8Array.from(ASKED.flatMap((number) => [DLE, EOT, number])),
  timeoutMs: 400,
  read(reply) {
    const answers = withoutReports(reply).filter(isAnswer);
    if (answers.length < ASKED.length) return { complete: false };
    const trouble = TROUBLES.find(({ answer, bits }) => ((answers[answer - 1] ?? 0) & bits) !== 0);
    return { complete: true, problem: trouble?.words ?? null };
  },
};

/** Asked after a ticket, where nothing else says that the printer has read it: one that answers has read what came before. */
export const escposReceipt: StatusQuestion = { ...escposStatus, timeoutMs: 1_500 };
