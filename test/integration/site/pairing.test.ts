// Pairing of further desks, what a paired desk may do, and what attackers try: over real TLS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPinnedLine } from '../../../src/adapters/pinned-line.ts';
import { makeSelfSigned } from '../../../src/adapters/self-signed.ts';
import { joinSite } from '../../../src/app/joined-site.ts';
import { keepSiteCertificate, siteCertificateIn } from '../../../src/app/site-certificate.ts';
import { all } from '../../../src/core/store/db/database.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { listDesks } from '../../../src/core/store/desk/desks.ts';
import { BUILD, openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site.close());

const latest = (limit = 1) => listActivity(site.desk.parts.store.db, { limit });
const another = (code: string): string => (code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`);

/** From now on the machine's disk takes nothing. */
function fillDisk({ key }: Machine): void {
  Object.assign(key, {
    keep: () => {
      throw new Error('ENOSPC: no space left on device');
    },
  });
}

/** A raw request to the site desk; resolves with the status. */
function ask(path: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((done, failed) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: site.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-drawdesk-build': BUILD, 'content-type': 'application/json', ...headers },
        rejectUnauthorized: false,
        agent: false,
      },
      (answer) => {
        answer.resume();
        done(answer.statusCode ?? 0);
      },
    );
    asked.on('error', failed);
    asked.end(body);
  });
}

describe('pairing', () => {
  it('gives a desk that presents the code a key of its own, of which the site desk keeps a hash', async () => {
    const machine = await site.machine('Room 2');
    expect(machine.site.link()).toMatchObject({ kind: 'unpaired', shutOut: false });
    expect(await machine.refused('board.get', {})).toMatchObject({ kind: 'forbidden' });
    const code = await site.showCode();
    expect(await machine.pair(` ${code.toLowerCase().slice(0, 4)} - ${code.slice(4)}`)).toEqual({
      kind: 'paired',
    });
    expect(machine.site.link()).toMatchObject({ kind: 'joined' });
    expect(await machine.done('session.get', {})).toMatchObject({ desk: { name: 'Room 2' } });
    expect(await site.desk.done('session.get', {})).toMatchObject({ desk: null });
    const key = machine.key.site()?.key ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(all(site.desk.parts.store.db, 'SELECT * FROM desk'))).not.toContain(key);
    expect(latest(2)).toMatchObject([
      { kind: 'desk-paired', actor: 'Desk', detail: { desk: 'Room 2' } },
      { kind: 'pairing-opened', detail: { minutes: 10 } },
    ]);
    expect(await site.desk.done('desks.list', {})).toMatchObject({
      pairing: null,
      items: [{ name: 'Room 2', connected: false, shutOutAtMs: null }],
    });
  });

  it('takes what a scanner reads off the picture', async () => {
    const code = await site.showCode();
    const { pairing, network } = await site.desk.done('desks.list', {});
    expect(pairing?.picture.length).toBeGreaterThan(20);
    expect(new Set(pairing?.picture.map((row) => row.length))).toEqual(new Set([pairing?.picture.length]));
    const machine = await site.machine('Room 2');
    expect(
      await machine.pair(`DRAWDESK ${network?.addresses[0]}#${code.slice(0, 4)}-${code.slice(4)}`),
    ).toEqual({
      kind: 'paired',
    });
  });

  it('is over with the code: it pairs one desk, for ten minutes, until another code or none is shown', async () => {
    const first = await site.machine('Room 2');
    expect(await first.pair('K7QF2M9X')).toEqual({ kind: 'no-code' });
    const code = await site.showCode();
    expect(await first.pair(code)).toEqual({ kind: 'paired' });
    // The replay of the same pairing, and the use of the code by somebody else who saw it.
    const second = await site.machine('Room 3');
    expect(await second.pair(code)).toEqual({ kind: 'no-code' });
    const old = await site.showCode();
    const next = await site.showCode();
    expect(await second.pair(old)).toMatchObject({ kind: 'wrong' });
    await site.desk.advance(10 * 60_000 + 1);
    expect(await second.pair(next)).toEqual({ kind: 'no-code' });
    await site.showCode();
    await site.desk.done('desks.closePairing', {});
    expect(await second.pair(next)).toEqual({ kind: 'no-code' });
    expect((await site.desk.done('desks.list', {})).items).toHaveLength(1);
  });

  it('says so where the new desk cannot keep its key, and gives it none for the time being', async () => {
    const machine = await site.machine('Room 2');
    fillDisk(machine);
    expect(await machine.pair(await site.showCode())).toEqual({ kind: 'not-kept' });
    expect(machine.site.link()).toMatchObject({ kind: 'unpaired' });
    expect(await machine.refused('board.get', {})).toMatchObject({ kind: 'forbidden' });
  });

  it('is none while the site desk can save nothing: it says so, and shows no code of which nothing is written down', async () => {
    const { db } = site.desk.parts.store;
    const machine = await site.machine('Room 2');
    const code = await site.showCode();
    db.pragma('query_only = 1');
    expect(await machine.pair(code)).toEqual({ kind: 'not-saved' });
    db.pragma('query_only = 0');
    await site.desk.done('desks.closePairing', {});
    db.pragma('query_only = 1');
    await site.desk.refused('desks.openPairing', {});
    expect((await site.desk.done('desks.list', {})).pairing).toBeNull();
    db.pragma('query_only = 0');
    expect(await machine.pair(await site.showCode())).toEqual({ kind: 'paired' });
    expect((await machine.done('session.get', {})).desk).toMatchObject({ name: 'Room 2' });
  });

  it('that never reached the new desk is repeated under the same name, and leaves no desk that nobody has the key of', async () => {
    const { desks } = site.desk.parts;
    const pair = desks.pair.bind(desks);
    const machine = await site.machine('Room 2');
    const code = await site.showCode();
    Object.assign(desks, {
      pair: (request: Parameters<typeof pair>[0]) => {
        pair(request);
        throw new Error('the answer is lost');
      },
    });
    await machine.pair(code);
    expect(machine.key.site()).toBeNull();
    Object.assign(desks, { pair });
    expect(await machine.pair(await site.showCode())).toEqual({ kind: 'paired' });
    expect((await site.desk.done('desks.list', {})).items).toMatchObject([{ name: 'Room 2' }]);
    expect(await machine.done('session.get', {})).toMatchObject({ desk: { name: 'Room 2' } });
    // It has come, so the name is its own from now on; that is on the disk, for the time after a restart.
    const other = await site.machine('Room 3');
    expect(await other.pair(await site.showCode(), 'Room 2')).toEqual({ kind: 'name-taken' });
    const [kept] = listDesks(site.desk.parts.store.db);
    expect(kept?.lastSeenMs).toBeGreaterThan(kept?.pairedAtMs ?? Number.NaN);
  });

  it('takes no code any more that was shown at a desk which has been shut out since', async () => {
    const taken = await site.paired('Room 2');
    await taken.done('desks.openPairing', {});
    const { items, pairing } = await taken.done('desks.list', {});
    await site.desk.done('desks.shutOut', { deskId: items[0]?.id ?? '' });
    const machine = await site.machine('Room 3');
    expect(await machine.pair(pairing?.code ?? '')).toEqual({ kind: 'no-code' });
    // One that was shown here goes on, so that whoever was shut out can be added anew with it.
    const other = await site.paired('Room 4');
    const code = await site.showCode();
    const [, fourth] = (await site.desk.done('desks.list', {})).items;
    await site.desk.done('desks.shutOut', { deskId: fourth?.id ?? '' });
    expect(await other.pair(code)).toEqual({ kind: 'paired' });
  });

  it('takes no code any more of a manager who was switched off, or was given a new PIN by another one', async () => {
    await site.close();
    site = await openSite({ people: { signIn: 'pin', idleMinutes: 5 } });
    const signedIn = await site.desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
    const own = { handle: signedIn.kind === 'signed-in' ? signedIn.handle : '' };
    const name = 'Jo Weber';
    await site.desk.done('staff.add', { initials: 'JW', name, role: 'manager', pin: '49305' }, own);
    const signIn = async (pin: string) => {
      const answer = await site.desk.done('staff.signIn', { initials: 'JW', pin });
      return { handle: answer.kind === 'signed-in' ? answer.handle : '' };
    };
    const machine = await site.machine('Room 2');
    const first = await site.showCode(await signIn('49305'));
    await site.desk.done('staff.setPin', { initials: 'JW', pin: '58213' }, own);
    expect(await machine.pair(first)).toEqual({ kind: 'no-code' });
    const second = await site.showCode(await signIn('58213'));
    const seen = { name, role: 'manager', active: true } as const;
    await site.desk.done('staff.change', { initials: 'JW', ...seen, active: false, seen }, own);
    expect(await machine.pair(second)).toEqual({ kind: 'no-code' });
    // A code of whoever did that goes on.
    const third = await site.showCode(own);
    await site.desk.done('staff.setPin', { initials: 'JW', pin: '72619' }, own);
    expect(await machine.pair(third)).toEqual({ kind: 'paired' });
  });

  it('refuses a name that another desk has, and leaves the code for another try', async () => {
    await (await site.paired('Room 2')).done('session.get', {});
    const machine = await site.machine('Room 3');
    const code = await site.showCode();
    expect(await machine.pair(code, 'ROOM 2')).toEqual({ kind: 'name-taken' });
    expect(await machine.pair(code, ' '.repeat(3))).toEqual({ kind: 'name-unusable' });
    expect(await machine.pair(code, 'Room 3')).toEqual({ kind: 'paired' });
  });

  it('counts wrong codes on the disk, slows them, and gives a code up after five', async () => {
    const machine = await site.machine('Room 2');
    const code = await site.showCode();
    const wrong = another(code);
    expect(await machine.pair(wrong)).toEqual({ kind: 'wrong', waitMs: 0 });
    expect(await machine.pair(wrong)).toEqual({ kind: 'wrong', waitMs: 0 });
    expect(await machine.pair(wrong)).toEqual({ kind: 'wrong', waitMs: 15_000 });
    // While it waits, not even the right one is looked at, and nothing is written down.
    const entries = latest(100).length;
    expect(await machine.pair(code)).toMatchObject({ kind: 'wait' });
    expect(latest(100)).toHaveLength(entries);
    expect(
      all(site.desk.parts.store.db, "SELECT value FROM setting WHERE key = 'wrongPairingCodes'"),
    ).toEqual([{ value: '3' }]);
    await site.desk.advance(15_001);
    expect(await machine.pair(wrong)).toEqual({ kind: 'wrong', waitMs: 30_000 });
    await site.desk.advance(30_001);
    expect(await machine.pair(wrong)).toEqual({ kind: 'wrong', waitMs: 60_000 });
    await site.desk.advance(60_001);
    expect(await machine.pair(code)).toEqual({ kind: 'no-code' });
    expect(latest(1)).toMatchObject([{ kind: 'pairing-refused', detail: { wrong: 5, codeEnded: true } }]);
    // A new code of a manager ends the wait.
    expect(await machine.pair(await site.showCode())).toEqual({ kind: 'paired' });
  });

  it('gives nothing to whoever stands between the two: their certificate is not the one that is proven', async () => {
    const { createServer, request: onward } = await import('node:https');
    const own = makeSelfSigned();
    const heard: string[] = [];
    const between = createServer(
      { key: own.key, cert: own.certificate, minVersion: 'TLSv1.3' },
      (asked, answer) => {
        const chunks: Buffer[] = [];
        asked.on('data', (chunk: Buffer) => chunks.push(chunk));
        asked.on('end', () => {
          const passed = onward(
            {
              host: '127.0.0.1',
              port: site.port,
              path: asked.url,
              method: asked.method,
              headers: asked.headers,
              rejectUnauthorized: false,
            },
            (given) => {
              answer.writeHead(given.statusCode ?? 0, given.headers);
              given.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
              given.pipe(answer);
            },
          );
          passed.end(Buffer.concat(chunks));
        });
      },
    );
    await new Promise<void>((done) => between.listen(0, '127.0.0.1', () => done()));
    const { port } = between.address() as { port: number };
    const victim = await site.machine('Room 2');
    const misled = joinSite({ address: { host: '127.0.0.1', port }, deskKey: victim.key, build: BUILD });
    const code = await site.showCode();
    expect(await misled.pair({ code, name: 'Room 2' })).toMatchObject({ kind: 'wrong' });
    expect(heard.join()).not.toContain('paired');
    expect((await site.desk.done('desks.list', {})).items).toEqual([]);
    misled.close();
    await new Promise((done) => between.close(done));
  });
});

