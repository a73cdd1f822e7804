// The activity through the engine: whom each entry names, and what it does with entries of older versions.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { upsertLocations } from '../../../src/core/store/mirror/locations.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePatient, exampleRegistration } from '../../support/wire-examples.ts';

const LATER_MS = NINE_O_CLOCK_MS + 60_000;

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const newest = async () => (await desk.done('activity.list', {})).items[0];

describe('the activity', () => {
  it('names the patient of each entry, under the name they have now', async () => {
    const visitId = desk.addVisit(1);
    await desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' });
    expect(await newest()).toMatchObject({
      kind: 'moved',
      visitId,
      person: { id: uuidOf(30_001), firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' },
    });
    upsertPatients(
      desk.parts.store.db,
      [examplePatient({ id: uuidOf(30_001), first_name: 'Ada', last_name: 'Olliver' })],
      NINE_O_CLOCK_MS,
    );
    expect(await newest()).toMatchObject({ person: { lastName: 'Olliver' } });
  });

  it('goes on naming whom it was about when the visit becomes somebody else’s', async () => {
    const visitId = desk.addVisit(1);
    const other = desk.addVisit(2, {
      patient: { firstName: 'Zoe', lastName: 'Young', dateOfBirth: '1990-01-01' },
    });
    expect(other).not.toBe(visitId);
    await desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' });
    upsertRegistrations(
      desk.parts.store.db,
      [
        exampleRegistration({
          id: uuidOf(20_001),
          patient_id: uuidOf(30_002),
          appointment_id: uuidOf(10_001),
        }),
      ],
      NINE_O_CLOCK_MS,
    );
    expect((await desk.done('visits.get', { visitId })).person?.lastName).toBe('Young');
    expect(await newest()).toMatchObject({ visitId, person: { lastName: 'Oliver' } });
  });

  it('names the person created here, and for an older entry the person whom the visit belongs to', async () => {
    const draft = {
      firstName: 'Ines',
      lastName: 'Ferro',
      dateOfBirth: '1971-08-09',
      gender: 'female' as const,
      email: 'ines@example.test',
    };
    await desk.done('patients.create', { draft });
    expect(await newest()).toMatchObject({ kind: 'patient-created', person: { lastName: 'Ferro' } });
    const visitId = desk.addVisit(1);
    insertActivity(desk.parts.store.db, {
      atMs: LATER_MS,
      actor: 'JB',
      visitId,
      kind: 'checked-in',
      detail: {},
    });
    expect(await newest()).toMatchObject({ kind: 'checked-in', person: { lastName: 'Oliver' } });
  });

  it('reads entries of older versions, and shows an unknown kind of entry instead of failing', async () => {
    const { db } = desk.parts.store;
    insertActivity(db, { atMs: LATER_MS, actor: 'JB', visitId: null, kind: 'person-created', detail: {} });
    expect(await newest()).toMatchObject({ kind: 'patient-created', writtenAs: 'person-created' });
    insertActivity(db, {
      atMs: LATER_MS + 1,
      actor: 'JB',
      visitId: 'gone',
      kind: 'sample-split',
      detail: { code: 7 },
    });
    expect(await newest()).toMatchObject({ kind: 'unknown', writtenAs: 'sample-split', person: null });
  });

  it('records the location the desk worked at before, chosen or not', async () => {
    const second = {
      id: uuidOf(6),
      name: 'Soho',
      full_address: '2 Dean Street, London W1D 3RW',
      city: 'London',
      postal_code: 'W1D 3RW',
      nearest_bus_station: null,
      nearest_train_station: null,
      latitude: 51.5,
      longitude: -0.13,
    };
    upsertLocations(desk.parts.store.db, [second], NINE_O_CLOCK_MS);
    await desk.done('session.chooseLocation', { locationId: second.id });
    expect((await newest())?.detail).toEqual({
      locationId: second.id,
      locationName: 'Soho',
      before: LOCATION_ID,
      beforeName: 'Marylebone',
    });
    await desk.done('session.chooseLocation', { locationId: LOCATION_ID });
    expect((await newest())?.detail).toMatchObject({ beforeName: 'Soho', locationName: 'Marylebone' });
  });
});
