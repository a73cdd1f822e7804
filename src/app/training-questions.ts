// What training printers answer when they are asked what they are: each answers in its own language, and takes no notice of the
// questions of others.
import { takeQuestions } from './training-escpos.ts';
import type { TrainingLanguage } from './training-jobs.ts';

/** What is asked of printers of labels, with what clears it from a receipt printer. */
const ASKED = ['~HI\x1b@', '~!T\x1b@'] as const;

type Answers = Partial<Record<(typeof ASKED)[number], string>>;

const answersOf = (dotsPerMm: 8 | 12): Readonly<Record<TrainingLanguage, Answers>> => ({
  zpl: { '~HI\x1b@': `\x02DRAWDESK-TRAINING,V1.0,${dotsPerMm},2048KB,X\x03\r\n` },
  // Like most printers of this language it says nothing without being switched to it.
  epl2: {},
  tspl: { '~!T\x1b@': `TRAINING-${dotsPerMm === 8 ? 200 : 300}\r\n` },
  escpos: {},
});

/** What a printer is, and whether it is out of paper now. */
interface Asked {
  readonly language: TrainingLanguage;
  readonly dotsPerMm: 8 | 12;
  readonly paperOut: boolean;
}

/** Takes the questions off the beginning of what arrived. `rest` is the beginning of a job. */
export function answerTo(
  { language, dotsPerMm, paperOut }: Asked,
  arrived: Buffer,
): { readonly answer: Buffer; readonly rest: Buffer } {
  const status = takeQuestions(arrived, paperOut);
  const answers = [language === 'escpos' ? status.answer : Buffer.alloc(0)];
  let { rest } = status;
  for (;;) {
    const question = ASKED.find((asked) => rest.subarray(0, asked.length).toString('latin1') === asked);
    if (question === undefined) return { answer: Buffer.concat(answers), rest };
    answers.push(Buffer.from(answersOf(dotsPerMm)[language][question] ?? '', 'latin1'));
    rest = rest.subarray(question.length);
  }
}
