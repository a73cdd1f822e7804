// A morning at the desk without its screens: the composed engine, the embedded service over real HTTP, the training
// printer over real TCP, a real data folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import type { Desk } from '../../../src/app/compose.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import type { VisitDetail, VisitRow } from '../../../src/contract/views.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { askDesk, openTrainingDesk } from '../../support/training-desk.ts';
import { IDENTIFIERS } from '../operations/support/desk-steps.ts';

let folder: string;
let desk: Desk;

const open = async (): Promise<void> => {
  desk = await openTrainingDesk(folder);
};

const ask = <Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> =>
  askDesk(desk, name, input);

/** Asks again at each event of the engine until what was asked for is so. */
async function until<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  holds: (value: Output<Name>) => boolean,
): Promise<Output<Name>> {
  return new Promise((resolve, reject) => {
    let busy = false;
    let again = false;
    const look = (): void => {
      again = busy;
      if (busy) return;
      busy = true;
      ask(name, input)
        .then((value) => {
          busy = false;
          if (holds(value)) {
            stop();
            resolve(value);
          } else if (again) look();
        })
        .catch(reject);
    };
    const stop = desk.engine.subscribe(null, look);
    look();
  });
}

const board = () => until('board.get', {}, (value) => !value.loading && value.rows.length >= 24);
const seen = (visit: { id: string; version: number }) => ({ visitId: visit.id, seenVersion: visit.version });

