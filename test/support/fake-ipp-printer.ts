// An IPP printer for tests: a real HTTP server. It reads requests by its own reader, as strictly as RFC 8010 and 8011 ask,
// and behaves as a test tells it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const STATUS = { ok: 0x0000, badRequest: 0x0400, notFound: 0x0406 } as const;
const OPERATION_NAMES: Readonly<Record<number, string>> = {
  0x0002: 'Print-Job',
  0x0008: 'Cancel-Job',
  0x0009: 'Get-Job-Attributes',
  0x000a: 'Get-Jobs',
  0x000b: 'Get-Printer-Attributes',
};

export interface FakeJob {
  readonly id: number;
  readonly name: string;
  readonly document: Buffer;
  /** What was asked for: `{ media: ['iso_a4_210x297mm'], … }`. */
  readonly asked: Readonly<Record<string, readonly string[]>>;
  /** As RFC 8011 counts: 3 pending, 5 processing, 6 stopped, 7 canceled, 8 aborted, 9 completed. */
  state: number;
  /** Why it is in that state, as the printer says it. */
  stateReason: string;
}

/** What a test may change at any time. */
export interface FakePrinterWill {
  state: number;
  reasons: string[];
  accepting: boolean;
  formats: string[];
  /** The dots that it takes pages in: `300x300dpi`, and kinds such as `sgray_8`. */
  resolutions: string[];
  types: string[];
  /** The paper that it says it has loaded. */
  ready: string[];
  /** The trays that it says it has loaded, by measure: hundredths of a millimetre, or `roll`. */
  trays: (readonly [width: number, height: number] | 'roll')[];
  /** It is a scheduler of CUPS of this version; null: a printer. */
  cupsVersion: string | null;
  /** The state that a job has once it was taken. */
  newJobState: number;
  /** Answers the operation in place of the printer; returns false to leave it to the printer. */
  before: (operation: string, exchange: FakeExchange) => boolean;
  /** After a job was taken, in place of the answer. */
  insteadOfAnswer: ((exchange: FakeExchange) => void) | null;
  /** Drops the line when it has read so much of a request; null: never. */
  breaksAfterBytes: number | null;
  /** Jobs that have ended are not remembered. */
  forgetful: boolean;
  /** For so many seconds it says that it has been running; null: it does not say. */
  upTime: number | null;
  /** The name that it tells of a job; null: it tells none. */
  toldName: (name: string) => string | null;
}

export interface FakeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: number;
  readonly version: number;
  /** Sends these bytes as the body of a good answer. */
  answer(body: Uint8Array): void;
  /** An answer of the given status and groups. */
  ipp(status: number, groups?: readonly FakeGroup[]): void;
}

export type FakeGroup = readonly [tag: number, attributes: readonly FakeAttribute[]];
/** A value of the kind 0x34 is a collection: its members, written as attributes. */
export type FakeAttribute = readonly [
  name: string,
  tag: number,
  ...values: (string | number | boolean | readonly FakeAttribute[])[],
];

export interface FakeIppPrinter {
  readonly url: string;
  readonly port: number;
  readonly jobs: FakeJob[];
  /** The operations that were asked for, in order. */
  readonly asked: readonly string[];
  /** What was wrong with requests. A good client leaves it empty. */
  readonly faults: readonly string[];
  readonly will: FakePrinterWill;
  close(): Promise<void>;
}

class Fault extends Error {}

interface ReadRequest {
  readonly version: number;
  readonly operation: number;
  readonly requestId: number;
  readonly operationGroup: Map<string, (string | number | boolean)[]>;
  readonly jobGroup: Map<string, (string | number | boolean)[]>;
  readonly document: Buffer;
}

