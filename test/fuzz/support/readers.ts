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
import { createAnnounced } from '../../../src/adapters/find/announced.ts';
import { readHint } from '../../../src/core/pull/hint.ts';
import { escposStatus } from '../../../src/core/printing/languages/escpos/status.ts';
import { readZplStatus } from '../../../src/core/printing/languages/zpl/status.ts';
import { readOnce } from '../../../src/core/scanning/repeated-read.ts';
import { recogniseScan } from '../../../src/core/scanning/scan-text.ts';
import { createHidPosReader } from '../../../src/domain/hid-pos.ts';
import { createSerialReader, SERIAL_ENDINGS } from '../../../src/domain/serial-scan.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { mutated, mutatedBytes } from './mutate.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const SCANS = [
  ']C0DRW-7K2M9Q\r',
  '\u001d01050123456789012110ABC\u001d17260101',
  ' drw 7k2m9q ',
  ']C18018501234594123456784',
  ']d2\u001d0105012345678901\u001d21ABC12\u001d8017501234594123456784',
  '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  'https://lab.example/r/DRW-7K2M9Q?x=1',
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

const ZPL_STATUS =
  '\u0002030,0,0,1245,000,0,0,0,000,0,0,0\u0003\r\n\u0002001,0,0,0,1,2,6,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n';

/** The description of a scanner, as a browser gives it: the kinds of its values are right, and the scanner chose the numbers. */
function hidScanner(random: SeededRandom) {
  const number = (usual: number): number =>
    random.chance(0.9) ? usual : random.pick([0, -1, 1.5, 33, 65_536, 2 ** 32 - 1, Number.NaN]);
  const item = (usages: readonly number[], reportSize: number, reportCount: number) => ({
    usages: usages.map(number),
    reportSize: number(reportSize),
    reportCount: number(reportCount),
    ...(random.chance(0.1)
      ? { isRange: true, usageMinimum: number(0x8c00fb), usageMaximum: number(0x8c00fe) }
      : {}),
  });
  const items = [
    item([0x01003b], 8, 1),
    item([0x8c00fb, 0x8c00fc, 0x8c00fd], 8, 3),
    item([0x8c00fe], 8, 56),
    item([0x8c00ff], 1, 1),
    item([], 7, 1),
  ];
  return [{ usagePage: number(0x8c), inputReports: [{ reportId: 2, items }] }];
}

const ANNOUNCEMENT = [
  { name: '_ipp._tcp.local', type: 'PTR', data: 'Front desk._ipp._tcp.local' },
  { name: 'Front desk._ipp._tcp.local', type: 'SRV', data: { target: 'printer.local', port: 631 } },
  {
    name: 'Front desk._ipp._tcp.local',
    type: 'TXT',
    data: ['rp=ipp/print', 'ty=A printer', 'pdl=application/pdf'],
  },
  { name: 'printer.local', type: 'A', data: '192.0.2.7' },
];

type Reader = (random: SeededRandom) => void;

/** As `mutated`, but still a list of objects: what carries them has been read by somebody else already. */
function mutatedSame(random: SeededRandom, rows: readonly object[]): object[] {
  const changed = mutated(random, rows);
  const objects = (Array.isArray(changed) ? (changed as unknown[]) : []).filter(
    (row): row is object => typeof row === 'object' && row !== null && !Array.isArray(row),
  );
  return objects.length > 0 ? objects : [...rows];
}

/** By name: reads one piece of nonsense, and throws where it must not. */
export const READERS: Readonly<Record<string, Reader>> = {
  'what a scanner sends as keys': (random) => {
    const text = mutatedBytes(random, bytesOf(random.pick(SCANS))).toString(
      random.pick(['latin1', 'utf8', 'utf16le']),
    );
    const scanner = { prefix: random.pick(['', 'x', ']']), trailer: random.pick(['', '\t', 'Q']) };
    const { candidates } = recogniseScan(text, scanner);
    if (candidates.some((candidate) => candidate === '')) throw new Error('an empty code was read');
    const sent = text.repeat(random.pick([1, 2, 3]));
    if (readOnce(sent, scanner)?.length === sent.length) throw new Error('a code read once was read again');
  },
  'what a scanner sends over a cable': (random) => {
    const reader = createSerialReader(random.pick(SERIAL_ENDINGS));
    const bytes = mutatedBytes(random, bytesOf(random.pick(SCANS)));
    reader.take(bytes.subarray(0, 5));
    reader.take(bytes.subarray(5));
    reader.breakOff();
  },
  'what a scanner sends as reports of USB': (random) => {
    const reader = createHidPosReader(hidScanner(random));
    const report = mutatedBytes(random, Buffer.from(`\u000d]C0DRW-7K2M9Q\r`.padEnd(61, '\0'), 'latin1'));
    const view = new DataView(Uint8Array.from(report).buffer);
    reader?.take(random.pick([2, 2, 0, 255]), view);
    reader?.take(2, view);
    reader?.breakOff();
  },
  'what a label or receipt printer says of itself': (random) => {
    const said = readZplStatus(mutatedBytes(random, bytesOf(ZPL_STATUS)).toString('latin1'));
    const length = said?.labelLengthDots ?? 1;
    if (!(length > 0)) throw new Error(`a label of ${length} dots`);
    escposStatus.read(mutatedBytes(random, Buffer.from([0x12, 0x12, 0x12, 0x12])));
  },
  'what announces itself as a printer on the network': (random) => {
    const announced = createAnnounced([{ address: '192.0.2.1', netmask: '255.255.255.0' }]);
    for (let packet = 0; packet < 3; packet += 1) {
      const records = random.chance(0.3)
        ? ANNOUNCEMENT
        : (mutatedSame(random, ANNOUNCEMENT) as typeof ANNOUNCEMENT);
      announced.take(records);
    }
    announced.unexplained();
    for (const { name } of announced.printers().found)
      if (/\p{Cc}/u.test(name)) throw new Error('a name that cannot be shown');
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
      answerTo({ language, dotsPerMm: 8, inMemory: 0, paperOut: random.chance(0.5) }, job);
    }
    takeQuestions(job, random.chance(0.5));
  },
};
