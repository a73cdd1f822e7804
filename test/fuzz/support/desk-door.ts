// The site desk's door for further desks, asked over real TLS with whatever bytes: only a paired desk of the same build reaches the
// engine, in its own name; nobody is paired without the code; what is no TLS gets no answer; and the door goes on.
import { once } from 'node:events';
import { connect as connectPlain, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { BUILD, openSite } from '../../integration/site/support/site-under-test.ts';
import type { SiteUnderTest } from '../../integration/site/support/site-under-test.ts';
import { eventually } from '../../support/test-desk.ts';
import { callWith } from './call-inputs.ts';
import { checkAnswers, checkDeskAnswer, DoorFault, isJson } from './door-faults.ts';
import { mutatedBytes } from './mutate.ts';
import { rawRequests } from './raw-requests.ts';
import type { Door, RawRequest } from './raw-requests.ts';
import { exchange } from './raw-socket.ts';
import type { Exchange } from './raw-socket.ts';

/** A site desk is used for so many requests; then it is closed and must have nothing left open. */
const REQUESTS_OF_DESK = 400;
const STREAMS_OF_DESK = 20;
/** So many connections of a desk begin with what is no TLS. */
const NO_TLS_OF_DESK = 20;

const PAIRINGS = fc.oneof(
  fc.record({ name: fc.string({ maxLength: 100 }), proof: fc.base64String({ maxLength: 220 }) }),
  fc.constantFrom<unknown>(
    { name: 'Room 9', proof: '' },
    { name: '', proof: 'x' },
    { name: 'Room 9', proof: ['x'] },
    { name: { toString: 1 }, proof: 'x' },
    { name: 'Room 9', proof: 'x', code: 'K7QF2M9X' },
    [],
  ),
);

/** About work that nobody was given, and questions for work that make no sense. */
const PRINTING = fc.oneof(
  fc.record({
    step: fc.constantFrom('begin', 'look', 'read', 'ended', 'later'),
    run: fc.uuid(),
    work: fc.uuid(),
  }),
  fc.record({
    step: fc.constant('ended'),
    run: fc.uuid(),
    work: fc.uuid(),
    result: fc.jsonValue(),
  }),
  fc.record({ step: fc.constant('read'), run: fc.uuid(), work: fc.uuid(), reply: fc.string() }),
  fc.record({ run: fc.string(), has: fc.array(fc.string()) }),
);

interface Desks {
  readonly paired: { readonly deskId: string; readonly key: string };
  readonly shutOut: { readonly deskId: string; readonly key: string };
}

const deskDoor = (
  { paired: { deskId: paired, key }, shutOut: { deskId: shutOut, key: oldKey } }: Desks,
  visitId: string,
): Door => ({
  method: 'POST',
  targets: {
    right: ['/desk/call'],
    others: [
      '/pairing',
      '/pairing',
      '/pairing/salt',
      '/desk/events',
      '/desk/printing/step',
      '/desk/printing/step',
      '/desk/printing/next',
      '/desk/printing',
      '/desk/',
      '/desk',
      '/desk/unheard-of',
      '/DESK/CALL',
      '/desk//call',
      '//desk/call',
      '/desk/../desk/call',
      '/desk/%63all',
      '/desk/call?x=1',
      '/api/call',
      '/',
      'https://evil.example/desk/call',
    ],
  },
  headers: [
    { name: 'Host', right: 'site.example', wrong: [], unclear: [[], [''], ['a b'], ['a', 'b']] },
    {
      name: 'Authorization',
      right: `Desk ${paired}.${key}`,
      wrong: [
        [],
        ['Desk'],
        [`Desk ${paired}`],
        [`Desk ${paired}.`],
        [`Desk .${key}`],
        [`Desk ${paired}.${key}x`],
        [`Desk ${paired}.${key.slice(1)}`],
        [`Desk ${shutOut}.${key}`],
        [`Desk ${shutOut}.${oldKey}`],
        [`Desk ${paired}.${oldKey}`],
        [`Desk __proto__.${key}`],
        [`Desk ' OR 1=1 --.${key}`],
        [`desk ${paired}.${key}`],
        [`Bearer ${key}`],
        [`Desk ${paired}.${'A'.repeat(5_000)}`],
      ],
      unclear: [
        [`Desk ${paired}.${key}`, 'Desk a.b'],
        ['Desk a.b', `Desk ${paired}.${key}`],
      ],
    },
    {
      name: 'X-Drawdesk-Build',
      right: BUILD,
      wrong: [[], [''], ['another build'], [`${BUILD}x`], [BUILD.toUpperCase()]],
      unclear: [[BUILD, 'x']],
    },
    {
      name: 'Content-Type',
      right: 'application/json',
      wrong: [[], ['text/plain'], ['application/jsonx']],
      unclear: [['application/json; charset=utf-16'], ['application/json', 'text/plain']],
    },
    { name: 'Origin', right: null, wrong: [['null'], ['https://evil.example']] },
    { name: 'Sec-Fetch-Site', right: null, wrong: [['same-origin'], ['none']] },
  ],
  bodies: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.nat().map((seed) => JSON.stringify(callWith(new SeededRandom(seed), visitId))),
    },
    { weight: 2, arbitrary: PAIRINGS.map((pairing) => JSON.stringify(pairing)) },
    { weight: 2, arbitrary: PRINTING.map((said) => JSON.stringify(said)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constantFrom('', '[', 'null', '['.repeat(4_000), '{"name":{"toString":1}}') },
  ),
});

