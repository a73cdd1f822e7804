// What reads bytes or texts from outside: what a scanner sends, what a printer answers, what a training printer gets. Whatever
// comes, each must end soon, and give a result or the one error that it promises.
import { readTrainingJob } from '../../../src/app/training-jobs.ts';
import { answerTo } from '../../../src/app/training-questions.ts';
import { takeQuestions } from '../../../src/app/training-escpos.ts';
import {
  decodeIpp,
  encodeIpp,
  GROUPS,
  IppFormatError,
  OPERATIONS,
  TAGS,
} from '../../../src/adapters/ipp/message.ts';
import { readHint } from '../../../src/core/pull/hint.ts';
import { recogniseScan } from '../../../src/core/scanning/scan-text.ts';
import { createSerialReader, SERIAL_ENDINGS } from '../../../src/domain/serial-scan.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { mutated, mutatedBytes } from './mutate.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const SCANS = [
  ']C0DRW-7K2M9Q\r',
  '\u001d01050123456789012110ABC\u001d17260101',
  ' drw 7k2m9q ',
  ']Q3{"a":1}',
];
const JOBS = [
  '^XA^PW406^LL203^FO20,20^BCN,80,N^FH^FDDRW_2D7K2M9Q^FS^FO20,120^A0N,24^FDOLIVER, Ada^FS^PQ1^XZ',
  'N\nq406\nQ203,24\nGW0,0,4,2,\u0000\u00ff\u0000\u00ff\u0000\u00ff\u0000\u00ff\nP1\n',
  'SIZE 50.8 mm,25.4 mm\r\nCLS\r\nBITMAP 0,0,4,2,0,\u0000\u00ff\u0000\u00ff\u0000\u00ff\u0000\u00ff\r\nPRINT 1\r\n',
  '\u001b@\u001ba\u0001Ticket 12\n\u001dv0\u0000\u0001\u0000\u0002\u0000\u00ff\u00ff\u001dVA\u0003',
].map(bytesOf);
const IPP_ANSWER = encodeIpp({
  version: 0x0101,
  code: OPERATIONS.getPrinterAttributes,
  requestId: 7,
  groups: [
    {
      tag: GROUPS.printer,
      attributes: [
        { name: 'printer-state', tag: TAGS.enum, values: [3] },
        { name: 'printer-state-reasons', tag: TAGS.keyword, values: ['media-empty', 'none'] },
      ],
    },
  ],
});

const EVENT = {
  event: 'lab_results.complete',
  data: {
    test_registration_id: '00000000-0000-4000-8000-000000000001',
    test_registrations: [{ id: '00000000-0000-4000-8000-000000000002', appointment: null }],
    status: 'complete',
  },
};
const HINTED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Reader = (random: SeededRandom) => void;

/** By name: reads one piece of nonsense, and throws where it must not. */
export const READERS: Readonly<Record<string, Reader>> = {
  'what a scanner sends as keys': (random) => {
    const text = mutatedBytes(random, bytesOf(random.pick(SCANS))).toString(
      random.pick(['latin1', 'utf8', 'utf16le']),
    );
    const scanner = { prefix: random.pick(['', 'x', ']']), trailer: random.pick(['', '\t', 'Q']) };
    const { candidates } = recogniseScan(text, scanner);
    if (candidates.some((candidate) => candidate === '')) throw new Error('an empty code was read');
  },
  'what a scanner sends over a cable': (random) => {
    const reader = createSerialReader(random.pick(SERIAL_ENDINGS));
    const bytes = mutatedBytes(random, bytesOf(random.pick(SCANS)));
    reader.take(bytes.subarray(0, 5));
    reader.take(bytes.subarray(5));
    reader.breakOff();
  },
  'what an office printer answers': (random) => {
    try {
      decodeIpp(mutatedBytes(random, IPP_ANSWER));
    } catch (thrown) {
      if (!(thrown instanceof IppFormatError)) throw thrown;
    }
  },
  'what comes as an event of the service': (random) => {
    const event = random.chance(0.7) ? mutated(random, EVENT) : EVENT;
    const body = Buffer.from(JSON.stringify(event));
    const hint = readHint(random.chance(0.5) ? mutatedBytes(random, body) : body);
    if (!hint) return;
    if (hint.ids.length > 20 || hint.ids.some((id) => !HINTED_ID.test(id)))
      throw new Error(`ids that cannot be asked for: ${JSON.stringify(hint.ids).slice(0, 200)}`);
    if (!/^[\x20-\x7e]{0,60}$/.test(hint.event)) throw new Error('a name that cannot be shown');
  },
  'what a training printer gets': (random) => {
    const job = mutatedBytes(random, random.pick(JOBS));
    for (const language of ['zpl', 'epl2', 'tspl', 'escpos'] as const) {
      for (const { widthMm, heightMm } of readTrainingJob(language, job, 8)) {
        if (!(widthMm > 0 && heightMm > 0))
          throw new Error(`${language}: a label of ${widthMm} by ${heightMm} mm`);
      }
      answerTo(language, job, random.chance(0.5));
    }
    takeQuestions(job, random.chance(0.5));
  },
};