/** Reads a request and refuses everything that the standard does not allow. */
function readRequest(body: Buffer): ReadRequest {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > body.length) throw new Fault('cut off');
    at += count;
    return body.subarray(at - count, at);
  };
  const version = take(2).readUInt16BE();
  const operation = take(2).readUInt16BE();
  const requestId = take(4).readInt32BE();
  if (requestId <= 0) throw new Fault('request-id is not positive');
  const groups = new Map<number, Map<string, (string | number | boolean)[]>>();
  const order: string[] = [];
  let group: Map<string, (string | number | boolean)[]> | null = null;
  let last: (string | number | boolean)[] | null = null;
  for (;;) {
    const tag = take(1).readUInt8();
    if (tag === 0x03) break;
    if (tag < 0x10) {
      if (groups.has(tag)) throw new Fault('a group twice');
      group = new Map();
      groups.set(tag, group);
      last = null;
      continue;
    }
    const name = take(take(2).readUInt16BE()).toString('ascii');
    const bytes = take(take(2).readUInt16BE());
    if (!group) throw new Fault('an attribute outside of a group');
    let value: string | number | boolean;
    if (tag === 0x21 || tag === 0x23) {
      if (bytes.length !== 4) throw new Fault('a number of another length');
      value = bytes.readInt32BE();
    } else if (tag === 0x22) {
      if (bytes.length !== 1) throw new Fault('a boolean of another length');
      value = bytes[0] === 1;
    } else if (tag >= 0x41 && tag <= 0x49) value = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    else throw new Fault(`a value of kind ${tag}`);
    if (name === '') {
      if (!last) throw new Fault('a further value without a first');
      last.push(value);
    } else {
      if (group.has(name)) throw new Fault(`${name} twice`);
      last = [value];
      group.set(name, last);
      order.push(name);
    }
  }
  const operationGroup = groups.get(0x01) ?? new Map<string, (string | number | boolean)[]>();
  if (order[0] !== 'attributes-charset' || order[1] !== 'attributes-natural-language') {
    throw new Fault('charset and language do not come first');
  }
  if (order[2] !== 'printer-uri') throw new Fault('the printer is not named');
  if (!/^ipps?:/.test(String(operationGroup.get('printer-uri')?.[0])))
    throw new Fault('printer-uri is no ipp address');
  if ((operation === 0x0008 || operation === 0x0009) && order[3] !== 'job-id')
    throw new Fault('job-id does not follow the printer');
  return {
    version,
    operation,
    requestId,
    operationGroup,
    jobGroup: groups.get(0x02) ?? new Map<string, (string | number | boolean)[]>(),
    document: body.subarray(at),
  };
}

/** `600x300dpi` as nine bytes. */
function resolutionBytes(text: string): Buffer {
  const [across = '', down = ''] = text.split('x');
  const bytes = Buffer.alloc(9);
  bytes.writeInt32BE(parseInt(across, 10));
  bytes.writeInt32BE(parseInt(down, 10), 4);
  bytes[8] = text.endsWith('dpi') ? 3 : 4;
  return bytes;
}

/** A message as bytes, by a writer of the tests' own. */
export function ippBytes(
  message: { readonly version: number; readonly code: number; readonly requestId: number },
  groups: readonly FakeGroup[],
): Buffer {
  const parts: Buffer[] = [];
  const number = (value: number, bytes: 1 | 2 | 4): void => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntBE(value, 0, bytes);
    parts.push(buffer);
  };
  number(message.version, 2);
  number(message.code, 2);
  number(message.requestId, 4);
  for (const [tag, attributes] of groups) {
    number(tag, 1);
    for (const attribute of attributes) put(attribute);
  }
  number(0x03, 1);
  return Buffer.concat(parts);

  function head(kind: number, name: string): void {
    number(kind, 1);
    number(name.length, 2);
    parts.push(Buffer.from(name));
  }
  function put([name, kind, ...values]: FakeAttribute, isMember = false): void {
    if (isMember) {
      head(0x4a, '');
      number(name.length, 2);
      parts.push(Buffer.from(name));
    }
    values.forEach((value, index) => {
      head(kind, index === 0 && !isMember ? name : '');
      if (typeof value === 'object') {
        number(0, 2);
        for (const member of value) put(member, true);
        head(0x37, '');
        number(0, 2);
        return;
      }
      const bytes =
        kind === 0x32
          ? resolutionBytes(String(value))
          : typeof value === 'string'
            ? Buffer.from(value)
            : typeof value === 'boolean'
              ? Buffer.from([Number(value)])
              : Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
      number(bytes.length, 2);
      parts.push(bytes);
    });
  }
}

const HEAD: FakeGroup = [
  0x01,
  [
    ['attributes-charset', 0x47, 'utf-8'],
    ['attributes-natural-language', 0x48, 'en'],
  ],
];

const groupOfJob = (job: FakeJob, name: string | null): FakeGroup => [
  0x02,
  [
    ['job-id', 0x21, job.id],
    ...(name === null ? [] : [['job-name', 0x42, name] as const]),
    ['job-state', 0x23, job.state],
    ['job-state-reasons', 0x44, job.stateReason],
  ],
];

/** As printers send it: the size within the tray, then more that the desk has no use for. */
const trayMembers = (tray: readonly [number, number] | 'roll'): FakeAttribute[] => [
  [
    'media-size',
    0x34,
    tray === 'roll'
      ? [
          ['x-dimension', 0x21, 21000],
          ['y-dimension', 0x33, '\0\0\0\0\0\0\0\x01'],
        ]
      : [
          ['x-dimension', 0x21, tray[0]],
          ['y-dimension', 0x21, tray[1]],
        ],
  ],
  ['media-source', 0x44, 'tray-1'],
  ['media-bottom-margin', 0x21, 423],
];