/** Targets whose spelling a router may read as the right one. */
const mayMeanCall = (target: string): boolean => /call|%63all/i.test(target);

/** `calls`: how often the engine was called by it. */
function checkRequest(
  asked: RawRequest,
  { got, calls, key }: { got: Exchange; calls: number; key: string },
): void {
  const { target, wrong, isDamaged, isClear, bytes, body } = asked;
  const isRight = target === '/desk/call' && wrong.length === 0;
  // Over TLS Node's parser hangs up on what is no request before its 400 has left: that is a refusal too.
  const isHungUpOn = !isRight && got.answers.length === 0 && got.wasClosed;
  checkAnswers({ ...asked, isClear: isClear && !isHungUpOn }, got, key);
  if (got.answers.some((answer) => answer.body.includes('"paired"')))
    throw new DoorFault('somebody was paired without the code');
  if (calls > 0) {
    if (!bytes.includes(key)) throw new DoorFault('the engine was called without the key');
    if (!isDamaged && wrong.length > 0)
      throw new DoorFault(`the engine was called although wrong: ${wrong.join(', ')}`);
    if (!isDamaged && !mayMeanCall(target)) throw new DoorFault(`the engine was called by ${target}`);
  }
  const first = got.answers.find(({ status }) => status >= 200);
  if (!isClear || !first || !isRight) return;
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
  open: () => TLSSocket,
  { desks, cursor }: { desks: Desks; cursor: string },
): Promise<void> {
  const socket = open();
  socket.on('error', () => undefined);
  socket.write(
    `GET /desk/events?${cursor} HTTP/1.1\r\nHost: site.example\r\nAuthorization: Desk ${desks.paired.deskId}.${desks.paired.key}\r\nX-Drawdesk-Build: ${BUILD}\r\n\r\n`,
  );
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  const beginning = bytes.toString('latin1').slice(0, 60);
  if (!/^HTTP\/1\.1 (200|4\d\d) /.test(beginning))
    throw new DoorFault(`a stream began with ${JSON.stringify(beginning)}`);
}

const CURSORS = fc.oneof(
  fc.constantFrom(
    '',
    'run=run&number=0',
    'run=run&number=-1',
    'run=run&number=1e9',
    'run=run&run=x&number=%00',
  ),
  fc.webQueryParameters(),
);

/** The first bytes of a real handshake, as a client sends them. */
async function clientHello(): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  socket.destroy();
  await new Promise((done) => server.close(done));
  return bytes;
}

/** Two further desks, one of them shut out, and a code that is shown, so that proofs are looked at. */
async function pairDesks(site: SiteUnderTest): Promise<Desks> {
  const keyOf = async (name: string): Promise<{ deskId: string; key: string }> => {
    const machine = await site.paired(name);
    const { deskId = '', key = '' } = machine.key.site() ?? {};
    machine.close();
    return { deskId, key };
  };
  const [paired, shutOut] = [await keyOf('Room 2'), await keyOf('Room 3')];
  await site.desk.done('desks.shutOut', { deskId: shutOut.deskId });
  await site.showCode();
  return { paired, shutOut };
}

