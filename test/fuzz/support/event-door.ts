// The door for the service's events, asked over real sockets with whatever bytes: only a delivery with the secret is taken, as it was
// sent, and the door goes on.
import fc from 'fast-check';
import { receiveEvents } from '../../../src/adapters/event-receiver.ts';
import { EVENT_SECRET_HEADER } from '../../../src/core/pull/hint.ts';
import { checkAnswers, DoorFault } from './door-faults.ts';
import { rawRequests } from './raw-requests.ts';
import type { Door } from './raw-requests.ts';
import { exchange } from './raw-socket.ts';

const SECRET = 'of-the-service-0123456789-abcdef';
const PROBE = 'is somebody there';
const LONGEST_BODY_BYTES = 64 * 1024;

const door: Door = {
  method: 'POST',
  targets: {
    right: ['/webhook', '/webhook?x=1'],
    others: [
      '/',
      '/webhook/',
      '/WEBHOOK',
      '//webhook',
      '/webhook%3f',
      'http://evil.example/webhook',
      '/api/call',
    ],
  },
  headers: [
    { name: 'Host', right: 'desk.example', wrong: [], unclear: [[], [''], ['a b'], ['a', 'b']] },
    {
      name: EVENT_SECRET_HEADER,
      right: SECRET,
      wrong: [
        [],
        [''],
        [`${SECRET}x`],
        [SECRET.slice(0, -1)],
        [SECRET.toUpperCase()],
        [`"${SECRET}"`],
        [`${SECRET}, ${SECRET}`],
        ['x'.repeat(6_000)],
      ],
      unclear: [
        [SECRET, 'x'],
        ['x', SECRET],
      ],
    },
  ],
  bodies: fc.oneof(
    { weight: 3, arbitrary: fc.json() },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '['.repeat(LONGEST_BODY_BYTES), 'x'.repeat(LONGEST_BODY_BYTES + 1)),
    },
  ),
};

/** Sends `times` deliveries; what went wrong, in words. */
export async function fuzzEventDoor(seed: number, times: number): Promise<string[]> {
  let taken: Buffer[] = [];
  /** A second between any two connections: a flood, of which the door takes few, is not what is looked for here. */
  let nowMs = 0;
  const receiver = await receiveEvents({
    port: 0,
    secure: null,
    secretHeader: EVENT_SECRET_HEADER,
    secret: SECRET,
    onDelivery: (body) => taken.push(Buffer.from(body)),
    nowMs: () => (nowMs += 1_000),
  });
  const port = Number(new URL(receiver.address).port);
  const probe = async (): Promise<void> => {
    const answer = await fetch(receiver.address, {
      method: 'POST',
      headers: { [EVENT_SECRET_HEADER]: SECRET, connection: 'close' },
      body: PROBE,
    });
    const others = taken.filter((body) => body.toString() !== PROBE);
    if (answer.status !== 200 || others.length !== taken.length - 1)
      throw new DoorFault('the door takes events no more');
    taken = others;
  };
  const property = fc.asyncProperty(rawRequests(door), async (asked) => {
    taken = [];
    const got = await exchange(port, asked, asked.isClear ? null : probe);
    checkAnswers(asked, got, SECRET);
    const isRight = asked.wrong.length === 0 && door.targets.right.includes(asked.target);
    if (taken.length > 0 && !asked.bytes.includes(SECRET))
      throw new DoorFault('it took one without the secret');
    if (taken.length > 0 && !asked.isDamaged && !isRight && !asked.target.includes('webhook'))
      throw new DoorFault(`it took one although wrong: ${asked.wrong.join(', ')} ${asked.target}`);
    if (taken.length > 0 && !asked.isDamaged && asked.wrong.length > 0)
      throw new DoorFault(`it took one although wrong: ${asked.wrong.join(', ')}`);
    if (taken.some((body) => body.length > LONGEST_BODY_BYTES))
      throw new DoorFault('it took one that is too long');
    if (!asked.isClear || !isRight) return;
    const [delivery] = taken;
    if (taken.length !== 1 || !delivery?.equals(Buffer.from(asked.body, 'utf8')))
      throw new DoorFault(`a right delivery was taken ${taken.length} times`);
  });
  const { failed, errorInstance, counterexample } = await fc.check(property, { seed, numRuns: times });
  await probe();
  await receiver.close();
  if (!failed) return [];
  const [asked] = counterexample ?? [];
  return [`${String(errorInstance)}: ${JSON.stringify(asked?.bytes.toString('latin1').slice(0, 600))}`];
}
