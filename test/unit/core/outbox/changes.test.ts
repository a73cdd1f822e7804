// Saving a change: its id, what it waits for, and what a release does to a hold.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/domain/change.ts';
import type { NewChange } from '../../../../src/core/outbox/changes.ts';
import { moveRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import { findRow, listReadyRows, listRows, shownState } from '../../../../src/core/store/outbox/outbox.ts';
import { searchPeople } from '../../../../src/core/store/mirror/people.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import {
  confirm,
  finishRow,
  hold,
  patient,
  registration,
  release,
  saveChanges,
} from '../../../support/outbox-changes.ts';
import { useStore } from '../../../support/store-fixture.ts';

const store = useStore();

const save = (...changes: NewChange[]): OutboxRow[] => saveChanges(store, ...changes);
const readyKinds = (): string[] => listReadyRows(store.db).map((row) => row.kind);
const finish = (row: OutboxRow | undefined): void => finishRow(store, row);

describe('enqueue', () => {
  it('makes a change wait for open changes of the records it speaks of, and for no others', () => {
    const [person, , held, confirmation, made] = save(
      patient('p'),
      patient('somebody-else'),
      hold('a'),
      confirm('a', 'p'),
      registration('r', 'p', 'a'),
    );
    expect(readyKinds()).toEqual(['patient.create', 'patient.create', 'appointment.hold']);
    finish(held);
    expect(readyKinds()).toEqual(['patient.create', 'patient.create']);
    finish(person);
    expect(readyKinds()).toEqual(['patient.create', 'appointment.confirm']);
    finish(confirmation);
    expect(readyKinds()).toEqual(['patient.create', 'registration.create']);
    expect(made && shownState(made)).toBe('waiting');
  });

  it('waits for changes of the same record even where the caller names none', () => {
    save(hold('a'), { ...confirm('a', 'p'), dependsOn: [] });
    expect(readyKinds()).toEqual(['appointment.hold']);
  });

  it('waits for what the caller names, and for nothing else beside the same record', () => {
    const [person, held] = save(patient('p'), hold('a'));
    save({ ...confirm('a', 'p'), dependsOn: [], commandId: 'command-2' });
    finish(held);
    expect(readyKinds()).toEqual(['patient.create', 'appointment.confirm']);
    save({ ...hold('b'), dependsOn: [person?.sequence ?? 0], commandId: 'command-3' });
    expect(readyKinds()).not.toContain('appointment.hold');
    finish(person);
    expect(readyKinds()).toContain('appointment.hold');
  });

  it('lets a person who is created here be found at once', () => {
    expect(searchPeople(store.db, 'oliver', 5)).toEqual([]);
    save(patient('p'));
    expect(searchPeople(store.db, 'oliver', 5).map(({ id }) => id)).toEqual(['p']);
  });

  it('gives rows ids that are made from the command’s id', () => {
    expect(save(patient('p'), hold('a')).map((row) => row.id)).toEqual(['command-1.1', 'command-1.2']);
  });

  it('refuses a payload that could never be sent', () => {
    const nameless = { ...patient('p') };
    nameless.payload = { ...nameless.payload, lastName: '' } as typeof nameless.payload;
    expect(() => save(nameless)).toThrow(/lastName/u);
    expect(listRows(store.db, 'all')).toEqual([]);
  });

  it('stores the fields of this kind of change, and no others', () => {
    const given = patient('p');
    const [row] = save({
      ...given,
      payload: { ...given.payload, note: 'not for the service' },
    } as unknown as NewChange);
    const payloadOf = (id: string | undefined): unknown =>
      JSON.parse(
        (store.db.prepare('SELECT payload FROM outbox WHERE id = ?').get(id) as { payload: string }).payload,
      );
    expect(payloadOf(row?.id)).toEqual(given.payload);

    moveRow(store.db, row?.sequence ?? 0, 'sending', { attempts: 1 });
    moveRow(store.db, row?.sequence ?? 0, 'refused');
    const corrected = { ...given.payload, lastName: 'King', note: 'nor this' };
    moveRow(store.db, row?.sequence ?? 0, 'pending', {
      change: { kind: 'patient.create', payload: corrected } as unknown as Change,
    });
    expect(payloadOf(row?.id)).toEqual({ ...given.payload, lastName: 'King' });
  });

  it('cancels a hold that was never sent when its slot is released, without a request to the service', () => {
    const [held] = save(hold('a'));
    const [given] = save(release('a'));
    expect(findRow(store.db, held?.id ?? '')?.state).toBe('cancelled');
    expect(given?.waiting).toBe(false);
  });

  it('cancels, with such a hold, the changes that follow it', () => {
    const [held, confirmed] = save(hold('a'), confirm('a', 'p'));
    save({ ...release('a'), commandId: 'command-2' });
    for (const row of [held, confirmed]) {
      expect(findRow(store.db, row?.id ?? '')).toMatchObject({ state: 'cancelled', finishedAtMs: 1_000 });
    }
  });

  it('releases at the service a slot whose hold was tried before, though the hold waits now', () => {
    const [held] = save(hold('a'));
    moveRow(store.db, held?.sequence ?? 0, 'sending', { attempts: 1 });
    moveRow(store.db, held?.sequence ?? 0, 'pending');
    const [given] = save({ ...release('a'), commandId: 'command-2' });
    expect(findRow(store.db, held?.id ?? '')?.state).toBe('pending');
    expect(given?.waiting).toBe(true);
  });

  it('waits for the unfinished changes of a held slot before it is released', () => {
    const [held] = save(hold('a'));
    finish(held);
    const [confirmed] = save({ ...confirm('a', 'p'), commandId: 'command-2' });
    const [given] = save({ ...release('a'), commandId: 'command-3' });
    expect(findRow(store.db, held?.id ?? '')?.state).toBe('confirmed');
    expect(findRow(store.db, confirmed?.id ?? '')?.state).toBe('pending');
    expect(given?.waiting).toBe(true);
  });

  it('waits for a hold in doubt before its slot is released', () => {
    const [held] = save(hold('a'));
    moveRow(store.db, held?.sequence ?? 0, 'sending', { attempts: 1 });
    moveRow(store.db, held?.sequence ?? 0, 'unknown');
    const [given] = save({ ...release('a'), commandId: 'command-2' });
    expect(given?.waiting).toBe(true);
  });
});