describe('a paired desk', () => {
  it('does what the site desk does, and the activity says where it was done', async () => {
    const machine = await site.paired('Room 2');
    const visitId = site.desk.addVisit(1);
    const stop = machine.listen();
    await machine.line((line) => line.type === 'resynchronise');
    const before = machine.lines.length;
    await site.desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' });
    await machine.line((line) => machine.lines.indexOf(line) >= before && line.type === 'changed');
    const visit = await machine.done('visits.get', { visitId });
    await machine.done('visits.move', { visitId, seenVersion: visit.version, to: 'expected' });
    const { items } = await machine.done('activity.list', { limit: 2 });
    expect(items).toMatchObject([
      { kind: 'moved', desk: 'Room 2', detail: { to: 'expected' } },
      { kind: 'moved', desk: null, detail: { to: 'no-show' } },
    ]);
    // Somebody at another desk was first: refused, and the visit is as they left it.
    expect(
      await machine.refused('visits.move', { visitId, seenVersion: visit.version, to: 'cancelled' }),
    ).toMatchObject({ kind: 'conflict', reason: 'changed' });
    stop();
  });

  it('comes back after a restart of either side without a new code, and says since when it was alone', async () => {
    let machine = await site.paired('Room 2');
    machine = await machine.restarted();
    const stop = machine.listen();
    await machine.line((line) => line.type === 'resynchronise');
    await machine.done('opening.get', {});
    const board = await machine.done('board.get', {});
    await site.stop();
    await machine.line((line) => line.type === 'site-link' && line.link.kind === 'away');
    expect(machine.site.link()).toMatchObject({ kind: 'away', why: 'unreachable' });
    // The board as it last was; nothing else, and nothing is saved.
    expect(await machine.done('board.get', {})).toEqual(board);
    expect(await machine.refused('patients.count', {})).toMatchObject({
      kind: 'offline',
      reason: 'site-desk',
    });
    expect(await machine.refused('drafts.keep', { drafts: [] } as never)).toMatchObject({
      kind: 'offline',
      delivery: 'not-sent',
    });
    const length = machine.lines.length;
    await site.start();
    await machine.line((line) => machine.lines.indexOf(line) >= length && line.type === 'site-link');
    expect(machine.site.link()).toMatchObject({ kind: 'joined' });
    await machine.done('patients.count', {});
    stop();
  });

  it('shows the board of nobody else while it is alone', async () => {
    const machine = await site.paired('Room 2');
    await machine.done('board.get', {}, { handle: 'of the manager' });
    await site.stop();
    expect(await machine.call('board.get', {}, { handle: 'of the manager' })).toMatchObject({ ok: true });
    expect(await machine.refused('board.get', {}, { handle: 'of another' })).toMatchObject({
      kind: 'offline',
    });
    await site.start();
  });

  it('that is shut out while its disk is full forgets what it has shown all the same', async () => {
    const machine = await site.paired('Room 2');
    const stop = machine.listen();
    await machine.line((line) => line.type === 'resynchronise');
    await machine.done('board.get', {});
    fillDisk(machine);
    const { items } = await site.desk.done('desks.list', {});
    await site.desk.done('desks.shutOut', { deskId: items[0]?.id ?? '' });
    await machine.line((line) => line.type === 'site-link' && line.link.kind === 'unpaired');
    stop();
    expect(await machine.refused('board.get', {})).toMatchObject({ kind: 'forbidden' });
  });

  it('is answered while the disk of the site desk is full, and a stranger is refused as always', async () => {
    const machine = await site.paired('Room 2');
    const { db } = site.desk.parts.store;
    await site.desk.advance(120_000);
    db.pragma('query_only = 1');
    expect((await machine.done('board.get', {})).rows).toEqual([]);
    expect(await ask('/desk/call', { authorization: 'Desk nobody.nokey' }, '{}')).toBe(401);
    db.pragma('query_only = 0');
    await site.desk.advance(120_000);
    await machine.done('board.get', {});
    const { items } = await site.desk.done('desks.list', {});
    expect(items).toMatchObject([{ lastSeenMs: site.desk.parts.sync.serverNowMs() }]);
  });

  it('that was off while it was shut out, and is started once more before it is added again, still has its name there', async () => {
    const machine = await site.paired('Room 2');
    await machine.done('session.get', {});
    machine.close();
    const { items } = await site.desk.done('desks.list', {});
    await site.desk.done('desks.shutOut', { deskId: items[0]?.id ?? '' });
    const returned = await machine.restarted();
    expect(await returned.refused('session.get', {})).toMatchObject({ kind: 'offline' });
    const wasShutOut = { kind: 'unpaired', shutOut: true, calledLast: 'Room 2' };
    expect(returned.site.link()).toMatchObject(wasShutOut);
    const again = await returned.restarted();
    expect(again.site.link()).toMatchObject({ ...wasShutOut, shutOut: false });
  });

  it('that is shut out is cut off at once, and must be added again', async () => {
    const machine = await site.paired('Room 2');
    await machine.done('session.get', {});
    const { items } = await site.desk.done('desks.list', {});
    const deskId = items[0]?.id ?? '';
    const stop = machine.listen();
    await machine.line((line) => line.type === 'resynchronise');
    expect((await site.desk.done('desks.list', {})).items).toMatchObject([{ connected: true }]);
    const stolen = { ...machine.key.site() };
    await site.desk.done('desks.shutOut', { deskId });
    await machine.line((line) => line.type === 'site-link' && line.link.kind === 'unpaired');
    // Whoever adds it again need not remember what it was called.
    expect(machine.site.link()).toMatchObject({ kind: 'unpaired', shutOut: true, calledLast: 'Room 2' });
    expect(machine.key.site()).toBeNull();
    stop();
    // Its key opens nothing any more, however it is used, and that is written down once.
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ask('/desk/call', { authorization: `Desk ${stolen.deskId}.${stolen.key}` }, '{}')).toBe(
        410,
      );
    }
    expect(latest(3)).toMatchObject([
      { kind: 'desk-refused', detail: { desk: 'Room 2', why: 'shut-out' } },
      { kind: 'desk-shut-out', detail: { desk: 'Room 2' } },
      { kind: 'desk-paired' },
    ]);
    expect((await site.desk.done('desks.list', {})).items).toMatchObject([
      { connected: false, shutOutAtMs: expect.any(Number) },
    ]);
    expect(await site.desk.refused('desks.shutOut', { deskId })).toMatchObject({ kind: 'not-found' });
    expect(await machine.pair(await site.showCode())).toEqual({ kind: 'paired' });
  });

  it('is renamed, but to no name of another; what was done keeps the name under which it was done', async () => {
    const machine = await site.paired('Room 2');
    await site.paired('Room 3');
    const [first] = (await site.desk.done('desks.list', {})).items;
    const deskId = first?.id ?? '';
    const visitId = site.desk.addVisit(1);
    await machine.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' });
    expect(
      await site.desk.refused('desks.rename', { deskId, seenName: 'Room 2', name: 'room 3' }),
    ).toMatchObject({
      kind: 'conflict',
      reason: 'duplicate',
    });
    await site.desk.done('desks.rename', { deskId, seenName: 'Room 2', name: 'Front' });
    // From a window that has not heard of it yet.
    expect(
      await site.desk.refused('desks.rename', { deskId, seenName: 'Room 2', name: 'Back' }),
    ).toMatchObject({ kind: 'conflict', reason: 'changed' });
    // The same name, typed at both, is no news.
    await site.desk.done('desks.rename', { deskId, seenName: 'Room 2', name: 'Front' });
    const { items } = await machine.done('activity.list', { limit: 2 });
    expect(items).toMatchObject([
      { kind: 'desk-renamed', detail: { desk: 'Front', before: 'Room 2' } },
      { kind: 'moved', desk: 'Room 2' },
    ]);
    expect(await machine.done('session.get', {})).toMatchObject({ desk: { name: 'Front' } });
  });

  it('of another build is told so, and nothing is asked of the engine', async () => {
    const machine = await site.paired('Room 2');
    const newer = joinSite({
      address: { host: '127.0.0.1', port: site.port },
      deskKey: machine.key,
      build: 'a newer build',
    });
    expect(await newer.call({ name: 'board.get', input: {} })).toMatchObject({
      ok: false,
      error: { kind: 'offline', reason: 'site-desk', delivery: 'not-sent' },
    });
    expect(newer.link()).toMatchObject({ kind: 'away', why: 'other-version' });
    newer.close();
  });
});

