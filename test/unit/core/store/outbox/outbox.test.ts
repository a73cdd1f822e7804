// The outbox’s table: allowed moves, reading it, and removing old rows.
import { describe, expect, it } from 'vitest';
import { conflict } from '../../../../../src/domain/app-error.ts';
import { run } from '../../../../../src/core/store/db/database.ts';
import {
  countRows,
  countRowsWithoutNeed,
  findRow,
  listOpenRowsOfVisit,
  listReadyRows,
  listRows,
  listRowsToShow,
} from '../../../../../src/core/store/outbox/outbox.ts';
import { changeRow, IllegalMove, moveRow } from '../../../../../src/core/store/outbox/outbox-moves.ts';
import type { NewChange } from '../../../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../../../src/core/store/outbox/outbox.ts';
import {
  doubtRowsUnderWay,
  forgetFinishedRows,
} from '../../../../../src/core/store/outbox/outbox-recovery.ts';
import { OUTBOX_STATES, canMoveTo } from '../../../../../src/domain/outbox-state.ts';
import { insertVisit } from '../../../../../src/core/store/desk/visits.ts';
import { mapId } from '../../../../../src/core/store/outbox/id-map.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import { upsertPatients } from '../../../../../src/core/store/mirror/patients.ts';
import { readPatient } from '../../../../../src/core/store/mirror/patient-records.ts';
import { readAppointment } from '../../../../../src/core/store/mirror/appointment-records.ts';
import {
  confirm,
  finishRow,
  hold,
  patient,
  registration,
  release,
  saveChanges,
} from '../../../../support/outbox-changes.ts';
import { appointmentBody, patientBody, useStore, uuid } from '../../../../support/store-fixture.ts';

const store = useStore();

const save = (...changes: NewChange[]): OutboxRow[] => saveChanges(store, ...changes);
const finish = (row: OutboxRow | undefined): void => finishRow(store, row);

describe('moveRow', () => {
  it('refuses a move that the table of states does not allow', () => {
    for (const from of OUTBOX_STATES) {
      for (const to of OUTBOX_STATES) {
        const [row] = save({ ...patient(`${from}-${to}`), commandId: `${from}-${to}` });
        run(store.db, 'UPDATE outbox SET state = ? WHERE sequence = ?', [from, row?.sequence]);
        const move = (): unknown => moveRow(store.db, row?.sequence ?? 0, to);
        if (canMoveTo(from, to)) expect(move, `${from} to ${to}`).not.toThrow();
        else expect(move, `${from} to ${to}`).toThrow(IllegalMove);
        run(store.db, `UPDATE outbox SET state = 'discarded'`);
      }
    }
  });

  it('never lets a row that was being sent be sent again without verifying it', () => {
    expect(canMoveTo('unknown', 'sending')).toBe(false);
    expect(canMoveTo('sending', 'sending')).toBe(false);
    const [row] = save(patient('p'));
    moveRow(store.db, row?.sequence ?? 0, 'sending');
    doubtRowsUnderWay(store.db);
    expect(findRow(store.db, row?.id ?? '')?.state).toBe('unknown');
  });
});

describe('reading the outbox', () => {
  it('reads the first of those that wait or the latest of all, and every one that needs a person', () => {
    const [done, first, second, refused, third] = save(
      patient('a'),
      patient('b'),
      patient('c'),
      patient('d'),
      patient('e'),
    );
    finish(done);
    moveRow(store.db, refused?.sequence ?? 0, 'sending');
    moveRow(store.db, refused?.sequence ?? 0, 'refused');
    const shown = (show: 'open' | 'all', most: number) =>
      listRowsToShow(store.db, show, most).map((row) => row.id);
    expect(shown('open', 1)).toEqual([first?.id, refused?.id]);
    expect(shown('open', 9)).toEqual([first?.id, second?.id, refused?.id, third?.id]);
    expect(shown('all', 1)).toEqual([refused?.id, third?.id]);
    expect(shown('all', 9)).toEqual([done, first, second, refused, third].map((row) => row?.id));
    expect(countRowsWithoutNeed(store.db)).toBe(4);
  });

  it('counts the rows that wait, are being sent, and need a person', () => {
    const [first, second, third] = save(patient('a'), patient('b'), patient('c'));
    moveRow(store.db, first?.sequence ?? 0, 'sending');
    moveRow(store.db, second?.sequence ?? 0, 'sending');
    moveRow(store.db, second?.sequence ?? 0, 'refused', { lastError: conflict('duplicate', 'known') });
    expect(countRows(store.db)).toEqual({ waiting: 1, sending: 1, attention: 1, givenUp: 0 });
    expect(listRows(store.db, 'attention').map((row) => row.id)).toEqual([second?.id]);
    expect(listRows(store.db, 'attention')[0]?.lastError).toEqual(conflict('duplicate', 'known'));
    expect(listOpenRowsOfVisit(store.db, 'visit-1').map((row) => row.state)).toEqual([
      'sending',
      'refused',
      'pending',
    ]);
    expect(third?.change?.kind).toBe('patient.create');
  });

  it('keeps a row that this version cannot read, for a person to see', () => {
    const [row] = save(patient('p'));
    run(store.db, `UPDATE outbox SET kind = 'order.create', payload = '{"half' WHERE id = ?`, [row?.id]);
    const kept = findRow(store.db, row?.id ?? '');
    expect(kept?.change).toBeNull();
    expect(kept?.kind).toBe('order.create');
    expect(listReadyRows(store.db)).toHaveLength(1);
  });
});

