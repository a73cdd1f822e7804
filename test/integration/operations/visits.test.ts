// The board, a visit's patient, its labels and its collection, as the screens work with them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelView, VisitDetail } from '../../../src/contract/views.ts';
import { linkRegistration, updateVisit } from '../../../src/core/store/desk/visits.ts';
import { dropRegistration } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { forgetOddRecords, saveOddRecords } from '../../../src/core/store/mirror/odd-records.ts';
import { MOST_WRONG_LABELS } from '../../../src/domain/paper.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import { patientIs } from '../../support/service-says.ts';
import { labelDocument } from '../../support/test-service.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { ADA_ENTERED, BEA, deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { seen, checkIn, checkInAndStart } = deskSteps(() => desk);

describe('the board', () => {
  it('shows the day by time, and who has waited longest', async () => {
    const late = desk.addVisit(3);
    const early = desk.addVisit(1);
    await checkIn(late);
    desk.setNow(NINE_O_CLOCK_MS + 60_000);
    await checkIn(early);
    const board = await desk.done('board.get', {});
    expect(board.rows.map((row) => row.id)).toEqual([early, late]);
    expect(board.longestWaitingVisitId).toBe(late);
    expect(board.rows[0]).toMatchObject({ deskState: 'arrived', waitingSinceMs: NINE_O_CLOCK_MS + 60_000 });
    expect(board.today).toBe('2026-03-03');
  });

  it('shows another day only when asked', async () => {
    desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS + 86_400_000 });
    expect((await desk.done('board.get', {})).rows).toEqual([]);
    expect((await desk.done('board.get', { date: '2026-03-04' })).rows).toHaveLength(1);
  });
});

describe('a record that cannot be read at the service any more', () => {
  it('is said on the visit and on the board, by what it is of, until it can be read', async () => {
    const visitId = desk.addVisit(1);
    const other = desk.addVisit(2);
    const { person, registrations, appointment } = await desk.done('visits.get', { visitId });
    const { db } = desk.parts.store;
    const odd = { field: 'date_of_birth', reason: 'invalid date', used: false };
    saveOddRecords(db, 'patient', [{ ...odd, id: person?.id ?? '' }], NINE_O_CLOCK_MS);
    saveOddRecords(db, 'appointment', [{ ...odd, id: appointment?.id ?? '' }], NINE_O_CLOCK_MS);
    // Shown without a field: what is shown is what the service says.
    saveOddRecords(db, 'registration', [{ ...odd, id: registrations[0]?.id ?? '', used: true }], 0);
    expect((await desk.done('visits.get', { visitId })).unread).toEqual(['patient', 'appointment']);
    const unreadOf = async (id: string): Promise<unknown> =>
      (await desk.done('board.get', {})).rows.find((row) => row.id === id)?.unread;
    expect(await unreadOf(visitId)).toEqual(['patient', 'appointment']);
    expect(await unreadOf(other)).toEqual([]);
    forgetOddRecords(db, 'patient', [person?.id ?? '']);
    expect(await unreadOf(visitId)).toEqual(['appointment']);
  });
});

