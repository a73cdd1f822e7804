// What a further desk says of a call that was not answered as it should be: that nothing was done only where that is certain.
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAnybodyAt } from '../../../src/adapters/pinned-line.ts';
import { makeSelfSigned } from '../../../src/adapters/self-signed.ts';
import type { DeskKey } from '../../../src/app/desk-key.ts';
import { joinSite } from '../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../src/app/joined-site.ts';
import { BUILD, openSite } from './support/site-under-test.ts';

const { certificate, key } = makeSelfSigned();
const CALL = { name: 'visits.checkIn', input: {}, commandId: 'c' };
type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;

let server: Server;
let desk: JoinedSite;
let answers: Answer = () => {};

/** A key that is kept nowhere. */
function keyOf(): DeskKey {
  let site: ReturnType<DeskKey['site']> = { certificate, deskId: 'desk', key: 'k' };
  return {
    master: new Uint8Array(32),
    site: () => site,
    elsewhere: () => [],
    name: () => null,
    keepName: () => {},
    keep: (kept) => {
      site = kept;
    },
  };
}

beforeEach(async () => {
  server = createServer({ cert: certificate, key }, (asked, answer) => {
    asked.resume().on('end', () => answers(asked, answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  desk = joinSite({ address: { host: '127.0.0.1', port }, deskKey: keyOf(), build: BUILD });
});
afterEach(async () => {
  desk.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const withStatus =
  (status: number, body = ''): Answer =>
  (_, answer) =>
    answer.writeHead(status).end(body);
const doubtful = (delivery: 'unknown' | 'not-sent') => ({
  ok: false,
  error: { kind: 'offline', retry: 'later', reason: 'site-desk', delivery },
});

describe('a site desk that answers, and tells no events', () => {
  const linesOf = (): Answer => (asked, answer) => {
    if (asked.url?.startsWith('/desk/events')) answer.writeHead(200).write('\n');
    else answer.writeHead(200).end('{"ok":true,"value":{}}');
  };

  it.each([500, 503, 404])('(%d) is called away until it does: what is shown grows old', async (status) => {
    answers = (asked, answer) => {
      if (asked.url?.startsWith('/desk/events')) answer.writeHead(status).end();
      else linesOf()(asked, answer);
    };
    const stop = desk.subscribe(null, () => undefined);
    await expect.poll(() => desk.link()).toMatchObject({ kind: 'away', why: 'unreachable' });
    // A call that is answered says nothing of the events.
    expect(await desk.call(CALL)).toMatchObject({ ok: true });
    expect(desk.link()).toMatchObject({ kind: 'away', why: 'unreachable' });
    answers = linesOf();
    await expect.poll(() => desk.link(), { timeout: 5_000 }).toMatchObject({ kind: 'joined' });
    stop();
  });
});

describe('a call may have been carried out', () => {
  it.each([
    ['an error of the site desk', withStatus(500, '{"ok":false,"error":{"kind":"bug"}}')],
    ['an overloaded site desk', withStatus(503)],
    ['a desk that was shut out while the call was carried out', withStatus(423)],
    ['an answer that is none', withStatus(200, 'done')],
    [
      'an answer that breaks off',
      (_: IncomingMessage, answer: ServerResponse) => {
        answer.writeHead(200, { 'content-length': 100 });
        answer.write('{"ok":', () => answer.destroy());
      },
    ],
    ['a connection that breaks', (asked: IncomingMessage) => asked.socket.destroy()],
  ] as [string, Answer][])('after %s', async (_, answer) => {
    answers = answer;
    expect(await desk.call(CALL)).toMatchObject(doubtful('unknown'));
  });

  it('when the site desk ends under a call on a connection that was used before', async () => {
    answers = withStatus(200, '{"ok":true,"value":{}}');
    expect(await desk.call(CALL)).toMatchObject({ ok: true });
    answers = (asked) => {
      // Nobody listens any more when the request is sent once more.
      server.close();
      asked.socket.destroy();
    };
    expect(await desk.call(CALL)).toMatchObject(doubtful('unknown'));
  });
});

describe('a machine that says nothing more, as without its power', () => {
  const QUESTION = { name: 'board.get', input: {} };
  let isThere: boolean;
  beforeEach(() => {
    isThere = true;
    desk.close();
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port };
    desk = joinSite({ address, deskKey: keyOf(), build: BUILD, isThere: async () => isThere });
  });

  it('is away within seconds, and what was asked of it meanwhile may have been done', async () => {
    const heard: unknown[] = [];
    const stop = desk.subscribe(null, (event) => heard.push(event));
    answers = withStatus(200, '{"ok":true,"value":{}}');
    expect(await desk.call(CALL)).toMatchObject({ ok: true });
    answers = () => undefined;
    isThere = false;
    const [command, question] = await Promise.all([desk.call(CALL), desk.call(QUESTION)]);
    expect(command).toMatchObject(doubtful('unknown'));
    expect(question).toMatchObject({ ok: false, error: { kind: 'offline', reason: 'site-desk' } });
    expect(desk.link()).toMatchObject({ kind: 'away', why: 'unreachable' });
    expect(heard.at(-1)).toMatchObject({ type: 'site-link', link: { kind: 'away' } });
    stop();
  });

  it('takes no connection, and one whose desk answers nothing does', async () => {
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port };
    answers = () => undefined;
    expect(await isAnybodyAt(address)).toBe(true);
    await new Promise((done) => server.close(done));
    expect(await isAnybodyAt(address)).toBe(false);
    // Packets to an address for documentation are answered by nobody.
    expect(await isAnybodyAt({ host: '192.0.2.1', port })).toBe(false);
  });

  it('is not called away for a moment without a line, and what was asked is answered after it', async () => {
    desk.close();
    const { port } = server.address() as AddressInfo;
    const there = [false, true, false, true];
    let end = (): void => undefined;
    const lookedAgain = new Promise<void>((done) => {
      desk = joinSite({
        ...{ address: { host: '127.0.0.1', port }, deskKey: keyOf(), build: BUILD },
        isThere: async () => {
          const is = there.shift() ?? true;
          if (there.length === 0) done();
          return is;
        },
      });
    });
    answers = (_, answer) => {
      end = () => answer.writeHead(200).end('{"ok":true,"value":{}}');
    };
    const slow = desk.call(CALL);
    await lookedAgain;
    expect(desk.link()).toMatchObject({ kind: 'joined' });
    end();
    expect(await slow).toMatchObject({ ok: true });
  });

  it('is waited for while it takes connections, however slow its desk is', async () => {
    let looked = 0;
    desk.close();
    const { port } = server.address() as AddressInfo;
    const looks = new Promise<void>((twice) => {
      desk = joinSite({
        ...{ address: { host: '127.0.0.1', port }, deskKey: keyOf(), build: BUILD },
        isThere: async () => {
          if ((looked += 1) === 2) twice();
          return true;
        },
      });
    });
    let end = (): void => undefined;
    answers = (_, answer) => {
      end = () => answer.writeHead(200).end('{"ok":true,"value":{}}');
    };
    const slow = desk.call(CALL);
    await looks;
    end();
    expect(await slow).toMatchObject({ ok: true });
    expect(desk.link()).toMatchObject({ kind: 'joined' });
  });
});

describe('nothing was done', () => {
  it.each([400, 401, 403, 404, 409, 410])('after a refusal with %i', async (status) => {
    answers = withStatus(status);
    expect(await desk.call(CALL)).toMatchObject(doubtful('not-sent'));
  });

  it('where more was entered than the site desk takes, which is said as such', async () => {
    answers = withStatus(413);
    expect(await desk.call(CALL)).toMatchObject({
      ok: false,
      error: { kind: 'rejected', fields: { '': 'too-long' } },
    });
  });

  it('where nobody answers', async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    expect(await desk.call(CALL)).toMatchObject(doubtful('not-sent'));
  });
});

it('a desk that is shut out while its call is carried out learns that it may have been done', async () => {
  const site = await openSite();
  try {
    const machine = await site.paired('Room 2');
    const [{ id = '' } = {}] = (await site.desk.done('desks.list', {})).items;
    // The desk shuts itself out: it is not paired any more when the call is answered.
    expect(await machine.refused('desks.shutOut', { deskId: id })).toMatchObject({
      kind: 'offline',
      delivery: 'unknown',
    });
    expect(machine.site.link()).toMatchObject({ kind: 'unpaired', shutOut: true });
  } finally {
    await site.close();
  }
});
