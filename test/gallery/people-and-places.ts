// The people, places and days that the gallery shows.
import type { Output } from '../../src/contract/index.ts';
import type { PrinterView } from '../../src/contract/printers.ts';
import type { PersonView, VisitRow } from '../../src/contract/views.ts';

export const TODAY = '2026-11-20';
export const TIME_ZONE = 'Europe/London';
export const NOW_MS = Date.parse('2026-11-20T10:05:00Z');
const MINUTE_MS = 60_000;

export const JAMES: PersonView = {
  id: 'p1',
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'male',
  email: 'james.oliver@example.org',
  phoneNumber: '07700 900123',
  sync: 'synced',
};
export const LONG: PersonView = {
  ...JAMES,
  id: 'p2',
  firstName: 'Wilhelmina-Alexandra Josephine Marguerite',
  lastName: 'Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff',
  email: 'wilhelmina.alexandra.featherstonehaugh.wolfeschlegelsteinhausen@long-mailbox.example.org',
};
export const RIGHT_TO_LEFT: PersonView = {
  ...JAMES,
  id: 'p3',
  firstName: 'فاطمة الزهراء',
  lastName: 'عبد الرحمن بن محمد',
  gender: 'female',
};
export const NOT_SENT: PersonView = { ...JAMES, id: 'p4', dateOfBirth: null, sync: 'unsure', email: null };

export const locations = (count: number): Output<'session.get'>['locations'] =>
  Array.from({ length: count }, (_, at) => ({
    ...PLACE,
    id: `l${at}`,
    name: at === 0 ? 'Bloomsbury Walk-in Clinic' : `Marylebone Collection Site ${at}`,
  }));
const PLACE = {
  id: 'l0',
  name: 'Bloomsbury Walk-in Clinic',
  address: 'London',
};

export const SESSION: Output<'session.get'> = {
  mode: 'training',
  desk: null,
  version: '0.1.0',
  serviceAddress: 'http://127.0.0.1',
  location: PLACE,
  locations: locations(3),
  locationNamed: null,
  locationAmbiguous: false,
  timeZone: TIME_ZONE,
  outsideLinks: true,
  today: TODAY,
  nowMs: NOW_MS,
  printers: [],
  ticket: { onCheckIn: false, name: 'initials', from: 'usual' },
  scanner: { prefix: '', trailer: '', suffix: 'Enter', idleMs: 150 } as Output<'session.get'>['scanner'],
  notices: [],
};

/** The printer of labels, well and at rest. */
export const LABEL_PRINTER: PrinterView = {
  id: 'front',
  name: 'Front desk',
  kind: 'label',
  address: '192.0.2.10:9100',
  setup: {
    address: 'tcp://192.0.2.10:9100',
    language: 'zpl',
    dotsPerMm: 8,
    labelWidthMm: 50.8,
    labelHeightMm: 25.4,
    symbol: 'bars',
    paperWidthMm: null,
  },
  desk: null,
  byQueue: false,
  setBy: 'managed',
  version: null,
  waiting: 0,
  waitingAgain: 0,
  inDoubt: 0,
  proved: null,
  test: null,
  pageProblem: null,
  prints: ['label'],
  standsInFor: [],
  state: 'ready',
  detail: null,
  ofItself: false,
};

export const CONNECTION: Output<'connection.get'> = {
  state: 'online',
  error: null,
  sinceMs: NOW_MS - 60 * MINUTE_MS,
  pausedUntilMs: null,
  quality: 'normal',
  typicalAnswerMs: 80,
  requests: 40,
  lostAnswers: 0,
  asOfMs: NOW_MS - MINUTE_MS,
  waiting: 0,
  sending: 0,
  attention: 0,
  reportsOut: 0,
  toDecide: 0,
  printProblems: 0,
  printersInTrouble: 0,
};

/** Slots every ten minutes from nine o'clock on; every third is taken. */
export const slots = (count: number): Output<'slots.list'>['slots'] =>
  Array.from({ length: count }, (_, at) => {
    const startsAtMs = Date.parse('2026-11-20T09:00:00Z') + at * 10 * MINUTE_MS;
    return { id: `s${at}`, startsAtMs, available: at % 3 !== 0, past: startsAtMs < NOW_MS };
  });

const AVAILABILITY = ['available', 'full', 'unknown'] as const;
export const MONTH = '2026-11';
export const days = (): Output<'slots.month'>['days'] =>
  Array.from({ length: 30 }, (_, at) => {
    const date = `${MONTH}-${String(at + 1).padStart(2, '0')}`;
    return { date, availability: date < TODAY ? 'past' : (AVAILABILITY[at % 3] ?? 'full') };
  });

/** A visit of somebody, as far as the marks beside a name need it. */
export const visitOf = (id: string, person: PersonView | null): VisitRow =>
  ({ id, person, deskState: 'expected', troubles: [], merelyHeld: false }) as unknown as VisitRow;
export const boardOf = (rows: readonly VisitRow[]) => ({
  rows,
  nowMs: NOW_MS,
  asOfMs: NOW_MS - MINUTE_MS,
  everythingAsOfMs: NOW_MS - 40 * MINUTE_MS,
  timeZone: TIME_ZONE,
});

/** One page with a line of text, as small as a PDF can be. */
export const TINY_PDF = btoa(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 240]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj',
    '4 0 obj<</Length 62>>stream',
    'BT /F1 24 Tf 40 120 Td (Test request form DRW-7K2M9Q) Tj ET   ',
    'endstream endobj',
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
);
