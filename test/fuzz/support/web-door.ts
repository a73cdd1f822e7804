// The web host's door, asked over real sockets with whatever bytes: only a window with its key reaches the engine, every answer is
// one of HTTP, and the door goes on.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { createAccess } from '../../../src/web-host/access.ts';
import { listen } from '../../../src/web-host/listen.ts';
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import { callWith } from './call-inputs.ts';
import { checkAnswers, checkDeskAnswer, DoorFault, isJson } from './door-faults.ts';
import { rawRequests } from './raw-requests.ts';
import type { Door, RawRequest } from './raw-requests.ts';
import { exchange } from './raw-socket.ts';
import type { Exchange } from './raw-socket.ts';

/** A desk is used for so many requests; then it is closed and must have nothing left open. */
const REQUESTS_OF_DESK = 500;
/** So many streams of events are opened at each desk. */
const STREAMS_OF_DESK = 20;
const PAGE = '<!doctype html><title>A page of the test</title>';

const DEEP = 40_000;
const ODD_BODIES = [
  '',
  '[',
  'null',
  '"',
  '1e999',
  '{"name":"board.get","name":"visits.get","input":{}}',
  '\ufeff{"name":"board.get","input":{}}',
  '{"name":{"toString":1,"valueOf":1}}',
  `{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  `{"name":"board.get","input":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
  `{"name":"search.find","input":{"text":"${'x'.repeat(300_000)}"}}`,
  '{"token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","nonce":"x"}',
  '{"party":"door","nonce":"x"}',
  '{"party":"door\\nport 1","nonce":"x"}',
  '{"party":"AAAAAAAAAAAAAAAAAAAAAA.zzzzzz.zzzzzz","nonce":"a","deskNonce":"0.a","proof":"a"}',
  '{"nonce":"a","deskNonce":"NaN.a","proof":"a","withFile":true}',
];

const webDoor = (port: number, bearer: string, visitId: string): Door => ({
  method: 'POST',
  targets: {
    right: ['/api/call'],
    others: [
      '/',
      '/index.html',
      '/api/session',
      '/api/challenge',
      '/api/resume',
      '/api/link',
      '/api/pair',
      '/api/window',
      '/api/events',
      '/api/sign-out',
      '/api/unheard-of',
      '/API/CALL',
      '/api//call',
      '/api/call/',
      '/api/%63all',
      '/api/call?x=1',
      `http://127.0.0.1:${port}/api/call`,
      'http://evil.example/api/call',
    ],
  },
  headers: [
    {
      name: 'Host',
      right: `127.0.0.1:${port}`,
      wrong: [
        [],
        [''],
        ['evil.example'],
        ['127.0.0.1'],
        ['127.0.0.1:1'],
        [`127.0.0.1:${port}.evil.example`],
        [`evil.example/127.0.0.1:${port}`],
        [`evil.example:${port}`],
        [`0.0.0.0:${port}`],
        [`[::1]:${port}`],
        ['a b'],
        ['\u00ff'],
      ],
      unclear: [
        [`localhost:${port}`],
        [`127.0.0.1:${port}`, 'evil.example'],
        ['evil.example', `127.0.0.1:${port}`],
      ],
    },
    {
      name: 'Origin',
      right: `http://127.0.0.1:${port}`,
      wrong: [
        [],
        [''],
        ['null'],
        ['http://evil.example'],
        [`https://127.0.0.1:${port}`],
        [`http://127.0.0.1:${port}.evil.example`],
        [`http://127.0.0.1:${port}/`],
        ['http://127.0.0.1'],
        [`http://evil.example@127.0.0.1:${port}`],
      ],
      unclear: [[`http://localhost:${port}`], [`http://127.0.0.1:${port}`, 'http://evil.example']],
    },
    {
      name: 'Authorization',
      right: `Bearer ${bearer}`,
      wrong: [
        [],
        ['Bearer'],
        ['Bearer '],
        [`Bearer ${bearer}x`],
        [`Bearer ${bearer.slice(1)}`],
        [`bearer ${bearer}`],
        [`Basic ${bearer}`],
        [`Bearer ${bearer},`],
        ['Bearer __proto__'],
        [`Bearer ${'A'.repeat(5_000)}`],
      ],
      unclear: [
        [`Bearer ${bearer}`, 'Bearer x'],
        ['Bearer x', `Bearer ${bearer}`],
      ],
    },
    {
      name: 'Content-Type',
      right: 'application/json',
      wrong: [[], ['text/plain'], ['multipart/form-data; boundary=x'], ['application/jsonx'], ['\u0000']],
      unclear: [
        ['application/json; charset=utf-16'],
        ['APPLICATION/JSON;'],
        ['application/json', 'text/plain'],
      ],
    },
  ],
  bodies: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.nat().map((seed) => JSON.stringify(callWith(new SeededRandom(seed), visitId))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_BODIES) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  ),
});

/** Targets whose spelling a router may read as the right one. */
const mayMeanCall = (target: string): boolean => /call|%63all/i.test(target);

/** Of the ways in that need no key: what must never be opened by a body without token or proof. */
const WAYS_IN = new Set(['/api/session', '/api/resume', '/api/link']);