describe('a missing patient', () => {
  it('is assigned: the screen shows it at once, and registration and appointment are changed at the service', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2);
    const patientId = uuidOf(30_002);
    const visit = await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId });
    expect(visit).toMatchObject({
      patientMissing: false,
      sync: 'waiting',
      person: { id: patientId, lastName: 'Oliver' },
    });
    expect(visit.pendingChanges.map((row) => row.kind).sort()).toEqual([
      'appointment.assign',
      'registration.assign',
    ]);
    expect(desk.wakes()).toBe(1);
    expect(await desk.refused('visits.assignPatient', { ...(await seen(visitId)), patientId })).toMatchObject(
      { kind: 'conflict' },
    );
  });

  it('is put on no registration that has come since the window showed the visit', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2);
    desk.addVisit(3, { patient: null });
    const patientId = uuidOf(30_002);
    const before = await seen(visitId);
    const shownIds = [uuidOf(20_001)];
    const { db } = desk.parts.store;
    expect(linkRegistration(db, visitId, uuidOf(20_003))).toBe(true);
    const asked = { ...before, patientId, shownIds };
    expect(await desk.refused('visits.assignPatient', asked)).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(
      await desk.done('visits.assignPatient', { ...asked, shownIds: [...shownIds, uuidOf(20_003)] }),
    ).toMatchObject({ patientMissing: false });
  });

  it('is created with a warning about somebody alike', async () => {
    desk.addVisit(1);
    const draft = { ...ADA_ENTERED, firstName: 'ada', lastName: 'Óliver' };
    const warned = await desk.done('patients.create', { draft });
    expect(warned).toMatchObject({ kind: 'possible-duplicates', people: [{ lastName: 'Oliver' }] });
    const created = await desk.done('patients.create', { draft, acceptDuplicates: true });
    expect(created).toMatchObject({ kind: 'created', person: { firstName: 'ada', sync: 'waiting' } });
    expect((await desk.done('patients.search', { text: 'oliver' })).people).toHaveLength(2);
  });

  it('is still in the form while somebody alike is only asked about, and no more once it is created', async () => {
    desk.addVisit(1);
    const draft = { ...ADA_ENTERED, firstName: 'ada', lastName: 'Óliver' };
    const windowId = uuidOf(900);
    const typed = { windowId, form: 'new-person', text: '{"lastName":"Óliver"}' };
    const kept = async () => (await desk.done('drafts.list', { windowId })).items.map(({ form }) => form);
    await desk.done('drafts.keep', typed);
    await desk.done('patients.create', { draft }, { typed });
    expect(await kept()).toEqual(['new-person']);
    await desk.done('patients.create', { draft, acceptDuplicates: true }, { typed });
    expect(await kept()).toEqual([]);
  });

  it.each(['2026-03-04', '1789-07-14'])('is nobody born on %s', async (dateOfBirth) => {
    const draft = { ...ADA_ENTERED, dateOfBirth };
    expect(await desk.refused('patients.create', { draft })).toMatchObject({ kind: 'rejected' });
  });
});

describe('labels', () => {
  it('cannot be printed until the identity is confirmed', async () => {
    const visitId = desk.addVisit(1);
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      kind: 'rejected',
      fields: { identity: 'not-confirmed' },
    });
    expect(desk.printed).toEqual([]);
  });

  it('carry the code the service gave, are printed once, and again only with a reason', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).toContain('SAMP0001');
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { labels: 'printed-already' },
    });

    const { labelList } = await desk.done('visits.get', { visitId });
    const { id: labelId, jobId: seenJobId } = labelList[0] as LabelView;
    expect(await desk.refused('labels.print', { visitId, labelId, seenJobId })).toMatchObject({
      fields: { reprintReason: 'missing' },
    });
    await desk.done('labels.print', { visitId, labelId, seenJobId, reprintReason: 'Smudged' });
    await eventually(() => desk.printed.length === 2);
    expect(desk.printed[1]).toContain('REPRINT');
    const visit = await desk.done('visits.get', { visitId });
    expect(visit.activity.slice(0, 2)).toMatchObject([
      { kind: 'label-sent', detail: { code: 'SAMP0001' } },
      { kind: 'label-reprint-queued', detail: { reason: 'Smudged' } },
    ]);
  });

  it('wait while the service is being asked for their code, and carry the form’s code where it has none', async () => {
    desk.service.answer = ({ endpoint }) => (endpoint === 'registrations.label' ? labelDocument(null) : null);
    const visitId = desk.addVisit(1, { sampleIdGiven: false });
    await checkIn(visitId);
    await desk.setLine({ up: true, reading: true });
    expect((await desk.done('visits.get', { visitId })).labelList[0]?.code).toBeNull();
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { code: 'not-known-yet' },
    });

    await desk.setLine({ up: true, reading: false });
    const visit = await desk.done('visits.get', { visitId });
    expect(visit.registrations[0]?.labelCode).toEqual({ code: 'DRW-AAA001', source: 'trf-code' });
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).toContain('DRW-AAA001');
  });

  it('wait when the printer cannot be reached, and the check-in stands', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await desk.done('labels.print', { visitId });
    const problem = async () => (await desk.done('printJobs.list', {})).items[0];
    for (let turn = 0; turn < 200 && (await problem())?.state !== 'attention'; turn += 1);
    expect(await problem()).toMatchObject({ state: 'attention', detail: 'ECONNREFUSED' });
    expect(await desk.done('visits.get', { visitId })).toMatchObject({ deskState: 'arrived' });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    const { id: jobId = '', attempts: seenAttempts = 0 } = (await problem()) ?? {};
    await desk.done('printJobs.retry', { jobId, seenAttempts });
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).not.toContain('REPRINT');
  });

  it('are printed with a question mark for what no font has beside the name, and whoever prints is told', async () => {
    const visitId = desk.addVisit(1);
    // A word of a service that is newer than this desk.
    patientIs(desk, 1, { gender: 'ж' as 'other' });
    await checkIn(visitId);
    const { lettersReplaced } = await desk.done('labels.print', { visitId });
    expect(lettersReplaced).toEqual(['ж']);
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).toContain('OLIVER');
    expect(desk.printed[0]).not.toContain('ж');
    const { activity } = await desk.done('visits.get', { visitId });
    expect(activity.find(({ kind }) => kind === 'label-queued')).toMatchObject({
      detail: { lettersReplaced: 'ж' },
    });
  });

  it('give each registration its count', async () => {
    await desk.close();
    desk = openTestDesk({ labelsPerRegistration: 2 });
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 2);
    const scan = () => desk.done('scan.submit', { text: 'SAMP0001', visitId, source: 'scanner' });
    expect(await scan()).toMatchObject({
      kind: 'label-verified',
      visit: { labels: { needed: 2, verified: 1 } },
    });
    // A held trigger reads the same label again and again: it proves no second tube, however long it is held.
    for (const passedMs of [0, 500, 1_400, 2_100, 3_599]) {
      desk.setNow(NINE_O_CLOCK_MS + passedMs);
      expect(await scan()).toMatchObject({
        kind: 'label-verified',
        alreadyVerified: true,
        visit: { labels: { needed: 2, verified: 1 } },
      });
    }
    desk.setNow(NINE_O_CLOCK_MS + 3_599 + 1_500);
    expect(await scan()).toMatchObject({
      kind: 'label-verified',
      alreadyVerified: false,
      visit: { labels: { verified: 2 } },
    });
    expect(await scan()).toMatchObject({ kind: 'label-verified', alreadyVerified: true });
  });
});