/** Starts a printer on a free port of 127.0.0.1 that takes PDF and has completed each job at once. */
export async function startFakeIppPrinter(will: Partial<FakePrinterWill> = {}): Promise<FakeIppPrinter> {
  const jobs: FakeJob[] = [];
  const asked: string[] = [];
  const faults: string[] = [];
  const does: FakePrinterWill = {
    state: 3,
    reasons: ['none'],
    accepting: true,
    ready: ['iso_a4_210x297mm'],
    trays: [],
    cupsVersion: null,
    formats: ['application/octet-stream', 'application/pdf'],
    resolutions: [],
    types: [],
    newJobState: 9,
    before: () => false,
    insteadOfAnswer: null,
    breaksAfterBytes: null,
    forgetful: false,
    upTime: null,
    toldName: (name) => name,
    ...will,
  };

  const jobGroup = (job: FakeJob): FakeGroup => groupOfJob(job, does.toldName(job.name));

  function handle(read: ReadRequest, exchange: FakeExchange): void {
    const { operationGroup, jobGroup: jobAttributes, document } = read;
    const text = (name: string): string => String(operationGroup.get(name)?.[0] ?? '');
    const name = OPERATION_NAMES[read.operation];
    asked.push(name ?? 'unknown');
    if (does.before(name ?? '', exchange)) return;
    switch (name) {
      case 'Get-Printer-Attributes':
        exchange.ipp(STATUS.ok, [
          [
            0x04,
            [
              ['printer-state', 0x23, does.state],
              ['printer-state-reasons', 0x44, ...does.reasons],
              ['printer-is-accepting-jobs', 0x22, does.accepting],
              ['document-format-supported', 0x49, ...does.formats],
              ['pwg-raster-document-resolution-supported', 0x32, ...does.resolutions],
              ['pwg-raster-document-type-supported', 0x44, ...does.types],
              ['printer-make-and-model', 0x41, 'Fake 40'],
              ...(does.cupsVersion === null ? [] : [['cups-version', 0x41, does.cupsVersion] as const]),
              ...(does.upTime === null ? [] : [['printer-up-time', 0x21, does.upTime] as const]),
              ['media-ready', 0x44, ...does.ready],
              ['media-col-ready', 0x34, ...does.trays.map(trayMembers)],
            ],
          ],
        ]);
        return;
      case 'Print-Job': {
        if (!does.formats.includes(text('document-format'))) throw new Fault('document-format is missing');
        if (text('job-name') === '') throw new Fault('the job has no name');
        const job: FakeJob = {
          id: 100 + jobs.length,
          name: text('job-name'),
          document: Buffer.from(document),
          asked: Object.fromEntries(Array.from(jobAttributes, ([key, values]) => [key, values.map(String)])),
          state: does.newJobState,
          stateReason: 'none',
        };
        jobs.push(job);
        if (does.insteadOfAnswer) does.insteadOfAnswer(exchange);
        else exchange.ipp(STATUS.ok, [jobGroup(job)]);
        return;
      }
      case 'Get-Jobs': {
        const ended = text('which-jobs') === 'completed';
        const shown = jobs.filter((job) => job.state >= 7 === ended && !(ended && does.forgetful));
        exchange.ipp(STATUS.ok, shown.map(jobGroup));
        return;
      }
      case 'Cancel-Job': {
        const job = jobs.find(({ id }) => id === operationGroup.get('job-id')?.[0]);
        if (!job) exchange.ipp(STATUS.notFound);
        else if (job.state >= 7) exchange.ipp(0x0404);
        else {
          job.state = 7;
          exchange.ipp(STATUS.ok);
        }
        return;
      }
      case 'Get-Job-Attributes': {
        const job = jobs.find(({ id }) => id === operationGroup.get('job-id')?.[0]);
        if (!job || (does.forgetful && job.state >= 7)) exchange.ipp(STATUS.notFound);
        else exchange.ipp(STATUS.ok, [jobGroup(job)]);
        return;
      }
      default:
        exchange.ipp(0x0501);
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (does.breaksAfterBytes !== null && size > does.breaksAfterBytes) request.socket.resetAndDestroy();
    });
    request.on('end', () => {
      let requestId = 1;
      let version = 0x0200;
      const answer = (body: Uint8Array): void => {
        response.writeHead(200, { 'content-type': 'application/ipp' }).end(body);
      };
      const ipp = (status: number, groups: readonly FakeGroup[] = []): void =>
        answer(ippBytes({ version, code: status, requestId }, [HEAD, ...groups]));
      try {
        if (request.headers['content-type'] !== 'application/ipp') throw new Fault('another content type');
        const read = readRequest(Buffer.concat(chunks));
        ({ requestId, version } = read);
        handle(read, { request, response, requestId, version, answer, ipp });
      } catch (thrown) {
        faults.push(thrown instanceof Error ? thrown.message : String(thrown));
        ipp(STATUS.badRequest);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/ipp/print`,
    port,
    jobs,
    asked,
    faults,
    will: does,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
