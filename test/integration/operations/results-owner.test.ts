// Whose results they are: shown for nobody else, and for nobody while the service's records disagree about it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import { showAnswers } from '../../support/told-answers.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { exampleRegistration } from '../../support/wire-examples.ts';
import {
  EARLIER,
  REGISTRATION,
  ferritin,
  reportOf,
  openResultsDesk,
  resultsSteps,
  type Reports,
} from './support/results-desk.ts';

let desk: TestDesk;
let reports: Reports;
beforeEach(() => {
  ({ desk, reports } = openResultsDesk());
});
afterEach(() => desk.close());

const { up, down, get, read, addEarlier, changeRegistration } = resultsSteps(() => desk);

describe('whose results they are', () => {
  it('is nobody’s while the records disagree about the person, and nothing is shown', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    changeRegistration({ last_name: 'King' });
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    const shown = await get();
    expect(shown.owner).toMatchObject({
      kind: 'in-doubt',
      why: 'records-differ',
      namings: [{ lastName: 'Oliver' }, { lastName: 'King' }],
    });
    expect(shown.report).toBeNull();
  });

  it('is nobody’s without a patient', async () => {
    desk.addVisit(2, { patient: null });
    expect(await desk.done('results.get', { registrationId: uuidOf(20_002) })).toMatchObject({
      owner: { kind: 'nobody' },
      report: null,
    });
    await up();
    expect(await desk.done('results.read', { registrationId: uuidOf(20_002) })).toEqual({
      outcome: 'no-patient',
    });
  });

  it('is the same person where the registration by itself writes its ids in other letters', async () => {
    const { answer } = desk.service;
    const [id, patientId] = ['00000000-0000-4000-8000-00000000abcd', '00000000-0000-4000-8000-00000000beef'];
    const own = exampleRegistration({
      id,
      trf_code: 'DRW-CAP001',
      short_code: 'CAP001',
      patient_id: patientId,
    });
    upsertRegistrations(desk.parts.store.db, [own], NINE_O_CLOCK_MS);
    const inCapitals = { ...own, id: id.toUpperCase(), patient_id: patientId.toUpperCase() };
    desk.service.answer = (request) => {
      if (request.endpoint === 'registrations.get') return { status: 200, body: inCapitals };
      if (request.endpoint !== 'registrations.resultsPdf') return answer(request);
      return {
        status: 200,
        bytes: new TextEncoder().encode('%PDF-1.7 %%EOF'),
        contentType: 'application/pdf',
      };
    };
    reports.set(id, reportOf(ferritin()));
    await up();
    expect(await desk.done('results.read', { registrationId: id })).toEqual({ outcome: 'read' });
    expect(await desk.done('results.get', { registrationId: id })).toMatchObject({
      owner: { kind: 'person' },
      report: { ready: true },
    });
    expect(await desk.done('documents.get', { registrationId: id, kind: 'results' })).toMatchObject({
      stored: false,
    });
  });

  it('is asked before the results: of another patient than the one known here nothing is kept', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    changeRegistration({ patient_id: uuidOf(30_099) });
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect((await get()).report).toBeNull();
  });

  it('is asked after the results as well: they may be of somebody who was put on it while they were on their way', async () => {
    reports.set(REGISTRATION, () => {
      changeRegistration({ patient_id: uuidOf(30_099) });
      return reportOf(ferritin())();
    });
    await up();
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt' }, report: null });
  });

  it('counts for what was kept: results read for one patient are not shown for the next', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    expect((await get()).report).not.toBeNull();
    changeRegistration({
      patient_id: uuidOf(30_099),
      first_name: 'Bea',
      last_name: 'Quinn',
      date_of_birth: '1990-01-01',
    });
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    expect((await get()).report).toBeNull();
  });
});

describe('a registration that names somebody else than the list of registrations', () => {
  const listed = (changes: Parameters<typeof exampleRegistration>[0]): void => {
    const alone = desk.service.registrations.get(REGISTRATION);
    const other = desk.service.answer;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.get' && alone
        ? { status: 200, body: { ...alone, ...changes } }
        : other(request);
  };
  const bea = {
    patient_id: uuidOf(30_099),
    first_name: 'Bea',
    last_name: 'Quinn',
    date_of_birth: '1990-01-01',
  };

  it('as nobody’s withholds the results until both agree, or until the list names nobody as well', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    const before = desk.service.answer;
    const nobody = { patient_id: null, first_name: null, last_name: null, date_of_birth: null };
    listed(nobody);
    desk.service.requests.length = 0;
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why: 'names-nobody' }, report: null });
    expect(desk.service.requests.map(({ endpoint }) => endpoint)).not.toContain('registrations.labResults');
    await down();
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why: 'names-nobody' }, report: null });
    await up();
    desk.service.answer = before;
    await read();
    expect(await get()).toMatchObject({ owner: { kind: 'person' }, report: { ready: true } });
    listed(nobody);
    await read();
    changeRegistration(nobody);
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    expect(await get()).toMatchObject({ owner: { kind: 'nobody' }, report: null });
  });

  it('is not set beside this person’s results as an earlier one, and is counted', async () => {
    addEarlier();
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(EARLIER, reportOf(ferritin({ value: '40' })));
    await up();
    await read();
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect((await get()).report).toMatchObject({
      earlierInDoubt: 0,
      items: [{ earlier: [{ value: '40' }] }],
    });
    const other = desk.service.answer;
    const earlier = desk.service.registrations.get(EARLIER);
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.get' && request.params['id'] === EARLIER
        ? { status: 200, body: { ...earlier, ...bea } }
        : other(request);
    expect(await desk.done('results.read', { registrationId: EARLIER })).toEqual({
      outcome: 'person-changed',
    });
    expect((await get()).report).toMatchObject({
      ready: true,
      earlierInDoubt: 1,
      earlierUnread: 0,
      items: [{ earlier: [] }],
    });
  });

  it.each([
    ['by another name', { last_name: 'King' }, 'records-differ'],
    ['another patient', bea, 'another-record'],
  ] as const)('%s puts results and visit in doubt until both agree', async (_, changes, why) => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    expect((await get()).report).not.toBeNull();
    const before = desk.service.answer;
    listed(changes);
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why }, report: null });
    await desk.advance(120_000);
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt' }, report: null });
    const visitId = (await get()).visitId ?? '';
    const { troubles } = await desk.done('visits.get', { visitId });
    expect(troubles.map(({ kind }) => kind)).not.toEqual([]);
    desk.service.answer = before;
    await desk.advance(600_000);
    const untold = await showAnswers(desk, { 'visits.get': { visitId } });
    await read();
    await read();
    expect(await untold()).toEqual([]);
    expect(await get()).toMatchObject({ owner: { kind: 'person' }, report: { ready: true } });
  });

  it('and agrees again ends the doubt on every screen, also where its results cannot be read', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    const before = desk.service.answer;
    listed({ last_name: 'King' });
    await read();
    const visitId = (await get()).visitId ?? '';
    desk.service.answer = before;
    reports.set(REGISTRATION, () => ({ status: 500, body: {} }));
    const untold = await showAnswers(desk, {
      'visits.get': { visitId },
      'results.get': { registrationId: REGISTRATION },
    });
    await desk.refused('results.read', { registrationId: REGISTRATION });
    expect(await untold()).toEqual([]);
    expect(await get()).toMatchObject({ owner: { kind: 'person' } });
  });
});
