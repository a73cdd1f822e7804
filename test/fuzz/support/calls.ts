// What windows send over the bridge of the desktop app, with nonsense in it, on a whole desk: each call must be answered as the
// contract says, a refused one must write nothing, and the desk must go on.
import fc from 'fast-check';
import { electronStandIn } from './electron-stand-in.ts';
import { appErrorSchema } from '../../../src/contract/app-error.ts';
import { isOperationName, operations } from '../../../src/contract/index.ts';
import type { Db } from '../../../src/core/store/db/database.ts';
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import { callWith, WILD } from './call-inputs.ts';
import type { FuzzedCall } from './call-inputs.ts';
import { mutated } from './mutate.ts';

const { bindBridge } = await import('../../../src/main/bridge.ts');
const { createOutside } = await import('../../../src/main/outside.ts');

const CALLS_OF_DESK = 400;

const OWN = 'drawdesk://desk/';

type FuzzedMessage =
  | { readonly channel: 'drawdesk:call'; readonly call: FuzzedCall; readonly from: 'own' | 'foreign' }
  | { readonly channel: 'drawdesk:subscribe'; readonly args: readonly unknown[] }
  | { readonly channel: 'drawdesk:open-outside' | 'drawdesk:pair'; readonly args: readonly unknown[] };

const messages = (visitId: string): fc.Arbitrary<FuzzedMessage> => {
  const sensible = fc.nat().map((seed): FuzzedCall => callWith(new SeededRandom(seed), visitId));
  const call = fc.oneof(
    { weight: 12, arbitrary: sensible },
    {
      weight: 3,
      arbitrary: fc.tuple(sensible, WILD).map(([given, input]): FuzzedCall => ({ ...given, input })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(sensible, fc.nat())
        .map(([given, seed]) => mutated(new SeededRandom(seed), given) as FuzzedCall),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(sensible, WILD).map(([given, name]): FuzzedCall => ({ ...given, name })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(sensible, WILD).map(([given, commandId]): FuzzedCall => ({ ...given, commandId })),
    },
    { weight: 1, arbitrary: WILD.map((any) => any as FuzzedCall) },
  );
  const cursor = fc.oneof(
    WILD,
    fc.constantFrom(null, { run: 'run', number: 0 }, { run: 'run', number: 1e9 }),
  );
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.record<FuzzedMessage & { channel: 'drawdesk:call' }>({
        channel: fc.constant('drawdesk:call'),
        call,
        from: fc.oneof(
          { weight: 20, arbitrary: fc.constant('own') },
          { weight: 1, arbitrary: fc.constant('foreign') },
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          fc.array(WILD, { maxLength: 2 }),
          fc
            .record({
              type: fc.constantFrom('start', 'stop', 'x'),
              subscription: fc.oneof(fc.nat(9), WILD),
              cursor,
            })
            .map((message) => [message]),
        )
        .map((args): FuzzedMessage => ({ channel: 'drawdesk:subscribe', args })),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          fc.array(WILD, { maxLength: 2 }),
          fc.webUrl().map((address) => [address]),
          fc.string().map((text) => [text]),
        )
        .map((args): FuzzedMessage => ({ channel: 'drawdesk:open-outside', args })),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          fc.array(WILD, { maxLength: 2 }),
          fc
            .record({
              code: fc.oneof(fc.string({ maxLength: 200 }), WILD),
              name: fc.string({ maxLength: 200 }),
            })
            .map((request) => [request]),
        )
        .map((args): FuzzedMessage => ({ channel: 'drawdesk:pair', args })),
    },
  );
};

/** Everything that the desk keeps, as a text; guesses at a PIN are counted though they are refused. */
function everything(db: Db): string {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[];
  return tables
    .filter((name) => !/^(staff_pin|pin_|sign_in)/.test(name))
    .map((name) => {
      try {
        return `${name}: ${JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())}`;
      } catch {
        // The shadow of a search index, which no statement may read.
        return name;
      }
    })
    .join('\n');
}

const changesOf = (db: Db): number => db.prepare('SELECT total_changes()').pluck().get() as number;

class Fault extends Error {}

const isPairing = (asked: unknown): boolean => {
  const { code, name, ...more } = asked as Readonly<Record<string, unknown>>;
  return typeof code === 'string' && typeof name === 'string' && Object.keys(more).length === 0;
};