describe('forgetFinishedRows', () => {
  it('removes rows that were confirmed long ago and are in the mirror, and nothing else', () => {
    const [made, notMirrored, held, waiting] = save(
      patient('p'),
      patient('q'),
      hold('a'),
      confirm('a', 'somebody'),
    );
    mapId(store.db, 'patient', 'p', uuid(1, 1));
    upsertPatients(store.db, [patientBody(1)], 1);
    mapId(store.db, 'appointment', 'a', uuid(3, 1));
    upsertAppointments(store.db, [appointmentBody(1)], 1);
    for (const row of [made, notMirrored, held]) {
      finish(row);
      changeRow(store.db, row?.sequence ?? 0, { finishedAtMs: 1_000 });
    }
    expect(forgetFinishedRows(store.db, 1_000, 10)).toBe(0);
    expect(forgetFinishedRows(store.db, 1_001, 10)).toBe(1);
    expect(listRows(store.db, 'all').map((row) => row.id)).toEqual(
      [notMirrored, held, waiting].map((row) => row?.id),
    );
    expect(readPatient(store.db, 'p')?.lastName).toBe('Oliver');
  });

  it('removes what was given up long ago, with the person in it, once no visit and no other change shows them', () => {
    const [lone, needed, needing, shown] = save(
      { ...patient('p'), visitId: null },
      { ...patient('q'), visitId: null },
      { ...registration('r', 'q', 'a'), visitId: null },
      { ...patient('s'), visitId: null },
    );
    insertVisit(store.db, {
      id: 'visit-of-s',
      locationId: uuid(5, 1),
      date: '2026-11-20',
      origin: 'walk-in',
      appointmentId: 'a-of-s',
      nowMs: 1,
    });
    run(store.db, "UPDATE visit SET patient_id = 's'");
    for (const row of [lone, needed, needing, shown])
      moveRow(store.db, row?.sequence ?? 0, 'discarded', { finishedAtMs: 1_000 });
    const left = () => listRows(store.db, 'all').map((row) => row.id);

    expect(forgetFinishedRows(store.db, 1_000, 10)).toBe(0);
    expect(forgetFinishedRows(store.db, 1_001, 10)).toBe(2);
    expect(left()).toEqual([needed?.id, shown?.id]);
    expect(readPatient(store.db, 'p')).toBeNull();
    expect(readPatient(store.db, 's')?.lastName).toBe('Oliver');

    run(store.db, 'DELETE FROM visit');
    expect(forgetFinishedRows(store.db, 1_001, 10)).toBe(2);
    expect(left()).toEqual([]);
  });

  it('keeps that an appointment was cancelled or given back until its time is as long ago', () => {
    const startsAtMs = Date.parse(appointmentBody(1).starts_at);
    upsertAppointments(store.db, [appointmentBody(1), appointmentBody(2, { confirmed: false })], 1);
    mapId(store.db, 'appointment', 'a', uuid(3, 2));
    const cancelled = uuid(3, 1);
    for (const row of save(
      {
        ...release(cancelled),
        kind: 'appointment.cancel',
        payload: { appointmentId: cancelled },
      },
      release('a'),
    )) {
      finish(row);
      changeRow(store.db, row.sequence, { finishedAtMs: 1_000 });
    }
    expect(forgetFinishedRows(store.db, startsAtMs, 10)).toBe(0);
    expect(readAppointment(store.db, cancelled)?.state).toBe('released');
    expect(readAppointment(store.db, 'a')?.state).toBe('released');
    expect(forgetFinishedRows(store.db, startsAtMs + 1, 10)).toBe(2);
  });
});