async function fuzzOneDesk(times: number, seed: number): Promise<string[]> {
  const broken: string[] = [];
  let calls = 0;
  let listening = 0;
  let pairedId = '';
  const site = await openSite({}, BUILD, {
    onCall: (at) => {
      calls += 1;
      if (at?.id !== pairedId) broken.push(`the engine was called in the name of ${at?.id}`);
    },
    onListen: (by) => {
      listening += by;
    },
    onFailure: (error) => broken.push(`the door failed: ${String(error).slice(0, 300)}`),
  });
  const visitId = site.desk.addVisit(1);
  site.desk.addVisit(2);
  const desks = await pairDesks(site);
  pairedId = desks.paired.deskId;
  const { key } = desks.paired;
  const open = (): TLSSocket => connect({ host: '127.0.0.1', port: site.port, rejectUnauthorized: false });
  const plain = (): Socket => connectPlain(site.port, '127.0.0.1');
  const tell = (failure: unknown, bytes: Buffer | undefined): void =>
    void broken.push(`${String(failure)}: ${JSON.stringify(bytes?.toString('latin1').slice(0, 600))}`);
  const probe = async (): Promise<void> => {
    const bytes = Buffer.from(
      `POST /pairing/salt HTTP/1.1\r\nHost: site.example\r\nX-Drawdesk-Build: ${BUILD}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    const { answers } = await exchange(open, { bytes, delivery: 'whole' }, null);
    if (answers[0]?.status !== 200) throw new DoorFault('the door answers no more');
  };

  const requests = await fc.check(
    fc.asyncProperty(rawRequests(deskDoor(desks, visitId)), async (asked) => {
      calls = 0;
      const got = await exchange(open, asked, asked.isClear ? null : probe);
      checkRequest(asked, { got, calls, key });
      if (broken.length > 0) throw new DoorFault(broken.splice(0).join('; '));
    }),
    { seed, numRuns: times },
  );
  if (requests.failed) tell(requests.errorInstance, requests.counterexample?.[0].bytes);

  const hello = await clientHello();
  const noTls = await fc.check(
    fc.asyncProperty(
      fc.oneof(
        fc.nat().map((damage) => mutatedBytes(new SeededRandom(damage), hello)),
        rawRequests(deskDoor(desks, visitId)).map(({ bytes }) => bytes),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
      async (bytes) => {
        calls = 0;
        const { answers, rest } = await exchange(plain, { bytes, delivery: 'whole' }, probe);
        if (calls > 0 || answers.length > 0 || rest.includes('HTTP/'))
          throw new DoorFault('what is no TLS was answered');
      },
    ),
    { seed, numRuns: Math.min(times, NO_TLS_OF_DESK) },
  );
  if (noTls.failed) tell(noTls.errorInstance, noTls.counterexample?.[0]);

  const streams = await fc.check(
    fc.asyncProperty(CURSORS, (cursor) => openStream(open, { desks, cursor })),
    { seed, numRuns: Math.min(times, STREAMS_OF_DESK) },
  );
  if (streams.failed)
    broken.push(`${String(streams.errorInstance)}: ${JSON.stringify(streams.counterexample)}`);
  await probe();
  // A desk that is gone is noticed when its socket is.
  await eventually(() => listening === 0, 200_000).catch(() =>
    broken.push(`${listening} streams stayed open`),
  );
  const { items } = await site.desk.done('desks.list', {});
  if (items.length !== 2) broken.push(`afterwards there are ${items.length} desks`);
  const { items: jobs } = await site.desk.done('printJobs.list', {});
  if (jobs.length > 0) broken.push(`afterwards there are ${jobs.length} print jobs`);
  const board = await site.desk.call('board.get', {});
  if (!board.ok) broken.push(`afterwards the board cannot be read: ${board.error.kind}`);
  await site.close();
  return broken;
}

/** Sends `times` requests; what went wrong, in words. */
export async function fuzzDeskDoor(seed: number, times: number): Promise<string[]> {
  const broken: string[] = [];
  for (let sent = 0; sent < times; sent += REQUESTS_OF_DESK)
    broken.push(...(await fuzzOneDesk(Math.min(REQUESTS_OF_DESK, times - sent), seed + sent)));
  return broken;
}
