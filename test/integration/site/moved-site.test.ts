// A site desk that answers at another address, as after a take-over: its further desks know it by its certificate and go on with
// the keys they have, and nobody else gets anything from them. Over real TLS.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSelfSigned } from '../../../src/adapters/self-signed.ts';
import { openDeskKey } from '../../../src/app/desk-key.ts';
import { joinSite } from '../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../src/app/joined-site.ts';
import { readSetting } from '../../../src/core/store/desk/settings.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { listenForDesks } from '../../../src/web-host/site-listener.ts';
import { BUILD, openSite } from './support/site-under-test.ts';
import type { SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
let folder: string;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  site = await openSite();
  folder = mkdtempSync(join(site.folder, 'machine-'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await site.close();
});

/** The further desk of `folder`, started for a site desk at this port. */
async function startedFor(port: number): Promise<JoinedSite> {
  const deskKey = await openDeskKey(folder, `127.0.0.1:${port}`);
  const joined = joinSite({ address: { host: '127.0.0.1', port }, deskKey, build: BUILD });
  ends.push(() => joined.close());
  return joined;
}

async function paired(): Promise<JoinedSite> {
  const joined = await startedFor(site.port);
  expect(await joined.pair({ code: await site.showCode(), name: 'Room 2' })).toEqual({ kind: 'paired' });
  return joined;
}

/** The site answers at one more port. */
async function moved(port = 0): Promise<number> {
  const certificate = readSetting(site.desk.parts.store.db, 'siteCertificate');
  if (!certificate) throw new Error('the site keeps no certificate');
  const host = await listenForDesks(
    {
      engine: {
        call: (call, at) => site.desk.callAs(call, at),
        subscribe: (cursor, listener) => site.desk.subscribe(cursor, listener),
      },
      desks: site.desk.parts.desks,
      printing: site.desk.parts.deskPrinting,
      build: BUILD,
    },
    { at: { address: '127.0.0.1', port }, certificate: { ...certificate, fingerprint: site.fingerprint } },
  );
  ends.push(() => host.close());
  return Number(host.addresses[0]?.split(':')[1]);
}

const ask = (desk: JoinedSite): Promise<Result<unknown>> => desk.call({ name: 'session.get', input: {} });
const answered = (desk: JoinedSite) => expect.poll(() => ask(desk), { timeout: 15_000 });
const keys = (): string => readFileSync(join(folder, 'further-desk.json'), 'utf8');

it('is known at its new address, where a paired desk goes on with its key, and at the old one again', async () => {
  (await paired()).close();
  const [, key] = /"key": "([\w-]+)"/.exec(keys()) ?? [];
  const port = await moved();
  const again = await startedFor(port);
  await answered(again).toMatchObject({ ok: true, value: { desk: { name: 'Room 2' } } });
  expect(again.link()).toMatchObject({ kind: 'joined', address: `127.0.0.1:${port}` });
  expect((await site.desk.done('desks.list', {})).items).toHaveLength(1);
  expect(JSON.parse(keys())).toMatchObject({ sites: { [`127.0.0.1:${port}`]: { key } } });
  again.close();
  await answered(await startedFor(site.port)).toMatchObject({ ok: true });
});

it('does not let a desk in that was shut out, and that desk says so', async () => {
  (await paired()).close();
  const [desk] = (await site.desk.done('desks.list', {})).items;
  await site.desk.done('desks.shutOut', { deskId: desk?.id ?? '' });
  const out = await startedFor(await moved());
  await answered(out).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
  expect(out.link()).toMatchObject({ kind: 'unpaired', shutOut: true });
  expect(keys()).not.toContain('certificate');
});

it('is waited for where nobody answers yet', async () => {
  (await paired()).close();
  const port = await moved();
  await ends.pop()?.();
  const early = await startedFor(port);
  expect(await ask(early)).toMatchObject({ ok: false, error: { kind: 'offline', delivery: 'not-sent' } });
  expect(early.link()).toMatchObject({ kind: 'away', why: 'unreachable' });
  await moved(port);
  await answered(early).toMatchObject({ ok: true });
});

it('is not taken for another site, which is sent nothing and can be joined with its own code', async () => {
  (await paired()).close();
  const other = makeSelfSigned();
  const heard: string[] = [];
  const server = createServer({ key: other.key, cert: other.certificate }, (asked, answer) => {
    heard.push(`${asked.url} ${asked.headers.authorization ?? ''}`);
    answer.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => new Promise((done) => server.close(done)));
  const lost = await startedFor((server.address() as AddressInfo).port);
  await expect
    .poll(() => lost.link(), { timeout: 15_000 })
    .toMatchObject({ kind: 'unpaired', shutOut: false });
  expect(await ask(lost)).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
  expect(heard).toEqual([]);
  // The key for the first site is still there.
  lost.close();
  await answered(await startedFor(site.port)).toMatchObject({ ok: true });
});
