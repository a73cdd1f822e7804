// Staff badges: what one is good for at a locked window, who gives and takes them, and what somebody tries with codes.
import { afterEach, describe, expect, it } from 'vitest';
import { createBadgeTries } from '../../../src/core/badge-tries.ts';
import { all } from '../../../src/core/store/db/database.ts';
import { writeSetting } from '../../../src/core/store/desk/settings.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import type { BadgeUse } from '../../../src/domain/staff.ts';
import { makeScryptCheap } from '../../support/cheap-scrypt.ts';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { IDENTIFIERS } from './support/desk-steps.ts';

// The PINs of people.test.ts take as long as in a clinic; here they would be nearly all of the time.
makeScryptCheap();

const LONG = 'K7QF2M9XW3TB';
const SHORT = '004711';
const MINUTE_MS = 60_000;

let desk: TestDesk;
let manager: string;
afterEach(() => desk.close());

async function open(badge?: BadgeUse, scanner: Parameters<typeof openTestDesk>[0] = {}): Promise<void> {
  desk = openTestDesk({ ...scanner, people: { signIn: 'pin', idleMinutes: 5, ...(badge ? { badge } : {}) } });
  const first = await desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
  if (first.kind !== 'signed-in') throw new Error('The manager was not signed in.');
  manager = first.handle;
  const jo = { initials: 'JB', name: 'Jo Brand', role: 'phlebotomist', pin: '4711' } as const;
  await desk.done('staff.add', jo, { handle: manager });
}
const give = (badge: string | null, initials = 'JB') =>
  desk.done('staff.setBadge', { initials, badge }, { handle: manager });
const refusedFor = (badge: string, initials = 'JB') =>
  desk.refused('staff.setBadge', { initials, badge }, { handle: manager });
const scan = (text: string) => desk.done('staff.useBadge', { text });
const atOpenWindow = (text: string) =>
  desk.done('scan.submit', { text, visitId: null, source: 'scanner' }, { handle: manager });
async function switchOff(): Promise<void> {
  const seen = { name: 'Jo Brand', role: 'phlebotomist', active: true } as const;
  await desk.done('staff.change', { initials: 'JB', ...seen, active: false, seen }, { handle: manager });
}
const kinds = (limit = 50) => listActivity(desk.parts.store.db, { limit }).map(({ kind }) => kind);

