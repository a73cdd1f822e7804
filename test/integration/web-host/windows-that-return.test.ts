// How long a window stays known: its bearer's end, its session over restarts, and a second start of the desk.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { DeskProof } from '../../../src/contract/desk-proof.ts';
import { askForLink } from '../../../src/web-host/door.ts';
import { proofOf } from '../../../src/web-host/proof.ts';
import { HOUR_MS, MASTER, MINUTE_MS, SECOND_MS, START_MS, useWebHost } from './support/host-under-test.ts';

const desk = useWebHost();
const { start, json, ask, openSession, bearerFor, callWith, resume } = desk;

describe('a bearer ends', () => {
  test('when it is not used for a quarter of an hour, and not before', async () => {
    const bearer = await bearerFor();
    for (let count = 0; count < 10; count += 1) {
      desk.nowMs += 14 * MINUTE_MS;
      expect((await callWith(bearer)).status).toBe(200);
    }
    desk.nowMs += 16 * MINUTE_MS;
    expect((await callWith(bearer)).status).toBe(401);
  });

  test('with its window signing out, which ends its copies and what they came from', async () => {
    const first = await openSession();
    const copy = await resume(first);
    const other = await openSession();
    const authorization = `Bearer ${first.bearer}`;
    expect((await ask('/api/sign-out', {}, json({ authorization }))).status).toBe(200);
    for (const bearer of [first.bearer, copy?.bearer ?? '']) {
      expect((await callWith(bearer)).status).toBe(401);
    }
    expect(await resume(first)).toBeNull();
    expect(copy && (await resume(copy))).toBeNull();
    expect((await callWith(other.bearer)).status).toBe(200);
  });

  test('with the desk', async () => {
    const { bearer } = await openSession();
    await desk.host.close();
    await start(desk.host.port);
    expect((await callWith(bearer)).status).toBe(401);
  });
});

