// Check-in: two identifiers that agree with the record, the right version, the right place; and its undoing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { namedOf } from '../../../src/domain/person.ts';
import { patientIs, registrationBelongsTo } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { BEA, deskSteps, IDENTIFIERS } from './support/desk-steps.ts';

const NAME_AND_BIRTH = [
  { kind: 'name', stated: null },
  { kind: 'date-of-birth', stated: '15 3 1984' },
] as const;

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { visitOf, seen, checkIn, checkInAndStart, print, scan } = deskSteps(() => desk);

describe('check-in', () => {
  it('confirms two identifiers, and records who asked and what was stated', async () => {
    const visitId = desk.addVisit(1);
    await desk.done('staff.add', { initials: 'JB', name: 'Jo Brand' });
    const visit = await desk.done(
      'visits.checkIn',
      { ...(await seen(visitId)), identifiers: [...NAME_AND_BIRTH] },
      { actor: 'JB' },
    );
    expect(visit).toMatchObject({ deskState: 'arrived', arrivedAtMs: NINE_O_CLOCK_MS });
    expect(visit.identity).toMatchObject({
      confirmedBy: 'JB',
      relaxedReason: null,
      identifiers: NAME_AND_BIRTH,
    });
    expect(visit.activity[0]).toMatchObject({ kind: 'checked-in', actor: 'JB' });
  });

  it.each([
    ['the registration is somebody else’s', () => registrationBelongsTo(desk, 1, 2)],
    ['the name was corrected', () => patientIs(desk, 1, { last_name: 'Olivier' })],
    ['the date of birth was corrected', () => patientIs(desk, 1, { date_of_birth: '1984-05-13' })],
  ])('confirms nobody who was not on the screen: by the time of the press, %s', async (_, happen) => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    const { person, version } = await visitOf(visitId);
    if (!person) throw new Error('the visit has a person');
    const asked = {
      visitId,
      seenVersion: version,
      identifiers: IDENTIFIERS,
      shownPerson: { patientId: person.id, ...namedOf(person) },
    };
    happen();
    expect(await desk.refused('visits.checkIn', asked)).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'expected', identity: null });
    const { person: now } = await visitOf(visitId);
    if (!now) throw new Error('the visit has a person');
    const read = { ...asked, shownPerson: { patientId: now.id, ...namedOf(now) } };
    expect((await desk.done('visits.checkIn', read)).identity?.person).toMatchObject(namedOf(now));
  });

  it('refuses one identifier, or the same one twice, unless a reason is given and recorded', async () => {
    const visitId = desk.addVisit(1);
    const once = { kind: 'name' as const, stated: null };
    const input = { ...(await seen(visitId)), identifiers: [once, once] };
    expect(await desk.refused('visits.checkIn', input)).toMatchObject({
      kind: 'rejected',
      fields: { identifiers: 'too-few' },
    });
    const visit = await desk.done('visits.checkIn', {
      ...input,
      relaxedReason: 'Speaks through an interpreter',
    });
    expect(visit.identity?.relaxedReason).toBe('Speaks through an interpreter');
    expect(visit.activity[0]?.detail).toMatchObject({ relaxedReason: 'Speaks through an interpreter' });
  });

  it.each(['2030-01-01', '1900-01-01'])(
    'takes %s as no date of birth to identify by, nor to print',
    async (dateOfBirth) => {
      const visitId = desk.addVisit(1, { patient: { firstName: 'Ada', lastName: 'Oliver', dateOfBirth } });
      const input = await seen(visitId);
      const byBirth = [
        { kind: 'name' as const, stated: null },
        { kind: 'date-of-birth' as const, stated: null },
      ];
      expect(await desk.refused('visits.checkIn', { ...input, identifiers: byBirth })).toMatchObject({
        kind: 'rejected',
        fields: { 'identifiers.1': 'not-on-record' },
      });
      const otherwise = [
        { kind: 'name' as const, stated: null },
        { kind: 'photo-id' as const, stated: null },
      ];
      await desk.done('visits.checkIn', { ...input, identifiers: otherwise });
      expect(await desk.refused('labels.print', { visitId })).toMatchObject({
        kind: 'rejected',
        fields: { dateOfBirth: 'not-plausible' },
      });
    },
  );

  it('refuses a visit whose patient is missing', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const input = { ...(await seen(visitId)), identifiers: [...NAME_AND_BIRTH] };
    expect(await desk.refused('visits.checkIn', input)).toMatchObject({ fields: { patient: 'missing' } });
  });

  it('refuses a version that somebody else has changed', async () => {
    const visitId = desk.addVisit(1);
    const first = await seen(visitId);
    await checkIn(visitId);
    expect(await desk.refused('visits.move', { ...first, to: 'no-show' })).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
  });

  it('is undone and leaves nothing on the visit, but an entry in the activity', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const undone = await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    expect(undone).toMatchObject({ deskState: 'expected', arrivedAtMs: null, identity: null });
    expect(undone.activity.map((entry) => entry.kind)).toEqual(['moved', 'checked-in']);
  });
});

