// How the engine carries out calls: checked, once for each command id, in one transaction, with errors as data.
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handlers } from '../../../src/core/operations/index.ts';
import { operations } from '../../../src/contract/index.ts';
import { createEngine } from '../../../src/core/engine.ts';
import { createEventLog } from '../../../src/core/events.ts';
import { totalChanges } from '../../../src/core/store/db/database.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { ADA_ENTERED } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

describe('the engine', () => {
  it('has a handler for every operation of the contract and no other', () => {
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(operations).sort());
  });

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['an unknown name', { name: 'visits.explode', input: {} }],
    ['a name of every object', { name: 'constructor', input: {} }],
    ['a name that cannot be made a text', { name: { toString: 1, valueOf: 1 } }],
    ['a name of lists in lists', { name: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown }],
    ['an unknown key', { name: 'board.get', input: { day: 'tomorrow' } }],
    ['a wrong type', { name: 'visits.get', input: { visitId: 7 } }],
    ['a command without an id', { name: 'staff.add', input: { initials: 'JB', name: 'Jo' } }],
    [
      'a command id that is none',
      { name: 'staff.add', input: { initials: 'JB', name: 'Jo' }, commandId: '1' },
    ],
    [
      'an actor nobody knows',
      { name: 'staff.add', input: { initials: 'JB', name: 'Jo' }, commandId: uuidOf(1), actor: 'ZZ' },
    ],
  ])('refuses %s as data, and throws nothing', async (_, call) => {
    const engine = createEngine(desk.parts, createEventLog('other'));
    expect(await engine.call(call)).toMatchObject({ ok: false, error: { kind: 'rejected' } });
  });

  it('answers what a window asks first in one answer, and names the event to go on from', async () => {
    await desk.done('staff.add', { initials: 'jb', name: 'Jo Brand' }, { commandId: uuidOf(1) });
    const told = desk.events.at(-1);
    const { cursor, answers, zone } = await desk.done('opening.get', {});
    const { nowMs, timeZone } = answers['board.get'];
    expect(zone.timeZone).toBe(timeZone);
    expect(zone.spans[0]?.fromMs).toBeLessThan(nowMs - 180 * 86_400_000);
    expect(zone.spans.at(-1)?.toMs).toBeGreaterThan(nowMs + 180 * 86_400_000);
    expect(cursor).toEqual({ run: told?.run, number: told?.number });
    for (const name of Object.keys(answers) as (keyof typeof answers)[])
      expect(answers[name]).toEqual(await desk.done(name, {}));
    expect(answers['staff.list'].items).toMatchObject([{ initials: 'JB', name: 'Jo Brand' }]);
  });

  it('gives a repeated command its first answer and does its work only once', async () => {
    const commandId = uuidOf(1);
    const first = await desk.done('staff.add', { initials: 'jb', name: 'Jo Brand' }, { commandId });
    const again = await desk.done('staff.add', { initials: 'jb', name: 'Jo Brand' }, { commandId });
    expect(again).toEqual(first);
    expect((await desk.done('staff.list', {})).items).toHaveLength(1);
    expect(listActivity(desk.parts.store.db, { limit: 10 })).toHaveLength(1);
  });

  it('carries out once a command that was clicked twice at the same moment', async () => {
    const commandId = uuidOf(1);
    const [one, two] = await Promise.all([
      desk.done('patients.create', { draft: ADA_ENTERED }, { commandId }),
      desk.done('patients.create', { draft: ADA_ENTERED }, { commandId }),
    ]);
    expect(two).toEqual(one);
    expect((await desk.done('outbox.list', {})).items).toHaveLength(1);
  });

  it('writes nothing for a scan that only leads somewhere, so that nobody waits for the disk', async () => {
    const visitId = desk.addVisit(1);
    const { registrations } = await desk.done('visits.get', { visitId });
    const scan = { text: registrations[0]?.trfCode ?? '', visitId: null, source: 'scanner' } as const;
    const commandId = uuidOf(1);
    const before = totalChanges(desk.parts.store.db);
    const first = await desk.done('scan.submit', scan, { commandId });
    expect(first).toMatchObject({ kind: 'visit', visit: { id: visitId } });
    expect(totalChanges(desk.parts.store.db)).toBe(before);
    expect(await desk.done('scan.submit', scan, { commandId })).toEqual(first);
  });

  it('refuses a command id that was used for another command', async () => {
    const commandId = uuidOf(1);
    await desk.done('staff.add', { initials: 'JB', name: 'Jo Brand' }, { commandId });
    expect(
      await desk.refused('staff.add', { initials: 'KC', name: 'Kim Cole' }, { commandId }),
    ).toMatchObject({
      kind: 'conflict',
      reason: 'duplicate',
    });
  });

  it('says at once on every screen that its data file was removed, and says of nothing that it is saved', async () => {
    const seen = desk.events.length;
    rmSync(desk.parts.store.file);
    expect(await desk.refused('staff.add', { initials: 'JB', name: 'Jo Brand' })).toMatchObject({
      kind: 'storage-lost',
    });
    expect(desk.events.slice(seen)).toContainEqual(
      expect.objectContaining({ type: 'changed', topics: expect.arrayContaining(['session']) }),
    );
    const { notices } = await desk.done('session.get', {});
    expect(notices.map(({ kind }) => kind)).toEqual(['store-lost']);
    expect((await desk.done('staff.list', {})).items).toEqual([]);
  });

  it('does not speak of a full disk when nothing of a data file that is gone can be read', async () => {
    const { store } = desk.parts;
    rmSync(store.file);
    store.look();
    vi.spyOn(store.db, 'prepare').mockImplementation(() => {
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
    });
    expect(await desk.refused('orders.list', {})).toMatchObject({ kind: 'storage-lost' });
  });

  it('writes nothing, and says nothing to the screens, when a command is refused', async () => {
    await desk.done('staff.add', { initials: 'JB', name: 'Jo Brand' });
    const before = desk.events.length;
    expect(await desk.refused('staff.add', { initials: 'JB', name: 'Jim Bean' })).toMatchObject({
      kind: 'conflict',
    });
    expect(desk.events).toHaveLength(before);
    expect(listActivity(desk.parts.store.db, { limit: 10 })).toHaveLength(1);
  });

  it('tells the screens of changes and entries, wakes the sender once, and only after the commit', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const created = await desk.done('patients.create', { draft: ADA_ENTERED });
    if (created.kind !== 'created') throw new Error('expected to be created');
    expect(desk.wakes()).toBe(1);
    const commandId = uuidOf(77);
    const patientId = created.person.id;
    await desk.done('visits.assignPatient', { visitId, seenVersion: 1, patientId }, { commandId });
    expect(desk.wakes()).toBe(2);
    expect(desk.events.at(-1)).toMatchObject({
      topics: expect.arrayContaining(['outbox', 'connection', 'board', 'patients', 'slots', 'activity']),
    });
    const rows = listRows(desk.parts.store.db, 'open').filter((row) => row.visitId === visitId);
    expect(rows.map(({ kind, commandId: by, actor, createdAtMs }) => [kind, by, actor, createdAtMs])).toEqual(
      [
        ['registration.assign', commandId, 'Desk', NINE_O_CLOCK_MS],
        ['appointment.assign', commandId, 'Desk', NINE_O_CLOCK_MS],
      ],
    );
    await desk.refused('visits.assignPatient', { visitId, seenVersion: 1, patientId });
    expect(desk.wakes()).toBe(2);
  });

  it('records whose visit it was at that moment, and of that person only the id', async () => {
    const visitId = desk.addVisit(1);
    await desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' });
    expect(listActivity(desk.parts.store.db, { limit: 1 })).toMatchObject([
      { visitId, kind: 'moved', detail: { from: 'expected', to: 'no-show', patientId: uuidOf(30_001) } },
    ]);
  });

  it('shows the screens only the name of an unexpected error, and the log its place in the code', async () => {
    const logged: unknown[] = [];
    const broken = {
      ...desk.parts,
      log: { ...desk.parts.log, error: (...line: unknown[]) => logged.push(line) },
      sync: {
        ...desk.parts.sync,
        freshness: () => {
          throw new Error('OLIVER, Ada');
        },
      },
    };
    const engine = createEngine(broken, createEventLog('other'));
    const answer = await engine.call({ name: 'board.get', input: {} });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'bug', operation: 'board.get' } });
    expect(JSON.stringify(answer)).not.toContain('OLIVER');
    expect(JSON.stringify(logged)).not.toContain('OLIVER');
    expect(JSON.stringify(logged)).toMatch(/"operation":"board.get".*engine\.test\.ts:\d+/);
  });

  it('refuses the training operations outside training mode', async () => {
    expect(await desk.refused('training.setOffline', { offline: true })).toMatchObject({ kind: 'forbidden' });
  });

  it('lets the database itself refuse to change or delete activity entries', async () => {
    await desk.done('staff.add', { initials: 'JB', name: 'Jo Brand' });
    const { db } = desk.parts.store;
    expect(() => db.exec("UPDATE activity SET actor = 'XX'")).toThrow(/append-only/);
    expect(() => db.exec('DELETE FROM activity')).toThrow(/append-only/);
  });
});