describe('a label that has the code of a proven one, when no printer said that it came out', () => {
  const scan = async (
    visitId: string,
    afterMs: number,
    said: { isOnAnotherTube?: boolean; haveAllComeOut?: boolean } = {},
  ) => {
    desk.setNow(NINE_O_CLOCK_MS + afterMs);
    return await desk.done('scan.submit', { text: 'SAMP0001', visitId, source: 'scanner', ...said });
  };
  const printed = async (labels: number): Promise<string> => {
    await desk.close();
    desk = openTestDesk({ labelsPerRegistration: labels });
    desk.setDelivery({
      outcome: 'unacknowledged',
      reply: new Uint8Array(),
      later: new Promise(() => undefined),
    });
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === labels);
    return visitId;
  };

  it('is not proven by scanning the proven one again', async () => {
    const visitId = await printed(2);
    expect(await scan(visitId, 0)).toMatchObject({ kind: 'label-verified', alreadyVerified: false });
    expect(await scan(visitId, 10_000)).toMatchObject({
      kind: 'label-not-proven',
      why: 'which-tube',
      visit: { labels: { needed: 2, verified: 1 } },
    });
  });

  it('is proven once somebody says that it is on another tube, which the activity keeps', async () => {
    const visitId = await printed(2);
    await scan(visitId, 0);
    await scan(visitId, 10_000);
    const answer = await scan(visitId, 10_500, { isOnAnotherTube: true });
    expect(answer).toMatchObject({
      kind: 'label-verified',
      alreadyVerified: false,
      visit: { labels: { verified: 2 } },
    });
    const { activity } = await desk.done('visits.get', { visitId });
    expect(activity.filter(({ kind }) => kind === 'label-verified')).toMatchObject([
      { detail: { saidToBeOnAnotherTube: true } },
      { detail: { code: 'SAMP0001' } },
    ]);
  });

  it('is asked about again where it is read once more at once, as by a held trigger', async () => {
    const visitId = await printed(2);
    await scan(visitId, 0);
    const again = { kind: 'label-verified', alreadyVerified: true };
    expect(await scan(visitId, 700)).toMatchObject(again);
    const asked = { kind: 'label-not-proven', why: 'which-tube' };
    expect(await scan(visitId, 10_000)).toMatchObject(asked);
    expect(await scan(visitId, 10_700)).toMatchObject(asked);
    expect(await scan(visitId, 11_000, { isOnAnotherTube: true })).toMatchObject({ alreadyVerified: false });
    expect(await scan(visitId, 11_700)).toMatchObject(again);
  });

  it('is asked about once where somebody says of all of them that they came out', async () => {
    const visitId = await printed(4);
    await scan(visitId, 0);
    expect(await scan(visitId, 10_000)).toMatchObject({ why: 'which-tube' });
    const said = { isOnAnotherTube: true, haveAllComeOut: true };
    expect(await scan(visitId, 11_000, said)).toMatchObject({ visit: { labels: { verified: 2 } } });
    const { activity } = await desk.done('visits.get', { visitId });
    expect(activity.filter(({ kind }) => kind === 'print-job-found-printed')).toHaveLength(2);
    expect(await scan(visitId, 15_000)).toMatchObject({ visit: { labels: { verified: 3 } } });
    expect(await scan(visitId, 15_700)).toMatchObject({ alreadyVerified: true });
    expect(await scan(visitId, 20_000)).toMatchObject({ visit: { labels: { verified: 4 } } });
  });

  it('is proven with nothing more when it is the only one with its code', async () => {
    expect(await scan(await printed(1), 0)).toMatchObject({ kind: 'label-verified' });
  });

  it('comes after one that has come out for certain, whichever was printed first', async () => {
    const visitId = await printed(2);
    const { labelList } = await desk.done('visits.get', { visitId });
    const second = labelList[1];
    await desk.done('printJobs.markPrinted', { jobId: second?.jobId ?? '' });
    const proven = await scan(visitId, 0);
    expect(proven).toMatchObject({
      visit: { labelList: [{ state: 'unacknowledged' }, { id: second?.id, state: 'verified' }] },
    });
  });
});