describe('a window comes back', () => {
  test('after a restart of the desk at the same port, with a new bearer', async () => {
    const kept = await openSession();
    await desk.host.close();
    desk.nowMs += HOUR_MS;
    await start(desk.host.port);
    const back = await resume(kept);
    expect((await callWith(back?.bearer ?? '')).status).toBe(200);
  });

  test('and learns that the desk was updated meanwhile', async () => {
    const kept = await openSession();
    expect(kept).toMatchObject({ build: 'build-1' });
    await desk.host.close();
    desk.build = 'build-2';
    await start(desk.host.port);
    expect(await resume(kept)).toMatchObject({ build: 'build-2' });
  });

  test('to a desk that can open the same data folder, and to no other', async () => {
    const kept = await openSession();
    await desk.host.close();
    await start(desk.host.port, { master: new Uint8Array(32).fill(4) });
    await expect(resume(kept)).rejects.toThrow('this is not the desk');
  });

  test('at the port where it was opened, and at no other', async () => {
    const kept = await openSession();
    await desk.host.close();
    await start();
    await expect(resume(kept)).rejects.toThrow('this is not the desk');
  });

  test('for a day after it was last there, for a month in all', async () => {
    let kept = await openSession();
    for (let day = 0; day < 29; day += 1) {
      desk.nowMs += 23 * HOUR_MS;
      const renewed = await resume(kept);
      expect(renewed, `day ${day}`).not.toBeNull();
      kept = renewed ?? kept;
    }
    desk.nowMs += 25 * HOUR_MS;
    expect(await resume(kept)).toBeNull();

    kept = await openSession();
    for (let hours = 0; hours < 29 * 24; hours += 20) {
      desk.nowMs += 20 * HOUR_MS;
      kept = (await resume(kept)) ?? kept;
    }
    desk.nowMs += 20 * HOUR_MS;
    kept = (await resume(kept)) ?? kept;
    desk.nowMs += 20 * HOUR_MS;
    expect(await resume(kept)).toBeNull();
  });

  test('not when its session says other times than it was given', async () => {
    const kept = await openSession();
    const [family = '', started = '', issued = ''] = kept.session.split('.');
    desk.nowMs += HOUR_MS;
    const later = (Number.parseInt(issued, 36) + 60).toString(36);
    await expect(resume({ ...kept, session: `${family}.${started}.${later}` })).rejects.toThrow(
      'this is not the desk',
    );
  });

  test('not when the desk has forgotten who was signed out since', async () => {
    const kept = await openSession();
    await desk.host.close();
    desk.nowMs += 2 * SECOND_MS;
    await start(desk.host.port, { sessionsFromMs: START_MS + desk.nowMs });
    expect(await resume(kept)).toBeNull();
  });

  test('not when it was opened in the very second from which on sessions count; one opened in that second since does', async () => {
    desk.nowMs += 100;
    const kept = await openSession();
    await desk.host.close();
    desk.nowMs += 400;
    await start(desk.host.port, { sessionsFromMs: START_MS + desk.nowMs });
    expect(await resume(kept)).toBeNull();
    const opened = await openSession();
    expect(await resume(opened)).not.toBeNull();
  });

  test('and who was signed out stays so after a restart', async () => {
    let noted: ReadonlyMap<string, number> = new Map();
    await desk.host.close();
    await start(0, { onSignedOut: (signedOut) => (noted = new Map(signedOut)) });
    const kept = await openSession();
    await ask('/api/sign-out', {}, json({ authorization: `Bearer ${kept.bearer}` }));
    await desk.host.close();
    await start(desk.host.port, { signedOut: noted });
    expect(await resume(kept)).toBeNull();
  });

  test('not by a proof that was overheard, is old, or is the desk’s own', async () => {
    const kept = await openSession();
    const windowNonce = 'w'.repeat(32);
    const challenge = async (): Promise<DeskProof> =>
      JSON.parse(
        (await ask('/api/challenge', { party: kept.session, nonce: windowNonce })).body,
      ) as DeskProof;
    const answer = async (deskNonce: string, proof: string): Promise<number> =>
      (await ask('/api/resume', { party: kept.session, nonce: windowNonce, deskNonce, proof })).status;
    const proofFor = (deskNonce: string): string =>
      proofOf(kept.secret, 'window', { party: kept.session, port: desk.host.port, windowNonce, deskNonce });

    const overheard = await challenge();
    expect(await answer(overheard.nonce, overheard.proof)).toBe(401);
    expect(await answer('made-up', proofFor('made-up'))).toBe(401);
    desk.nowMs += 31 * SECOND_MS;
    expect(await answer(overheard.nonce, proofFor(overheard.nonce))).toBe(401);
    const fresh = await challenge();
    expect(await answer(fresh.nonce, proofFor(fresh.nonce))).toBe(200);
  });

  test.each(['', 'x', 'a.b.c', `${'A'.repeat(22)}.zzzzzzzzz.zzzzzzzzz`, `${'A'.repeat(22)}.1.1`])(
    'not as the session "%s"',
    async (party) => {
      expect((await ask('/api/challenge', { party, nonce: 'n' })).status).toBe(401);
    },
  );
});

describe('a second start of the desk', () => {
  test('gets a link when it can open the data folder', async () => {
    const link = { port: desk.host.port, master: MASTER };
    expect(await askForLink({ ...link, withFile: true })).toEqual({
      address: 'http://link',
      file: '/file',
      site: null,
      takesDesks: null,
      shows: null,
      settings: null,
    });
    expect(await askForLink({ ...link, withFile: false })).toEqual({
      address: 'http://link',
      file: null,
      site: null,
      takesDesks: null,
      shows: null,
      settings: null,
    });
  });

  test('gets none otherwise, nor from somebody who is not the desk', async () => {
    const other = new Uint8Array(32).fill(4);
    expect(await askForLink({ port: desk.host.port, master: other, withFile: false })).toBeNull();
    const heard: string[] = [];
    const impostor = createServer((incoming, answer) => {
      incoming.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ nonce: '0.x', proof: 'A'.repeat(43), address: 'http://evil', file: null }));
    });
    await new Promise<void>((done) => impostor.listen(0, '127.0.0.1', done));
    const { port } = impostor.address() as AddressInfo;
    expect(await askForLink({ port, master: MASTER, withFile: false })).toBeNull();
    impostor.close();
    // It was asked to prove itself, and told nothing after it could not.
    expect(heard).toHaveLength(1);
  });
});