describe('a badge', () => {
  it('chooses its person, who still needs the PIN, where the site says nothing else', async () => {
    await open();
    expect(await desk.done('staff.me', {})).toMatchObject({ badge: 'off' });
    expect(await give(LONG)).toEqual({ initials: 'JB', goodAlone: true });
    expect(await desk.done('staff.me', {})).toMatchObject({ badge: 'choose' });
    const read = await scan(LONG);
    expect(read).toEqual({
      kind: 'chosen',
      person: { initials: 'JB', name: 'Jo Brand', role: 'phlebotomist' },
    });
    expect(kinds()).not.toContain('signed-in');
  });

  it('signs in without a PIN where the site sets so, and that is written down', async () => {
    await open('sign-in');
    await give(LONG);
    const read = await scan(LONG);
    if (read.kind !== 'signed-in') throw new Error(`not signed in: ${read.kind}`);
    expect(await desk.done('staff.me', {}, { handle: read.handle })).toMatchObject({
      person: { initials: 'JB', role: 'phlebotomist' },
    });
    expect(await desk.refused('staff.people', {}, { handle: read.handle })).toMatchObject({
      kind: 'not-allowed',
    });
    expect(listActivity(desk.parts.store.db, { limit: 1 })).toMatchObject([
      { kind: 'signed-in', actor: 'JB', detail: { role: 'phlebotomist', by: 'badge' } },
    ]);
  });

  it('with a code that can be guessed never signs in without a PIN', async () => {
    await open('sign-in');
    expect(await give(SHORT)).toEqual({ initials: 'JB', goodAlone: false });
    expect(await scan(SHORT)).toMatchObject({ kind: 'chosen', person: { initials: 'JB' } });
  });

  it.each(['\r', ']C0', ']d1'])('is the same however the scanner frames it (%j)', async (extra) => {
    await open('choose', { scanner: { prefix: '*', trailer: '', suffix: 'Enter', idleMs: 150 } });
    await give(LONG.toLowerCase());
    const text = extra.startsWith(']') ? `${extra}*${LONG}` : `*${LONG}${extra}`;
    expect(await scan(text)).toMatchObject({ kind: 'chosen' });
  });

  it('that is lost is taken away: it is nobody’s, and whoever signed in with it is signed out', async () => {
    await open('sign-in');
    await give(LONG);
    const read = await scan(LONG);
    if (read.kind !== 'signed-in') throw new Error(`not signed in: ${read.kind}`);
    await give(null);
    expect(await desk.refused('board.get', {}, { handle: read.handle })).toMatchObject({
      kind: 'not-signed-in',
    });
    await give(LONG, 'MS');
    const found = await scan(LONG);
    if (found.kind !== 'signed-in') throw new Error(`not signed in: ${found.kind}`);
    // Their own, at this window.
    await give('ANOTHERCODE99', 'MS');
    expect(await desk.refused('board.get', {}, { handle: found.handle })).toMatchObject({
      kind: 'not-signed-in',
    });
    expect(await scan(LONG)).toEqual({ kind: 'unknown' });
    expect(await desk.done('staff.people', {}, { handle: manager })).toMatchObject({
      badgeUse: 'sign-in',
      items: [
        { initials: 'JB', hasBadge: false },
        { initials: 'MS', hasBadge: true },
      ],
    });
    expect(
      listActivity(desk.parts.store.db, { limit: 50 })
        .filter(({ kind }) => kind === 'staff-badge-set')
        .map(({ actor, detail }) => [actor, detail['initials'], detail['given']]),
    ).toEqual([
      ['MS', 'MS', true],
      ['MS', 'MS', true],
      ['MS', 'JB', false],
      ['MS', 'JB', true],
    ]);
  });

  it('is known where somebody else is signed in, and its code is never sent to the service', async () => {
    await open();
    await give(LONG);
    const find = (text: string) => desk.done('registrations.find', { text }, { handle: manager });
    expect(await find(LONG)).toMatchObject({
      rows: [],
      askedService: false,
      badgeOf: { initials: 'JB', name: 'Jo Brand' },
    });
    await desk.setLine({ up: true, reading: false });
    expect(await find(LONG.toLowerCase())).toMatchObject({
      askedService: false,
      badgeOf: { initials: 'JB' },
    });
    expect(JSON.stringify(desk.service.requests).toUpperCase()).not.toContain(LONG);
    const keptFor = all<{ name: string }>(desk.parts.store.db, 'SELECT name FROM command_answer');
    expect(keptFor.map(({ name }) => name)).not.toContain('registrations.find');
    expect(await find('NOBODYSBADGE1')).toMatchObject({ askedService: true, badgeOf: null });
    await give(null);
    expect(await find(LONG)).toMatchObject({ askedService: true, badgeOf: null });
  });

  it('is known as it is typed, as the camera reads it and as the scanner sends it, where that adds its first letter', async () => {
    await open('sign-in', { scanner: { prefix: 'K', trailer: '', suffix: 'Enter', idleMs: 150 } });
    await give(LONG);
    for (const text of [LONG, `]C0${LONG}`, `K${LONG}`]) {
      expect(await scan(text)).toMatchObject({ kind: 'signed-in', person: { initials: 'JB' } });
      expect(await atOpenWindow(text)).toMatchObject({ kind: 'badge', holder: { initials: 'JB' } });
    }
  });

  it('of somebody who was switched off opens nothing, and is known as theirs', async () => {
    await open('sign-in');
    await give(LONG);
    await give('ANOTHERCODE99', 'MS');
    await switchOff();
    const person = { initials: 'JB', name: 'Jo Brand', role: 'phlebotomist' };
    // However often: it is no try to guess one.
    for (let time = 0; time < 12; time += 1)
      expect(await scan(LONG)).toEqual({ kind: 'switched-off', person });
    expect(kinds()).not.toContain('signed-in');
    expect(await scan('ANOTHERCODE99')).toMatchObject({ kind: 'signed-in' });
  });

  it('of somebody who was switched off is never sent to the service, nor where badges are good for nothing', async () => {
    for (const use of ['choose', 'off'] as const) {
      if (use === 'off') await desk.close();
      await open(use);
      await give(LONG);
      await switchOff();
      await desk.setLine({ up: true, reading: false });
      const badgeOf = { initials: 'JB', name: 'Jo Brand', active: false };
      expect(await desk.done('registrations.find', { text: LONG }, { handle: manager })).toMatchObject({
        rows: [],
        askedService: false,
        badgeOf,
      });
      expect(await atOpenWindow(LONG)).toEqual({ kind: 'badge', holder: badgeOf });
      expect(JSON.stringify(desk.service.requests).toUpperCase()).not.toContain(LONG);
    }
  });

  it('at an open window is known before its code is taken for one that nobody knows', async () => {
    await open('choose', { scanner: { prefix: '*', trailer: '', suffix: 'Enter', idleMs: 150 } });
    await give(LONG);
    const holder = { initials: 'JB', name: 'Jo Brand', active: true };
    expect(await atOpenWindow(`*${LONG.toLowerCase()}\r`)).toEqual({ kind: 'badge', holder });
    expect(await atOpenWindow('NOBODYSBADGE1')).toMatchObject({ kind: 'unknown', text: 'NOBODYSBADGE1' });
    // What is known here comes first.
    desk.addVisit(1);
    expect(await atOpenWindow('DRW-AAA001')).toMatchObject({ kind: 'visit' });
  });

  it('that was scanned too slowly into the search is known there too, and whoever is searched for comes first', async () => {
    await open();
    await give(LONG);
    await give('PAYNEFORD', 'MS');
    const typed = (text: string) =>
      desk.done('scan.submit', { text, visitId: null, source: 'typed' }, { handle: manager });
    expect(await typed(LONG)).toEqual({
      kind: 'badge',
      holder: { initials: 'JB', name: 'Jo Brand', active: true },
    });
    expect(await typed('NOBODYSBADGE')).toMatchObject({ kind: 'unknown' });
    expect(await typed('payneford')).toMatchObject({ kind: 'badge', holder: { initials: 'MS' } });
    const mary = {
      firstName: 'Mary',
      lastName: 'Payneford',
      dateOfBirth: '1990-07-01',
      gender: 'female',
    } as const;
    const draft = { ...mary, email: 'mary@example.test' };
    await desk.done('patients.create', { draft }, { handle: manager });
    expect(await typed('payneford')).toMatchObject({ kind: 'person' });
  });

  it.each(['scanner', 'typed'] as const)(
    'is no wrong label on a tube, and not written down (%s)',
    async (source) => {
      await open();
      await give(LONG);
      const visitId = desk.addVisit(1);
      const as = { handle: manager };
      const seen = async () => ({
        visitId,
        seenVersion: (await desk.done('visits.get', { visitId }, as)).version,
      });
      await desk.done('visits.checkIn', { ...(await seen()), identifiers: IDENTIFIERS }, as);
      await desk.done('visits.move', { ...(await seen()), to: 'collecting' }, as);
      const scanBack = (text: string) => desk.done('scan.submit', { text, visitId, source }, as);
      expect(await scanBack(LONG)).toMatchObject({ kind: 'badge', holder: { initials: 'JB' } });
      expect((await desk.done('visits.get', { visitId }, as)).wrongLabels).toEqual([]);
      const { db } = desk.parts.store;
      const written = ['activity', 'command_answer'].map((name) => all(db, `SELECT * FROM ${name}`));
      expect(JSON.stringify(written).toUpperCase()).not.toContain(LONG);
      expect(await scanBack('NOBODYSBADGE1')).toMatchObject({ kind: 'label-refused', why: 'unknown' });
    },
  );

  it('is of no use where the site wants none', async () => {
    await open('off');
    await give(LONG);
    expect(await scan(LONG)).toEqual({ kind: 'unknown' });
    expect(await desk.done('staff.me', {})).toMatchObject({ badge: 'off' });
    expect(await desk.done('staff.people', {}, { handle: manager })).toMatchObject({ badgeUse: 'off' });
  });
});