describe('what a person states', () => {
  it.each([
    [{ kind: 'name', stated: 'Ada Miles' }, 'differs'],
    [{ kind: 'name', stated: '  ' }, 'empty'],
    [{ kind: 'date-of-birth', stated: '16/3/1984' }, 'differs'],
    [{ kind: 'date-of-birth', stated: '15/3' }, 'incomplete'],
    [{ kind: 'trf-code', stated: 'DRW-AAA002' }, 'differs'],
  ] as const)('is held against the record by the engine: %o', async (identifier, problem) => {
    const visitId = desk.addVisit(1);
    const input = {
      ...(await seen(visitId)),
      identifiers: [{ kind: 'photo-id' as const, stated: null }, identifier],
    };
    expect(await desk.refused('visits.checkIn', input)).toMatchObject({
      kind: 'rejected',
      fields: { 'identifiers.1': problem },
    });
    expect((await visitOf(visitId)).deskState).toBe('expected');
  });

  it('cannot be something the record does not have', async () => {
    const visitId = desk.addVisit(1);
    patientIs(desk, 1, { phone_number: null });
    const identifiers = [
      { kind: 'name' as const, stated: null },
      { kind: 'phone' as const, stated: null },
    ];
    expect(await desk.refused('visits.checkIn', { ...(await seen(visitId)), identifiers })).toMatchObject({
      fields: { 'identifiers.1': 'not-on-record' },
    });
  });
});

describe('a visit of another location', () => {
  it('says where it is, and cannot be worked on from here', async () => {
    const visitId = desk.addVisit(1, { locationId: uuidOf(6) });
    const visit = await visitOf(visitId);
    expect(visit.locationName).toBe('Soho');
    expect(visit.troubles).toEqual([{ kind: 'elsewhere', locationName: 'Soho' }]);
    const input = { visitId, seenVersion: visit.version };
    for (const answer of [
      await desk.call('visits.checkIn', { ...input, identifiers: IDENTIFIERS }),
      await desk.call('visits.move', { ...input, to: 'no-show' }),
      await desk.call('labels.print', { visitId }),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { fields: { visit: 'elsewhere' } } });
    }
  });

  it('that was begun before the desk moved is left as it is: nothing is printed, proven or collected', async () => {
    const visitId = desk.addVisit(1);
    const other = desk.addVisit(2);
    await checkInAndStart(visitId);
    await print(visitId);
    await checkInAndStart(other);
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const { jobs } = await desk.done('labels.print', { visitId: other });
    await desk.done('session.chooseLocation', { locationId: uuidOf(6) });

    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'not-ready' });
    expect((await visitOf(visitId)).labels.verified).toBe(0);
    expect(
      await desk.refused('visits.collect', { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS }),
    ).toMatchObject({ fields: { visit: 'elsewhere' } });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    desk.parts.printQueue.wake();
    const waited = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => waited()?.state === 'cancelled');
    expect(desk.printed).toHaveLength(1);
  });
});