async function labelled(row: VisitRow): Promise<VisitDetail> {
  // The code comes with the service's label document, read a moment after the board.
  await until('visits.get', { visitId: row.id }, (visit) =>
    visit.registrations.every((one) => one.labelCode !== null),
  );
  const fresh = await ask('visits.get', { visitId: row.id });
  const arrived = await ask('visits.checkIn', { ...seen(fresh), identifiers: [...IDENTIFIERS] });
  await ask('visits.move', { ...seen(arrived), to: 'collecting' });
  await ask('labels.print', { visitId: row.id });
  return until('visits.get', { visitId: row.id }, (visit) => visit.labels.printed === visit.labels.needed);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-morning-'));
  await open();
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a morning in training', () => {
  it('begins with the day’s visits on the board, some without a patient, and a few slots held from this desk', async () => {
    const { rows } = await board();
    expect(rows.filter((row) => row.origin === 'appointment').length).toBeGreaterThanOrEqual(24);
    expect(rows.filter((row) => row.patientMissing).length).toBeGreaterThan(0);
    const session = await ask('session.get', {});
    // Late in the evening no slot of the day is left that could be held.
    if (wallClockAt(session.nowMs, session.timeZone).time < '23:00') {
      await until('board.get', {}, (value) => value.rows.some((row) => row.appointment?.state === 'held'));
    }
    expect(session).toMatchObject({ mode: 'training', timeZone: 'Europe/London' });
    expect(session.locations).toHaveLength(3);
    expect((await ask('products.list', {})).items.length).toBeGreaterThanOrEqual(12);
  });

  it('labels a sample: the picture of the bytes received decodes to the code that is scanned back', async () => {
    const { rows } = await board();
    const row = rows.find(
      (candidate) => candidate.person && !candidate.patientMissing && candidate.trfCodes.length === 1,
    ) as VisitRow;
    const visit = await labelled(row);
    const code = visit.labelList[0]?.code as string;

    const received = await until('training.labels', {}, (value) => value.items.length > 0);
    expect(await readCodes(Buffer.from(received.items[0]?.pngBase64 ?? '', 'base64'))).toContain(code);

    const refused = await ask('scan.submit', { text: 'WRONG-CODE', visitId: visit.id, source: 'scanner' });
    expect(refused.kind).toBe('label-refused');
    await ask('labels.confirmTubesChecked', { visitId: visit.id, codes: ['WRONG-CODE'] });
    const proven = await ask('scan.submit', {
      text: code.toLowerCase(),
      visitId: visit.id,
      source: 'scanner',
    });
    expect(proven).toMatchObject({ kind: 'label-verified', alreadyVerified: false });

    const form = await ask('documents.get', {
      registrationId: visit.registrations[0]?.id as string,
      kind: 'trf',
    });
    expect(Buffer.from(form.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');

    const now = (await ask('session.get', {})).nowMs;
    const ready = await ask('visits.get', { visitId: visit.id });
    const collected = await ask('visits.collect', { ...seen(ready), collectedAtMs: now });
    expect(collected).toMatchObject({ deskState: 'collected', collectedAtMs: now });
  });

  it('takes a walk-in from a held slot to a label with the code of the service', async () => {
    await board();
    const made = await ask('patients.create', {
      draft: {
        firstName: 'Ngozi',
        lastName: 'Walker-Inn',
        dateOfBirth: '1991-07-09',
        gender: 'female',
        email: 'ngozi@example.test',
      },
    });
    if (made.kind !== 'created') throw new Error('Somebody alike was there already.');
    const { items } = await ask('products.list', {});
    const product = items.find((candidate) => candidate.sku === 'IRON-4');
    const { nowMs, location } = await ask('session.get', {});
    const locationId = location?.id as string;
    const held = await ask('walkIn.hold', { locationId, slotId: null, startsAtMs: nowMs });
    const standing = await until(
      'visits.get',
      { visitId: held.id },
      (visit) => visit.appointment?.state === 'held',
    );
    const tenMinutes = (standing.appointment?.holdExpiresAtMs ?? 0) - nowMs;
    expect(tenMinutes).toBeGreaterThan(9 * 60_000);
    expect(tenMinutes).toBeLessThan(11 * 60_000);
    await ask('walkIn.confirm', {
      ...seen(standing),
      patientId: made.person.id,
      productIds: [product?.id as string],
    });
    const booked = await until(
      'visits.get',
      { visitId: held.id },
      (visit) => visit.sync === 'synced' && visit.trfCodes.length === 1,
    );
    expect(booked.appointment).toMatchObject({ state: 'confirmed', holdExpiresAtMs: null });
    expect(booked.registrations[0]?.labelCode?.source).not.toBe('trf-code');
    const registrationId = booked.registrations[0]?.id as string;
    const readTwoMinutesLater = async () => {
      await ask('training.advanceClock', { seconds: 120 });
      await ask('results.read', { registrationId });
      return ask('results.get', { registrationId });
    };
    // However long somebody waits to be checked in, nothing is found in a sample that nobody took.
    expect(await readTwoMinutesLater()).toMatchObject({ report: { ready: false } });
    const visit = await labelled(booked);
    expect(visit.labels).toMatchObject({ needed: 1, printed: 1 });

    const relaxedReason = 'The scanner is broken';
    const { nowMs: collectedAtMs } = await ask('session.get', {});
    await ask('visits.collect', { ...seen(visit), collectedAtMs, relaxedReason });
    expect(await readTwoMinutesLater()).toMatchObject({ report: { ready: true } });
  });

  it('goes on without a connection, and sends what waits exactly once when it is back, also after a restart', async () => {
    const { rows } = await board();
    const lacking = rows.find((row) => row.patientMissing) as VisitRow;
    await ask('training.setOffline', { offline: true });
    await until('connection.get', {}, (value) => value.state === 'offline');

    const made = await ask('patients.create', {
      draft: {
        firstName: 'Imogen',
        lastName: 'Downline',
        dateOfBirth: '1970-01-31',
        gender: 'female',
        email: 'imogen@example.test',
      },
    });
    if (made.kind !== 'created') throw new Error('Somebody alike was there already.');
    const fresh = await ask('visits.get', { visitId: lacking.id });
    const assigned = await ask('visits.assignPatient', { ...seen(fresh), patientId: made.person.id });
    expect(assigned).toMatchObject({ sync: 'waiting', person: { lastName: 'Downline' } });
    const arrived = await ask('visits.checkIn', { ...seen(assigned), identifiers: [...IDENTIFIERS] });
    await ask('labels.print', { visitId: lacking.id, formCodeReason: 'The line is down' });
    await until('visits.get', { visitId: lacking.id }, (visit) => visit.labels.printed === 1);
    expect(arrived.deskState).toBe('arrived');
    expect((await ask('connection.get', {})).waiting).toBeGreaterThanOrEqual(2);

    // The connection that was switched off stays off over a restart; what waits is on disk.
    await desk.close();
    await open();
    await until('connection.get', {}, (value) => value.state === 'offline');
    const still = await until('visits.get', { visitId: lacking.id }, (visit) => visit.sync === 'waiting');
    expect(still.deskState).toBe('arrived');
    await ask('training.setOffline', { offline: false });
    const after = await until(
      'visits.get',
      { visitId: lacking.id },
      (visit) => visit.sync === 'synced' && visit.pendingChanges.length === 0,
    );
    expect(after).toMatchObject({
      deskState: 'arrived',
      person: { lastName: 'Downline' },
      patientMissing: false,
    });
    expect((await ask('patients.search', { text: 'Downline' })).people).toHaveLength(1);
    expect((await ask('outbox.list', { show: 'all' })).items.every((row) => row.state === 'confirmed')).toBe(
      true,
    );
  });

  it('leaves nothing readable in the data folder', async () => {
    const { rows } = await board();
    // The longest: encrypted megabytes hold each name of two or three letters by chance.
    const surname = rows
      .map((row) => row.person?.lastName ?? '')
      .reduce((longest, name) => (name.length > longest.length ? name : longest));
    expect(surname.length).toBeGreaterThanOrEqual(6);
    await desk.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const entry of files) {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      expect(bytes.subarray(0, 15).toString('latin1'), entry.name).not.toBe('SQLite format 3');
      expect(bytes.includes(Buffer.from(surname)), entry.name).toBe(false);
    }
    await open();
  });
});