describe('giving a badge', () => {
  it('is for a site manager, and refuses what can be none', async () => {
    await open();
    const jo = await desk.done('staff.signIn', { initials: 'JB', pin: '4711' });
    const handle = jo.kind === 'signed-in' ? jo.handle : '';
    expect(await desk.refused('staff.setBadge', { initials: 'JB', badge: LONG }, { handle })).toMatchObject({
      kind: 'not-allowed',
      roles: ['manager'],
    });
    expect(await refusedFor('')).toMatchObject({ kind: 'rejected', fields: { badge: 'no-code' } });
    expect(await refusedFor('123')).toMatchObject({ kind: 'rejected', fields: { badge: 'short' } });
    expect(await refusedFor('DRW-7K2M9Q')).toMatchObject({ kind: 'rejected', fields: { badge: 'form' } });
    expect(await refusedFor(LONG, 'ZZ')).toMatchObject({ kind: 'not-found' });
  });

  it('gives one badge to one person, also when two are given it at once', async () => {
    await open();
    const asked = ['JB', 'MS'].map((initials) =>
      desk.call('staff.setBadge', { initials, badge: LONG }, { handle: manager }),
    );
    const answers = await Promise.all(asked);
    const [given] = answers.flatMap((answer) => (answer.ok ? answer.value.initials : []));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const other = given === 'JB' ? 'MS' : 'JB';
    expect(await refusedFor(LONG, other)).toMatchObject({ fields: { badge: 'in-use', other: given } });
    expect(await scan(LONG)).toMatchObject({ person: { initials: given } });
    // Given again to whom it is, it stays theirs.
    await give(LONG, given);
    expect(await scan(LONG)).toMatchObject({ person: { initials: given } });
  });

  it('keeps no code and no quick hash of it', async () => {
    await open();
    const commandId = uuidOf(7);
    const input = { initials: 'JB', badge: LONG };
    await desk.done('staff.setBadge', input, { handle: manager, commandId });
    // What a repeated command is recognised by is made without the badge: another badge is the same input.
    await desk.done('staff.setBadge', { ...input, badge: 'ANOTHERCODE99' }, { handle: manager, commandId });
    expect(await scan(LONG)).toMatchObject({ kind: 'chosen' });
    const text = JSON.stringify(
      ['staff', 'setting', 'activity', 'command_answer'].map((name) =>
        all(desk.parts.store.db, `SELECT * FROM ${name}`),
      ),
    );
    expect(text).not.toContain(LONG);
    expect(text).toContain('scrypt$');
  });
});

