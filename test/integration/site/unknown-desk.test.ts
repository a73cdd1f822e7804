// A site desk that shows its certificate and does not know a desk that it once added, as one made from an older backup: the desk keeps
// its key, says so, and goes on by itself once it is known again. Only a desk that was shut out drops its key.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDeskKey } from '../../../src/app/desk-key.ts';
import { joinSite } from '../../../src/app/joined-site.ts';
import { BUILD, openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  site = await openSite();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await site.close();
});

const QUESTION = { name: 'session.get', input: {} };
const UNKNOWN = { kind: 'away', why: 'unknown-desk' };
/** Resolves when the machine's windows were told so. */
const told = (machine: Machine, link: object): Promise<unknown> =>
  expect.poll(() => machine.site.link(), { timeout: 10_000 }).toMatchObject(link);

it('keeps the key of a desk that it does not know, which goes on with it once it is known again', async () => {
  const machine = await site.paired('Room 2');
  const key = machine.key.site();
  ends.push(machine.listen());
  await machine.line((line) => line.type === 'resynchronise');
  await machine.done('board.get', {});

  // An empty disk stands for the backup from before the desk was added.
  const left = await site.kill();
  await site.startAgain({});
  await told(machine, UNKNOWN);
  expect(machine.key.site()).toEqual(key);
  expect(await machine.refused('patients.count', {})).toMatchObject({
    kind: 'offline',
    delivery: 'not-sent',
  });
  // Not even what was shown before is shown to whoever asks anew.
  expect(await machine.refused('board.get', {})).toMatchObject({ kind: 'offline' });
  // The same after a restart of either.
  const again = await machine.restarted();
  expect(await again.refused('board.get', {})).toMatchObject({ kind: 'offline', delivery: 'not-sent' });
  expect(again.site.link()).toMatchObject(UNKNOWN);
  ends.push(again.listen());

  await site.kill();
  await site.startAgain({ goesOnFrom: left });
  await told(again, { kind: 'joined' });
  expect(await again.done('session.get', {})).toMatchObject({ desk: { name: 'Room 2' } });
});

it('adds such a desk anew with a code, under its old name', async () => {
  const machine = await site.paired('Room 2');
  const before = machine.key.site();
  await site.kill();
  await site.startAgain({});
  await machine.refused('board.get', {});
  expect(machine.site.link()).toMatchObject(UNKNOWN);
  expect(await machine.pair(await site.showCode())).toEqual({ kind: 'paired' });
  expect(machine.site.link()).toMatchObject({ kind: 'joined' });
  expect(machine.key.site()?.key).not.toBe(before?.key);
  expect(await machine.done('session.get', {})).toMatchObject({ desk: { name: 'Room 2' } });
});

it('says of printing work that it was not heard, so that what came of it is told once more', async () => {
  const machine = await site.paired('Room 2');
  await site.kill();
  await site.startAgain({});
  const limits = { timeoutMs: 5_000, signal: new AbortController().signal };
  expect(await machine.site.ask('/desk/printing/step', {}, limits)).toBeNull();
  expect(machine.key.site()).not.toBeNull();
});

it('tells a desk that was shut out so, and nobody else', async () => {
  const machine = await site.paired('Room 2');
  const other = await site.paired('Room 3');
  const [{ id = '' } = {}] = (await site.desk.done('desks.list', {})).items;
  await site.desk.done('desks.shutOut', { deskId: id });
  // Whoever knows which desk was shut out, and has not its key, is a stranger.
  const folder = mkdtempSync(join(site.folder, 'machine-'));
  const own = await openDeskKey(folder, `127.0.0.1:${site.port}`);
  const known = other.key.site();
  if (!known) throw new Error('Room 3 has no key');
  own.keep({ ...known, deskId: id });
  const stranger = joinSite({
    address: { host: '127.0.0.1', port: site.port },
    deskKey: own,
    build: BUILD,
  });
  ends.push(() => stranger.close());
  await stranger.call(QUESTION);
  expect(stranger.link()).toMatchObject(UNKNOWN);
  expect(await machine.refused('board.get', {})).toMatchObject({ kind: 'offline', delivery: 'not-sent' });
  expect(machine.site.link()).toMatchObject({ kind: 'unpaired', shutOut: true });
  expect(machine.key.site()).toBeNull();
});