describe('who is not let in', () => {
  it('a stranger on the network: no key, a key of nobody, no page, no file', async () => {
    expect(await ask('/desk/call', {}, '{}')).toBe(401);
    expect(await ask('/desk/call', { authorization: 'Desk a.b' }, '{}')).toBe(401);
    expect(
      await ask('/desk/events', { authorization: `Desk ${crypto.randomUUID()}.${'k'.repeat(43)}` }),
    ).toBe(401);
    for (const path of ['/', '/index.html', '/api/call', '/api/session', '/desk']) {
      expect([401, 404]).toContain(await ask(path, {}));
    }
    expect(latest(5).map(({ kind }) => kind)).toEqual(['desk-refused']);
  });

  it('a page of a browser, even with a key', async () => {
    const machine = await site.paired('Room 2');
    const { deskId, key } = machine.key.site() ?? {};
    const authorization = `Desk ${deskId}.${key}`;
    const call = JSON.stringify({ name: 'session.get', input: {} });
    expect(await ask('/desk/call', { authorization }, call)).toBe(200);
    expect(await ask('/desk/call', { authorization, origin: 'https://evil.example' }, call)).toBe(403);
    expect(await ask('/desk/events', { authorization, 'sec-fetch-site': 'same-origin' })).toBe(403);
  });

  it('a desk with the id of another: the key decides, and a sign-in is good at its own desk only', async () => {
    await site.close();
    site = await openSite({ people: { signIn: 'pin', idleMinutes: 5 } });
    const signedIn = await site.desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
    const handle = signedIn.kind === 'signed-in' ? signedIn.handle : '';
    const front = await site.machine('Front');
    expect(await front.pair(await site.showCode({ handle }))).toEqual({ kind: 'paired' });
    const back = await site.machine('Back');
    expect(await back.pair(await site.showCode({ handle }))).toEqual({ kind: 'paired' });
    const claimed = `Desk ${front.key.site()?.deskId}.${back.key.site()?.key}`;
    expect(await ask('/desk/call', { authorization: claimed }, '{}')).toBe(401);
    expect(latest(1)).toMatchObject([{ kind: 'desk-refused', detail: { desk: 'Front' } }]);
    // The handle of the site desk, carried off to another desk.
    expect(await front.refused('board.get', {}, { handle })).toMatchObject({ kind: 'not-signed-in' });
    const atFront = await front.done('staff.signIn', { initials: 'MS', pin: '80264' });
    const own = atFront.kind === 'signed-in' ? atFront.handle : '';
    await front.done('board.get', {}, { handle: own });
    expect(await back.refused('board.get', {}, { handle: own })).toMatchObject({ kind: 'not-signed-in' });
    expect(await site.desk.refused('board.get', {}, { handle: own })).toMatchObject({
      kind: 'not-signed-in',
    });
    // Shut out, whoever was signed in there is signed out.
    const deskId = front.key.site()?.deskId ?? '';
    await site.desk.done('desks.shutOut', { deskId }, { handle });
    expect(site.desk.parts.signIns.personOf(own, deskId)).toBeNull();
  });

  it('somebody who guesses PINs through a further desk: slowed for the person, and the desk is written down', async () => {
    await site.close();
    site = await openSite({ people: { signIn: 'pin', idleMinutes: 5 } });
    const signedIn = await site.desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
    const handle = signedIn.kind === 'signed-in' ? signedIn.handle : '';
    const machine = await site.machine('Front');
    await machine.pair(await site.showCode({ handle }));
    for (const pin of ['1111', '2222', '3333']) {
      expect(await machine.done('staff.signIn', { initials: 'MS', pin })).toMatchObject({ kind: 'wrong' });
    }
    expect(await machine.done('staff.signIn', { initials: 'MS', pin: '80264' })).toMatchObject({
      kind: 'wait',
    });
    expect(await machine.refused('desks.list', {})).toMatchObject({ kind: 'not-signed-in' });
    const { items } = await site.desk.done('activity.list', { limit: 1 }, { handle });
    expect(items).toMatchObject([{ kind: 'sign-in-refused', desk: 'Front', detail: { wrongPins: 3 } }]);
  });

  it('plain HTTP, and TLS older than 1.3', async () => {
    const plain = await new Promise<string>((done) => {
      const socket = connectPlain(site.port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => done(text));
      socket.on('close', () => done(text));
    });
    expect(plain).not.toContain('HTTP/1.1 2');
    const older = await new Promise<string>((done) => {
      const socket = connect({
        host: '127.0.0.1',
        port: site.port,
        maxVersion: 'TLSv1.2',
        rejectUnauthorized: false,
      });
      socket.on('secureConnect', () => done(socket.getProtocol() ?? ''));
      socket.on('error', (error) => done(String((error as NodeJS.ErrnoException).code)));
    });
    expect(older).toMatch(/PROTOCOL_VERSION|ECONNRESET/);
    // Once an hour, so that nobody can fill the activity.
    await expect
      .poll(() => latest(5), { timeout: 15_000 })
      .toMatchObject([{ kind: 'desk-refused', detail: { desk: null, why: 'unprotected' } }]);
  });

  it('a pairing that was overheard and is said again, while no code is shown and while another is', async () => {
    const { desks } = site.desk.parts;
    const heard: unknown[] = [];
    const pair = desks.pair.bind(desks);
    Object.assign(desks, {
      pair: (request: Parameters<typeof pair>[0]) => {
        heard.push(request);
        return pair(request);
      },
    });
    await site.paired('Room 2');
    const again = (): Promise<number> => ask('/pairing', {}, JSON.stringify(heard[0]));
    await again();
    expect(latest(1)).toMatchObject([{ kind: 'desk-refused', detail: { desk: null, why: 'unknown' } }]);
    await site.showCode();
    await again();
    expect(latest(1)).toMatchObject([{ kind: 'pairing-refused', detail: { wrong: 1 } }]);
    expect(heard).toHaveLength(3);
    expect((await site.desk.done('desks.list', {})).items).toMatchObject([{ name: 'Room 2' }]);
  });

  it('a role that calls what is for another, past the screens', async () => {
    await site.close();
    site = await openSite({ people: { signIn: 'pin', idleMinutes: 5 } });
    const signedIn = await site.desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
    const handle = signedIn.kind === 'signed-in' ? signedIn.handle : '';
    await site.desk.done(
      'staff.add',
      { initials: 'RT', name: 'Rosa Turner', role: 'reception', pin: '4711' },
      { handle },
    );
    const front = await site.machine('Front');
    await front.pair(await site.showCode({ handle }));
    const rosa = await front.done('staff.signIn', { initials: 'RT', pin: '4711' });
    const own = rosa.kind === 'signed-in' ? rosa.handle : '';
    const newPin = { initials: 'MS', pin: '90817' };
    for (let times = 0; times < 3; times += 1) {
      expect(await front.refused('staff.setPin', newPin, { handle: own })).toMatchObject({
        kind: 'not-allowed',
        roles: ['manager'],
      });
    }
    expect(await front.refused('desks.list', {}, { handle: own })).toMatchObject({ kind: 'not-allowed' });
    const { items } = await site.desk.done('activity.list', { limit: 2 }, { handle });
    expect(items).toMatchObject([
      {
        kind: 'operation-refused',
        actor: 'RT',
        desk: 'Front',
        detail: { operation: 'staff.setPin', role: 'reception' },
      },
      { kind: 'signed-in', actor: 'RT' },
    ]);
    expect(await site.desk.done('staff.signIn', { initials: 'MS', pin: '80264' })).toMatchObject({
      kind: 'signed-in',
    });
  });

  it('another site at the address: it is sent nothing', async () => {
    const machine = await site.paired('Room 2');
    const written: string[] = [];
    const joined = joinSite({
      address: { host: '127.0.0.1', port: site.port },
      deskKey: machine.key,
      build: BUILD,
      log: { warn: (message) => written.push(message) },
    });
    await site.stop();
    const { createServer } = await import('node:https');
    const other = makeSelfSigned();
    const heard: string[] = [];
    const server = createServer({ key: other.key, cert: other.certificate }, (asked, answer) => {
      heard.push(asked.url ?? '');
      answer.end('{"ok":true,"value":{}}');
    });
    await new Promise<void>((done) => server.listen(site.port, '127.0.0.1', () => done()));
    expect(await machine.refused('session.get', {})).toMatchObject({ kind: 'offline', delivery: 'not-sent' });
    expect(machine.site.link()).toMatchObject({ kind: 'away', why: 'another' });
    for (let times = 0; times < 2; times += 1) await joined.call({ name: 'session.get', input: {} });
    expect(written).toEqual([
      'another machine answers at the address of the site desk; nothing is sent to it',
    ]);
    joined.close();
    expect(heard).toEqual([]);
    await new Promise((done) => server.close(done));
    await site.start();
    await machine.done('session.get', {});
    expect(machine.site.link()).toMatchObject({ kind: 'joined' });
  });
});