describe('codes that are nobody’s badge', () => {
  /** It looks like the badge of the tests. */
  const guess = (time: number): string => `GUESS${time}`.padEnd(LONG.length, 'X');
  const unknown = async (times: number): Promise<string[]> => {
    const found: string[] = [];
    for (let time = 0; time < times; time += 1) found.push((await scan(guess(time))).kind);
    return found;
  };

  it('are free ten times in a row, and then each one has to be waited for, also by a right one, and at no other desk', async () => {
    await open('sign-in');
    await give(LONG);
    expect(await unknown(10)).toEqual(Array.from({ length: 10 }, () => 'unknown'));
    expect(await scan(LONG)).toEqual({ kind: 'wait', waitMs: 15_000 });
    expect(desk.parts.badgeTries.waitMs(uuidOf(77))).toBe(0);
    expect(
      listActivity(desk.parts.store.db, { limit: 50 }).filter(({ kind }) => kind === 'badge-refused'),
    ).toMatchObject([{ detail: { unknown: 10 } }]);
    await desk.advance(15_000);
    expect(await scan(LONG)).toMatchObject({ kind: 'signed-in' });
    // One's own badge in between forgets nothing.
    expect(await unknown(1)).toEqual(['unknown']);
    expect(await scan(LONG)).toEqual({ kind: 'wait', waitMs: 30_000 });
    // A PIN is looked at all the same.
    expect(await desk.done('staff.signIn', { initials: 'JB', pin: '4711' })).toMatchObject({
      kind: 'signed-in',
    });
  });

  it('are counted over a restart, and forgotten after an hour without one', async () => {
    await open();
    await give(LONG);
    await unknown(12);
    const { store, clock, saveIfPossible } = desk.parts;
    const again = createBadgeTries({ db: store.db, clock, saveIfPossible });
    expect(again.waitMs(null)).toBe(15_000);
    await desk.advance(61 * MINUTE_MS);
    expect(await unknown(3)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(await scan(LONG)).toMatchObject({ kind: 'chosen' });
  });

  it('thirty at once are no more tries', async () => {
    await open();
    await give(LONG);
    const read = await Promise.all(Array.from({ length: 30 }, (_, time) => scan(guess(time))));
    expect(read.filter(({ kind }) => kind === 'unknown')).toHaveLength(10);
  });

  it('and look like nobody’s are not counted: a PIN or a tube holds up no badge', async () => {
    await open('sign-in');
    await give(LONG);
    await give('00471188', 'MS');
    for (let time = 0; time < 30; time += 1) {
      expect(await scan(String(47_110 + time))).toEqual({ kind: 'unknown' });
      expect(await scan(`TUBE${time}`)).toEqual({ kind: 'unknown' });
    }
    expect(await scan(LONG)).toMatchObject({ kind: 'signed-in' });
    expect(kinds()).not.toContain('badge-refused');
    // What looks like a badge is a guess, whichever badge it looks like.
    for (let guess = 0; guess < 10; guess += 1) {
      const code = guess % 2 === 0 ? `0047119${guess}` : `K7QF2M9XW3T${guess}`;
      expect(await scan(code)).toEqual({ kind: 'unknown' });
    }
    expect(await scan(LONG)).toEqual({ kind: 'wait', waitMs: 15_000 });
    // Taken away, a badge lets no more guesses be looked at.
    await desk.advance(15_000);
    await give(null, 'MS');
    expect(await scan('00471199')).toEqual({ kind: 'unknown' });
    expect(await scan(LONG)).toMatchObject({ kind: 'signed-in' });
  });

  it('are all counted where it is not known what a badge looks like, until it is read', async () => {
    await open();
    await give(LONG);
    // As an older version has left it.
    writeSetting(desk.parts.store.db, 'badgeShapes', {});
    for (let time = 0; time < 10; time += 1) await scan(`TUBE${time}`);
    expect(await scan(LONG)).toMatchObject({ kind: 'wait' });
    await desk.advance(15_000);
    expect(await scan(LONG)).toMatchObject({ kind: 'chosen' });
    for (let time = 0; time < 5; time += 1) await scan(`TUBE${time}`);
    expect(await scan(LONG)).toMatchObject({ kind: 'chosen' });
  });

  it('forms, and anything where nobody has a badge, are not counted', async () => {
    await open();
    await unknown(40);
    await give(LONG);
    for (let time = 0; time < 20; time += 1) expect((await scan('DRW-7K2M9Q')).kind).toBe('unknown');
    expect(await scan(LONG)).toMatchObject({ kind: 'chosen' });
    expect(kinds()).not.toContain('badge-refused');
  });
});