describe('collection', () => {
  it('succeeds when each label was scanned back, and records the time at which it was done', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    const collect = { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS };
    expect(await desk.refused('visits.collect', collect)).toMatchObject({
      fields: { labels: 'not-verified' },
    });
    await desk.done('scan.submit', { text: ' samp0001\r', visitId, source: 'scanner' });
    desk.setNow(NINE_O_CLOCK_MS + 300_000);
    const visit = await desk.done('visits.collect', collect);
    expect(visit).toMatchObject({ deskState: 'collected', collectedAtMs: NINE_O_CLOCK_MS });
  });

  it('refuses a wrong label loudly, says whose it is, and records it', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    const outcome = await desk.done('scan.submit', { text: 'SAMP0002', visitId, source: 'scanner' });
    expect(outcome).toMatchObject({
      kind: 'label-refused',
      code: 'SAMP0002',
      belongsTo: { person: { lastName: 'Miles' } },
    });
    const visit = await desk.done('visits.get', { visitId });
    expect(visit.labels.verified).toBe(0);
    expect(visit.activity[0]).toMatchObject({
      kind: 'label-refused',
      detail: { code: 'SAMP0002', how: 'scanned' },
      otherPerson: { lastName: 'Miles' },
    });
    expect(visit.wrongLabels).toMatchObject([
      { code: 'SAMP0002', why: 'another-visit', belongsTo: { person: { lastName: 'Miles' } } },
    ]);
    // Until somebody has looked at the tubes nothing is proven, and nothing more is written down.
    await eventually(() => desk.printed.length === 1);
    const right = { text: 'SAMP0001', visitId, source: 'scanner' } as const;
    const notTaken = { kind: 'not-taken', visit: { wrongLabels: [{ code: 'SAMP0002' }] } };
    for (const text of ['SAMP0001', 'samp0002', 'DRW-AAA001', 'DRW-AAA002'])
      expect(await desk.done('scan.submit', { ...right, text })).toMatchObject(notTaken);
    await desk.done('labels.confirmTubesChecked', { visitId, codes: ['SAMP0001'] });
    const asked = await desk.done('visits.get', { visitId });
    expect(asked).toMatchObject({ wrongLabels: [{ code: 'SAMP0002' }], labels: { verified: 0 } });
    expect(asked.activity.filter(({ kind }) => kind === 'label-refused')).toHaveLength(1);
    const checked = await desk.done('labels.confirmTubesChecked', { visitId, codes: ['SAMP0002'] });
    expect(checked.wrongLabels).toEqual([]);
    expect(checked.activity[0]).toMatchObject({ kind: 'tubes-checked', detail: { code: 'SAMP0002' } });
    // Once more, from another window: written down once.
    await desk.done('labels.confirmTubesChecked', { visitId, codes: ['SAMP0002'] });
    // A window that does not know of the answer yet has its alarm up still.
    expect(await desk.done('scan.submit', { ...right, alarmUp: true })).toMatchObject({
      kind: 'not-taken',
      visit: { wrongLabels: [], labels: { verified: 0 } },
    });

    const unknown = await desk.done('scan.submit', { text: 'garbage 123', visitId, source: 'scanner' });
    expect(unknown).toMatchObject({
      kind: 'label-refused',
      belongsTo: null,
      visit: { wrongLabels: [{ why: 'unknown' }] },
    });
    if (unknown.kind !== 'label-refused') return;
    expect(unknown.visit.activity.filter(({ kind }) => kind === 'tubes-checked')).toHaveLength(1);
    await desk.done('labels.confirmTubesChecked', { visitId, codes: [unknown.code] });
    expect(await desk.done('scan.submit', right)).toMatchObject({ kind: 'label-verified' });
  });

  it('names and records a second wrong label while the first is unanswered, and is answered for both alone', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    const scan = { visitId, source: 'scanner' } as const;
    await desk.done('scan.submit', { ...scan, text: 'GARBAGE-123' });
    const second = await desk.done('scan.submit', { ...scan, text: 'SAMP0002', alarmUp: true });
    expect(second).toMatchObject({
      kind: 'label-refused',
      code: 'SAMP0002',
      belongsTo: { person: { lastName: 'Miles' } },
      visit: {
        wrongLabels: [
          { code: 'GARBAGE-123', why: 'unknown', belongsTo: null },
          { code: 'SAMP0002', why: 'another-visit', belongsTo: { person: { lastName: 'Miles' } } },
        ],
      },
    });
    const codesOf = (visit: VisitDetail, kind: string) =>
      visit.activity.filter((entry) => entry.kind === kind).map(({ detail }) => detail['code']);
    // Another window has drawn the first alone: its answer is about that one, and so it is none yet.
    const asked = await desk.done('labels.confirmTubesChecked', { visitId, codes: ['GARBAGE-123'] });
    expect(asked.wrongLabels.map(({ code }) => code)).toEqual(['GARBAGE-123', 'SAMP0002']);
    expect(codesOf(asked, 'tubes-checked')).toEqual([]);
    expect(await desk.done('scan.submit', { ...scan, text: 'SAMP0001' })).toMatchObject({
      kind: 'not-taken',
    });

    const codes = asked.wrongLabels.map(({ code }) => code);
    const answered = await desk.done('labels.confirmTubesChecked', { visitId, codes });
    expect(answered.wrongLabels).toEqual([]);
    expect(codesOf(answered, 'label-refused')).toEqual(['SAMP0002', 'GARBAGE-123']);
    expect(codesOf(answered, 'tubes-checked')).toEqual(['SAMP0002', 'GARBAGE-123']);
    expect(await desk.done('scan.submit', { ...scan, text: 'SAMP0001' })).toMatchObject({
      kind: 'label-verified',
    });
  });

  it('names of a symbol with several codes the one that is somebody’s, and so each of two labels with one article number', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    desk.addVisit(3, { patient: { ...BEA, lastName: 'Nash' } });
    await checkInAndStart(visitId);
    const scan = (serial: string) =>
      desk.done('scan.submit', { text: `]C1010123456789012821${serial}`, visitId, source: 'scanner' });
    expect(await scan('SAMP0002')).toMatchObject({ kind: 'label-refused', code: 'SAMP0002' });
    expect(await scan('SAMP0003')).toMatchObject({
      kind: 'label-refused',
      code: 'SAMP0003',
      visit: { wrongLabels: [{ code: 'SAMP0002' }, { belongsTo: { person: { lastName: 'Nash' } } }] },
    });
  });

  it('takes no further scan once twenty wrong labels wait for an answer, and is answered then', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const scan = (number: number) =>
      desk.done('scan.submit', {
        text: `garbage ${number}`,
        visitId,
        source: 'scanner',
        alarmUp: number > 1,
      });
    for (let number = 1; number <= MOST_WRONG_LABELS; number++) {
      expect(await scan(number)).toMatchObject({ kind: 'label-refused' });
    }
    expect(await scan(MOST_WRONG_LABELS + 1)).toMatchObject({ kind: 'not-taken' });
    const { wrongLabels } = await desk.done('visits.get', { visitId });
    expect(wrongLabels).toHaveLength(MOST_WRONG_LABELS);
    const codes = wrongLabels.map(({ code }) => code);
    expect(await desk.done('labels.confirmTubesChecked', { visitId, codes })).toMatchObject({
      wrongLabels: [],
    });
  });

  it('answers a wrong label with the longest text that a scanner may send', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const text = '𐎠'.repeat(1_000);
    const refused = await desk.done('scan.submit', { text, visitId, source: 'scanner' });
    // As much of it is named as a person can look for.
    expect(refused).toMatchObject({ kind: 'label-refused', why: 'unknown', code: '𐎠'.repeat(200) });
    const codes = refused.kind === 'label-refused' ? [refused.code] : [];
    expect(await desk.done('labels.confirmTubesChecked', { visitId, codes })).toMatchObject({
      wrongLabels: [],
    });
  });

  it('does not accept as proven a label that was never printed', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const outcome = await desk.done('scan.submit', { text: 'SAMP0001', visitId, source: 'scanner' });
    expect(outcome).toMatchObject({ kind: 'label-not-proven', why: 'not-printed' });
    expect((await desk.done('visits.get', { visitId })).labels.verified).toBe(0);
  });

  it('asks for a new scan after a reprint', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    await desk.done('scan.submit', { text: 'SAMP0001', visitId, source: 'scanner' });
    const [label] = (await desk.done('visits.get', { visitId })).labelList;
    await desk.done('labels.print', {
      visitId,
      labelId: label?.id as string,
      seenJobId: label?.jobId as string,
      reprintReason: 'Torn',
    });
    expect((await desk.done('visits.get', { visitId })).labels.verified).toBe(0);
  });

  it.each([
    ['in-the-future', NINE_O_CLOCK_MS + 3_600_000],
    ['before-arrival', NINE_O_CLOCK_MS - 3_600_000],
  ])('refuses a time %s', async (why, collectedAtMs) => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const input = { ...(await seen(visitId)), collectedAtMs, relaxedReason: 'Scanner broken' };
    expect(await desk.refused('visits.collect', input)).toMatchObject({ fields: { collectedAtMs: why } });
  });

  it('is not stopped by an arrival that was written while a clock ran ahead', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const { version } = await desk.done('visits.get', { visitId });
    updateVisit(desk.parts.store.db, visitId, version, { arrivedAtMs: NINE_O_CLOCK_MS + 86_400_000 });
    const input = {
      ...(await seen(visitId)),
      collectedAtMs: NINE_O_CLOCK_MS,
      relaxedReason: 'Scanner broken',
    };
    expect(await desk.done('visits.collect', input)).toMatchObject({ deskState: 'collected' });
  });

  it('records the reason also where there is no label at all', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    dropRegistration(desk.parts.store.db, uuidOf(20_001));
    const input = { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS };
    expect(await desk.refused('visits.collect', input)).toMatchObject({ fields: { labels: 'not-verified' } });
    const relaxedReason = 'Tube labelled by hand, registration comes later';
    expect((await desk.done('visits.collect', { ...input, relaxedReason })).activity[0]).toMatchObject({
      kind: 'collected',
      detail: { labels: 0, relaxedReason },
    });
  });

  it('accepts a label that was not scanned if a reason is given, and records it', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    const input = {
      ...(await seen(visitId)),
      collectedAtMs: NINE_O_CLOCK_MS,
      relaxedReason: 'Scanner broken',
    };
    const visit = await desk.done('visits.collect', input);
    expect(visit.activity[0]).toMatchObject({
      kind: 'collected',
      detail: { relaxedReason: 'Scanner broken' },
    });
  });
});
