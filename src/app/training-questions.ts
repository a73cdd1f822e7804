// What training printers answer when they are asked what they are: each answers in its own language, and takes no notice of the
// questions of others.
import { takeQuestions } from './training-escpos.ts';
import type { TrainingLanguage } from './training-jobs.ts';

/** What is asked of printers of labels, with what clears it from a receipt printer where the language is not known yet. */
const ASKED = ['~HI\x1b@', '~!T\x1b@', '~HS'] as const;

type Answers = Partial<Record<(typeof ASKED)[number], string>>;

/** How a printer of ZPL is: in its first line whether it has no labels, whether it stands still for that, and how many jobs it has in its memory. */
function zplStatus({ paperOut, inMemory }: Pick<Asked, 'paperOut' | 'inMemory'>): string {
  const out = paperOut ? 1 : 0;
  const jobs = String(Math.min(inMemory, 999)).padStart(3, '0');
  return [
    `\x02030,${out},${out},0203,${jobs},0,0,0,000,0,0,0\x03\r\n`,
    '\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n',
    '\x021234,0\x03\r\n',
  ].join('');
}

const answersOf = ({ dotsPerMm, ...state }: Asked): Readonly<Record<TrainingLanguage, Answers>> => ({
  zpl: {
    '~HI\x1b@': `\x02DRAWDESK-TRAINING,V1.0,${dotsPerMm},2048KB,X\x03\r\n`,
    '~HS': zplStatus(state),
  },
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
  /** Jobs that it has and has not printed. */
  readonly inMemory: number;
}

/** Takes the questions off the beginning of what arrived. `rest` is the beginning of a job. */
export function answerTo(asked: Asked, arrived: Buffer): { readonly answer: Buffer; readonly rest: Buffer } {
  const { language, paperOut } = asked;
  const status = takeQuestions(arrived, paperOut);
  const answers = [language === 'escpos' ? status.answer : Buffer.alloc(0)];
  let { rest } = status;
  for (;;) {
    const question = ASKED.find((one) => rest.subarray(0, one.length).toString('latin1') === one);
    if (question === undefined) return { answer: Buffer.concat(answers), rest };
    answers.push(Buffer.from(answersOf(asked)[language][question] ?? '', 'latin1'));
    rest = rest.subarray(question.length);
  }
}