describe('the certificate', () => {
  it('stays the same, and its key cannot be used without the key of the database', async () => {
    const databaseKey = new Uint8Array(32).fill(5);
    const again = await siteCertificateIn(site.folder, { databaseKey: databaseKey, mode: 'live' });
    expect(again.fingerprint).toBe(site.fingerprint);
    await expect(
      siteCertificateIn(site.folder, { databaseKey: new Uint8Array(32).fill(6), mode: 'live' }),
    ).rejects.toThrow('paired again');
    const line = openPinnedLine({ host: '127.0.0.1', port: site.port }, again.certificate);
    expect((await line.post('/nothing', {}, { headers: {}, timeoutMs: 5_000 })).status).toBe(404);
    line.close();
  });

  it('is had from the database where its file is damaged, so that no further desk meets another machine', async () => {
    const key = { databaseKey: new Uint8Array(32).fill(5), mode: 'live' } as const;
    const file = join(site.folder, 'site-certificate.json');
    const kept = site.desk.parts.desks.keptCertificate();
    writeFileSync(file, '{"version":1,', { mode: 0o600 });
    expect((await siteCertificateIn(site.folder, key, kept)).fingerprint).toBe(site.fingerprint);
    // It is in its place again.
    expect((await siteCertificateIn(site.folder, key)).fingerprint).toBe(site.fingerprint);
  });

  it('is a new one where its file was removed: its key may be somebody else’s', async () => {
    const key = { databaseKey: new Uint8Array(32).fill(5), mode: 'live' } as const;
    rmSync(join(site.folder, 'site-certificate.json'));
    const kept = site.desk.parts.desks.keptCertificate();
    expect((await siteCertificateIn(site.folder, key, kept)).fingerprint).not.toBe(site.fingerprint);
  });

  it('of training stands in nobody’s way when the same data folder goes live, and each stays what it was', async () => {
    const [liveKey, trainingKey] = [5, 6].map((byte) => new Uint8Array(32).fill(byte)) as [
      Uint8Array,
      Uint8Array,
    ];
    const folder = mkdtempSync(join(tmpdir(), 'drawdesk-certificate-'));
    const of = async (mode: 'live' | 'training'): Promise<string> =>
      (await siteCertificateIn(folder, { databaseKey: mode === 'live' ? liveKey : trainingKey, mode: mode }))
        .fingerprint;
    const training = await of('training');
    const live = await of('live');
    expect(live).not.toBe(training);
    expect([await of('training'), await of('live')]).toEqual([training, live]);
    rmSync(folder, { recursive: true });
  });

  it('of training that an older version made stops no live start, though nobody has trained since', async () => {
    const trainingKey = new Uint8Array(32).fill(6);
    const folder = mkdtempSync(join(tmpdir(), 'drawdesk-certificate-'));
    const training = { guard: 'file', wrapped: Buffer.from(trainingKey).toString('base64') };
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ version: 1, training }), { mode: 0o600 });
    const made = makeSelfSigned();
    keepSiteCertificate(folder, { databaseKey: trainingKey, mode: 'live' }, made);
    const live = await siteCertificateIn(folder, { databaseKey: new Uint8Array(32).fill(5), mode: 'live' });
    expect(live.certificate).not.toBe(made.certificate);
    expect(
      (await siteCertificateIn(folder, { databaseKey: trainingKey, mode: 'training' })).certificate,
    ).toBe(made.certificate);
    expect(
      (await siteCertificateIn(folder, { databaseKey: new Uint8Array(32).fill(5), mode: 'live' }))
        .certificate,
    ).toBe(live.certificate);
    rmSync(folder, { recursive: true });
  });

  it('of training that an older version made goes on to be the one of training', async () => {
    const key = new Uint8Array(32).fill(6);
    const folder = mkdtempSync(join(tmpdir(), 'drawdesk-certificate-'));
    const made = makeSelfSigned();
    keepSiteCertificate(folder, { databaseKey: key, mode: 'live' }, made);
    expect((await siteCertificateIn(folder, { databaseKey: key, mode: 'training' })).certificate).toBe(
      made.certificate,
    );
    await expect(
      siteCertificateIn(folder, { databaseKey: new Uint8Array(32).fill(5), mode: 'live' }),
    ).resolves.toMatchObject({
      certificate: expect.not.stringContaining(made.certificate),
    });
    expect((await siteCertificateIn(folder, { databaseKey: key, mode: 'training' })).certificate).toBe(
      made.certificate,
    );
    rmSync(folder, { recursive: true });
  });
});
