// HTTP requests as bytes, with anything wrong in them that somebody could send to a door: methods, paths, headers, lengths, bodies,
// bytes. Each says whether the door has a reason to refuse it.
import fc from 'fast-check';
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { mutatedBytes } from './mutate.ts';

/** The values of a header that a door looks at. A header that is sent twice is a list of two, one that is missing an empty one. */
interface AskedHeader {
  readonly name: string;
  /** Null: it must not be there. */
  readonly right: string | null;
  readonly wrong: readonly (readonly string[])[];
  /** Sent so that it may be read either way. */
  readonly unclear?: readonly (readonly string[])[];
}

/** What a door asks for. */
export interface Door {
  readonly method: string;
  readonly targets: { readonly right: readonly string[]; readonly others: readonly string[] };
  readonly headers: readonly AskedHeader[];
  readonly bodies: fc.Arbitrary<string>;
}

/** How a request reaches the socket. `cut`: only its beginning; `twice`: two of it in one write. */
export type Delivery = 'whole' | 'slices' | 'cut' | 'twice';

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly bytes: Buffer;
  readonly delivery: Delivery;
  /** What the door must refuse it for: names of headers, or `method`. */
  readonly wrong: readonly string[];
  /** Bytes of it were changed afterwards, wherever. */
  readonly isDamaged: boolean;
  /** False: a part of it can be read either way, so that nobody can say what the answer must be, or that there is one. */
  readonly isClear: boolean;
}

const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'];
const NO_METHODS = ['post', 'PO ST', '', '\u0000', 'X'.repeat(300), 'PRI', 'GET\r\nX-A: b'];
const OTHER_TARGETS = [
  '*',
  '//',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/../../package.json',
  '/%',
  '/%ff%fe',
  '/\u0000',
  '/a b',
  'http://evil.example/',
  'evil.example:443',
  '/?'.padEnd(20_000, 'q'),
  '/__proto__',
  '/constructor',
  '',
];
const FURTHER_HEADERS: readonly (readonly [string, string])[] = [
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Upgrade', 'h2c'],
  ['Expect', '100-continue'],
  ['Expect', 'a miracle'],
  ['Cookie', 'a=b; __proto__=c'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Range', 'bytes=0-,0-,0-,0-'],
  ['If-None-Match', '*'],
  ['Content-Encoding', 'gzip'],
  ['Accept-Encoding', 'gzip, br'],
  ['__proto__', 'x'],
  ['X-Long', 'x'.repeat(4_000)],
  ['X-Too-Long', 'x'.repeat(20_000)],
  ['X-Bytes', '\u0080\u00ff'],
  ['X-Ctl', 'a\u0001b'],
  ['', 'no name'],
  [' X-Space', 'x'],
];
/** The further ways in which a header can be sent; none where the door knows none. */
const given = (ways: readonly (readonly string[])[], is: string) =>
  ways.length === 0
    ? []
    : [{ weight: 1, arbitrary: fc.constantFrom(...ways).map((values) => ({ values, is })) }];

/** How the length of a body is said; the first two as one should. */
const FRAMINGS = ['length', 'chunked', 'none', 'short', 'long', 'both', 'negative', 'two', 'huge'] as const;
type Framing = (typeof FRAMINGS)[number];

/** Of what is longer a door need not read everything, and whoever is hung up on while sending may miss the answer. */
const LONGEST_CLEAR_BYTES = 12_000;

const often = <Value>(right: Value, others: readonly Value[], weight = 6): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

function framed(
  framing: Framing,
  body: Buffer,
): { readonly lines: readonly string[]; readonly sent: Buffer } {
  const { length } = body;
  const chunk = (part: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  const half = Math.floor(length / 2);
  const chunks = Buffer.concat([
    ...[body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0).map(chunk),
    Buffer.from('0\r\n\r\n'),
  ]);
  switch (framing) {
    case 'length':
      return { lines: [`Content-Length: ${length}`], sent: body };
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], sent: chunks };
    case 'none':
      return { lines: [], sent: body };
    case 'short':
      return { lines: [`Content-Length: ${half}`], sent: body };
    case 'long':
      return { lines: [`Content-Length: ${length + 7}`], sent: body };
    case 'both':
      return { lines: [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'], sent: chunks };
    case 'negative':
      return { lines: [`Content-Length: -${length}`], sent: body };
    case 'two':
      return { lines: [`Content-Length: ${length}`, `Content-Length: ${length + 1}`], sent: body };
    case 'huge':
      return { lines: ['Content-Length: 99999999999999999999'], sent: body };
  }
}

/** Requests for this door; most of them have one thing wrong, or nothing. */
export function rawRequests(door: Door): fc.Arbitrary<RawRequest> {
  const targets = [...door.targets.others, ...OTHER_TARGETS];
  return fc
    .record({
      method: often(door.method, [...METHODS, ...METHODS, ...NO_METHODS], 8),
      target: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...door.targets.right) },
        { weight: 1, arbitrary: fc.constantFrom(...targets) },
      ),
      version: often('HTTP/1.1', ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTCPCP/1.0', ''], 30),
      headers: fc.tuple(
        ...door.headers.map(({ right, wrong, unclear = [] }) =>
          fc.oneof(
            { weight: 12, arbitrary: fc.constant({ values: right === null ? [] : [right], is: 'right' }) },
            ...given(wrong, 'wrong'),
            ...given(unclear, 'unclear'),
          ),
        ),
      ),
      further: fc.oneof(
        { weight: 5, arbitrary: fc.constant<(readonly [string, string])[]>([]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...FURTHER_HEADERS), { maxLength: 60 }) },
      ),
      body: door.bodies,
      framing: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Framing>('length') },
        { weight: 2, arbitrary: fc.constant<Framing>('chunked') },
        { weight: 1, arbitrary: fc.constantFrom(...FRAMINGS) },
      ),
      damage: often<number | null>(null, [0, 1, 2, 3, 4, 5, 6, 7], 4),
      damageSeed: fc.nat(),
      delivery: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Delivery>('whole') },
        { weight: 1, arbitrary: fc.constantFrom<Delivery>('slices', 'cut', 'twice') },
      ),
    })
    .map(({ method, target, version, headers, further, body, framing, damage, damageSeed, delivery }) => {
      const bodyBytes = Buffer.from(body, 'utf8');
      const { lines, sent } = framed(framing, bodyBytes);
      const head = [
        `${method} ${target} ${version}`,
        ...door.headers.flatMap(({ name }, at) =>
          (headers[at]?.values ?? []).map((value) => `${name}: ${value}`),
        ),
        ...further.map(([name, value]) => `${name}: ${value}`),
        ...lines,
        'Connection: close',
      ];
      const whole = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), sent]);
      const bytes = damage === null ? whole : mutatedBytes(new SeededRandom(damageSeed), whole);
      const is = (kind: string): string[] =>
        door.headers.filter((_, at) => headers[at]?.is === kind).map(({ name }) => name);
      return {
        method,
        target,
        body,
        bytes,
        delivery,
        wrong: [...is('wrong'), ...(method === door.method ? [] : ['method'])],
        isDamaged: damage !== null,
        isClear:
          damage === null &&
          method !== 'CONNECT' &&
          bytes.length <= LONGEST_CLEAR_BYTES &&
          version === 'HTTP/1.1' &&
          further.length === 0 &&
          (framing === 'length' || framing === 'chunked') &&
          delivery !== 'cut' &&
          delivery !== 'twice' &&
          is('unclear').length === 0,
      };
    });
}