async function fuzzOneDesk(times: number, seed: number): Promise<string[]> {
  const broken: string[] = [];
  const desk = openTestDesk();
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  await desk.call('board.get', {});
  const { db } = desk.parts.store;
  let refusals = 0;
  let reached = 0;
  const pairings: unknown[] = [];
  bindBridge(
    {
      call: (call) => {
        reached += 1;
        return desk.callAs(call);
      },
      subscribe: desk.subscribe,
    },
    {
      windows: {
        isOwn: ({ frameUrl, isTop }) => isTop && frameUrl === OWN,
        open: () => {
          throw new Fault('a window was opened');
        },
        focus: () => undefined,
      },
      outside: createOutside({ isAllowed: true }),
      site: {
        link: () => ({ kind: 'unpaired', address: '192.0.2.10:7443', shutOut: false, calledLast: null }),
        async pair(request) {
          pairings.push(request);
          return { kind: 'no-code' };
        },
      },
      opened: Promise.resolve(),
    },
    () => (refusals += 1),
  );
  const sender = {
    id: 1,
    once: () => undefined,
    on: () => undefined,
    isDestroyed: () => false,
    send: () => undefined,
  };
  const own = { sender, senderFrame: { url: OWN, parent: null } };
  const foreign = { sender, senderFrame: { url: 'https://evil.example/', parent: null } };

  async function call(given: FuzzedCall): Promise<void> {
    const before = changesOf(db);
    const kept = everything(db);
    const answer = (await electronStandIn.invoke(own, 'drawdesk:call', [given])) as {
      readonly ok: boolean;
      readonly value?: unknown;
      readonly error?: { readonly kind: string; readonly detail?: string };
    };
    if (answer.ok) {
      const { name } = given;
      if (typeof name !== 'string' || !isOperationName(name))
        throw new Fault('what is no operation was answered');
      const read = operations[name].output.safeParse(answer.value);
      if (!read.success)
        throw new Fault(`the answer is none of the contract: ${read.error.message.slice(0, 300)}`);
      if (operations[name].kind === 'query' && changesOf(db) !== before && everything(db) !== kept)
        throw new Fault('a question wrote something');
      return;
    }
    if (!appErrorSchema.safeParse(answer.error).success) throw new Fault('the error is none of the contract');
    if (answer.error?.kind === 'bug') throw new Fault(`a bug: ${answer.error.detail ?? ''}`);
    if (changesOf(db) !== before && everything(db) !== kept)
      throw new Fault(`it was refused (${answer.error?.kind}) and has written`);
  }

  const property = fc.asyncProperty(messages(visitId), async (message) => {
    const calledBefore = reached;
    const refusedBefore = refusals;
    try {
      if (message.channel === 'drawdesk:subscribe')
        return electronStandIn.send(own, message.channel, message.args);
      if ('args' in message) {
        await electronStandIn.invoke(own, message.channel, message.args).catch((thrown: unknown) => {
          if (message.channel !== 'drawdesk:pair') throw thrown;
        });
        if (!pairings.splice(0).every(isPairing)) throw new Fault('what is no code was presented');
        return;
      }
      if (message.from === 'own') return await call(message.call);
      const answer = await electronStandIn
        .invoke(foreign, message.channel, [message.call])
        .catch(() => 'refused');
      if (answer !== 'refused' || reached !== calledBefore || refusals === refusedBefore)
        throw new Fault('another page was answered');
    } catch (thrown) {
      // What cannot be sent never comes.
      if (!(thrown instanceof DOMException && thrown.name === 'DataCloneError')) throw thrown;
    }
  });
  const { failed, errorInstance, counterexample } = await fc.check(property, { seed, numRuns: times });
  if (failed) broken.push(`${String(errorInstance)}: ${fc.stringify(counterexample).slice(0, 500)}`);
  for (const address of electronStandIn.opened.splice(0))
    if (!/^https?:\/\//.test(address)) broken.push(`the browser was sent to ${address}`);
  const board = await desk.call('board.get', {});
  if (!board.ok) broken.push(`afterwards the board cannot be read: ${board.error.kind}`);
  await desk.close();
  return broken;
}

/** Sends `times` messages; what went wrong, in words. */
export async function fuzzCalls(seed: number, times: number): Promise<string[]> {
  const broken: string[] = [];
  for (let sent = 0; sent < times; sent += CALLS_OF_DESK)
    broken.push(...(await fuzzOneDesk(Math.min(CALLS_OF_DESK, times - sent), seed + sent)));
  return broken;
}