/** `calls`: how often the engine was called by it. */
function checkRequest(
  asked: RawRequest,
  { got, calls, bearer }: { got: Exchange; calls: number; bearer: string },
): void {
  const { target, wrong, isDamaged, isClear, bytes, body } = asked;
  checkAnswers(asked, got, bearer);
  if (calls > 0) {
    if (!bytes.includes(bearer)) throw new DoorFault('the engine was called without the key');
    if (!isDamaged && wrong.length > 0)
      throw new DoorFault(`the engine was called although wrong: ${wrong.join(', ')}`);
    if (!isDamaged && !mayMeanCall(target)) throw new DoorFault(`the engine was called by ${target}`);
  }
  const first = got.answers.find(({ status }) => status >= 200);
  if (!isClear || !first) return;
  if (WAYS_IN.has(target) && first.status === 200) throw new DoorFault(`${target} was opened`);
  if (wrong.length > 0 || target !== '/api/call') return;
  if (!isJson(body)) {
    if (calls > 0) throw new DoorFault('the engine was called with what is not JSON');
    return;
  }
  if (first.status !== 200 || calls !== 1)
    throw new DoorFault(`a right call was answered ${first.status}, and reached the engine ${calls} times`);
  checkDeskAnswer(first.body);
}

/** Opens a stream of events with this cursor, reads its beginning and goes away. */
async function openStream(
  port: number,
  { bearer, cursor }: { bearer: string; cursor: string },
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/events?${cursor} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${bearer}\r\n\r\n`,
  );
  const [beginning] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (
    !beginning.toString('latin1').startsWith('HTTP/1.1 200 ') &&
    !/ 4\d\d /.test(beginning.toString('latin1'))
  )
    throw new DoorFault(`a stream began with ${JSON.stringify(beginning.toString('latin1').slice(0, 60))}`);
}

const CURSORS = fc.oneof(
  fc.constantFrom(
    '',
    'run=run&number=0',
    'run=run&number=-1',
    'run=run&number=1e9',
    'number=1',
    'run=run&run=x&number=%00',
  ),
  fc.webQueryParameters(),
);

async function fuzzOneDesk(times: number, seed: number): Promise<string[]> {
  const broken: string[] = [];
  const desk = openTestDesk();
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  let calls = 0;
  let listening = 0;
  let port = 0;
  const access = createAccess({ master: new Uint8Array(32).fill(3), port: () => port });
  const index = {
    body: Uint8Array.from(Buffer.from(PAGE)),
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-store',
  };
  const host = await listen(
    {
      engine: {
        async call(call) {
          calls += 1;
          return desk.callAs(call);
        },
        subscribe(cursor, listener) {
          const stop = desk.subscribe(cursor, listener);
          listening += 1;
          return () => {
            listening -= 1;
            stop();
          };
        },
      },
      files: new Map([
        ['/', index],
        ['/index.html', index],
      ]),
      access,
      links: { make: () => ({ address: 'http://link', file: null }), comesFromFile: () => false },
      onFailure: (error) => broken.push(`the host failed: ${String(error).slice(0, 300)}`),
    },
    0,
  );
  ({ port } = host);
  const opened = access.exchange(access.makeToken(60_000), 'the window of the test');
  if (!opened) throw new Error('The host of the test opens no window.');
  const { bearer } = opened;
  const probe = async (): Promise<void> => {
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    if ((await page.text()) !== PAGE) throw new DoorFault('the door gives its page no more');
  };

  // A stream of events goes on for as long as somebody listens, so nobody can wait for the end of its answer.
  const requestsOfDoor = rawRequests(webDoor(port, bearer, visitId)).map((asked) =>
    asked.method === 'GET' && asked.target === '/api/events' ? { ...asked, isClear: false } : asked,
  );
  const property = fc.asyncProperty(requestsOfDoor, async (asked) => {
    // Whoever signs out with the key ends it, which is right.
    if (asked.target === '/api/sign-out' && asked.bytes.includes(bearer)) return;
    calls = 0;
    const got = await exchange(port, asked, asked.isClear ? null : probe);
    checkRequest(asked, { got, calls, bearer });
    if (broken.length > 0) throw new DoorFault(broken.splice(0).join('; '));
    if (access.familyOf(bearer) === null) throw new DoorFault('the window lost its key');
  });
  const requests = await fc.check(property, { seed, numRuns: times });
  if (requests.failed) {
    const [asked] = requests.counterexample ?? [];
    broken.push(
      `${String(requests.errorInstance)}: ${JSON.stringify(asked?.bytes.toString('latin1').slice(0, 600))}`,
    );
  }
  const streams = await fc.check(
    fc.asyncProperty(CURSORS, (cursor) => openStream(port, { bearer, cursor })),
    { seed, numRuns: Math.min(times, STREAMS_OF_DESK) },
  );
  if (streams.failed)
    broken.push(`${String(streams.errorInstance)}: ${JSON.stringify(streams.counterexample)}`);
  await probe();
  // A window that is gone is noticed when its socket is.
  await eventually(() => listening === 0, 200_000).catch(() =>
    broken.push(`${listening} streams stayed open`),
  );
  const board = await desk.call('board.get', {});
  if (!board.ok) broken.push(`afterwards the board cannot be read: ${board.error.kind}`);
  await host.close();
  await desk.close();
  return broken;
}

/** Sends `times` requests; what went wrong, in words. */
export async function fuzzWebDoor(seed: number, times: number): Promise<string[]> {
  const broken: string[] = [];
  for (let sent = 0; sent < times; sent += REQUESTS_OF_DESK)
    broken.push(...(await fuzzOneDesk(Math.min(REQUESTS_OF_DESK, times - sent), seed + sent)));
  return broken;
}
