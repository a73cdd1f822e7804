// Form, label and results document of a registration: from the service, kept for an outage, and refused with the reason.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findDocument, forgetDocuments, saveDocument } from '../../../src/core/store/mirror/documents.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { hasSaidAnother } from '../../../src/core/store/mirror/registration-said.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { showAnswers } from '../../support/told-answers.ts';

const REGISTRATION = uuidOf(20_001);
const WITHOUT_PATIENT = uuidOf(20_002);

let desk: TestDesk;
let answer: (endpoint: string) => TestAnswer | null;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
  desk.addVisit(2, { patient: null });
  answer = () => null;
  desk.service.answer = ({ endpoint }) => answer(endpoint);
});
afterEach(() => desk.close());

const pdf = (text: string): TestAnswer => ({
  status: 200,
  bytes: new TextEncoder().encode(`%PDF-1.7 ${text} %%EOF`),
  contentType: 'application/pdf',
});
const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });
const results = { registrationId: REGISTRATION, kind: 'results' } as const;

it('the results document says whose it is, and is kept for an outage', async () => {
  answer = (endpoint) => (endpoint === 'registrations.resultsPdf' ? pdf('report') : null);
  await up();
  const fetched = await desk.done('documents.get', results);
  expect(fetched).toMatchObject({ stored: false, trfCode: 'DRW-AAA001', person: { lastName: 'Oliver' } });
  await down();
  await desk.advance(3_600_000);
  expect(await desk.done('documents.get', results)).toMatchObject({
    stored: true,
    fetchedAtMs: fetched.fetchedAtMs,
    base64: fetched.base64,
  });
});

it('is fetched with the results, so that it can be opened later without the service', async () => {
  answer = (endpoint) => (endpoint === 'registrations.resultsPdf' ? pdf('report') : null);
  await up();
  await desk.done('results.keepDocument', { registrationId: REGISTRATION });
  await down();
  expect(await desk.done('documents.get', results)).toMatchObject({ stored: true });
});

it('a label or results document of nobody is refused with the reason, and the form is not', async () => {
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form') : null);
  await up();
  for (const kind of ['label', 'results'] as const) {
    expect(await desk.refused('documents.get', { registrationId: WITHOUT_PATIENT, kind })).toMatchObject({
      kind: 'rejected',
      fields: { document: 'no-patient' },
    });
  }
  expect(await desk.done('documents.get', { registrationId: WITHOUT_PATIENT, kind: 'trf' })).toMatchObject({
    person: null,
  });
});

it('what the service says to be missing is not shown as it was kept', async () => {
  answer = (endpoint) => (endpoint.endsWith('Pdf') || endpoint.endsWith('.trf') ? pdf('a page') : null);
  await up();
  const form = { ...results, kind: 'trf' } as const;
  await desk.done('documents.get', form);
  await desk.done('documents.get', results);
  answer = () => null;
  expect(await desk.refused('documents.get', form)).toMatchObject({ fields: { document: 'not-there' } });
  answer = () => ({ status: 500, body: {} });
  expect(await desk.done('documents.get', results)).toMatchObject({
    stored: true,
    problem: { kind: 'busy', reason: 'server-error' },
  });
  answer = () => null;
  expect(await desk.refused('documents.get', results)).toMatchObject({ fields: { document: 'no-results' } });
  await down();
  // A form is wanted in an outage whatever was said of it once; results that the laboratory took back are nobody's to read out.
  expect(await desk.done('documents.get', form)).toMatchObject({ stored: true, problem: null });
  expect(await desk.refused('documents.get', results)).toMatchObject({ kind: 'offline' });
});

it('a kept report says that its registration has said since that it has no results', async () => {
  answer = (endpoint) => (endpoint.endsWith('Pdf') || endpoint.endsWith('.trf') ? pdf('a page') : null);
  const known = desk.service.registrations.get(REGISTRATION);
  if (!known) throw new Error('It was added above.');
  const say = async (results_ready: boolean) => {
    await desk.advance(60_000);
    desk.service.registrations.set(REGISTRATION, { ...known, results_ready });
    await desk.done('sync.now', {});
    await desk.advance(60_000);
  };
  await up();
  await say(true);
  expect(await desk.done('documents.get', results)).toMatchObject({ stored: false, saidNotReady: false });
  await down();
  expect(await desk.done('documents.get', results)).toMatchObject({ stored: true, saidNotReady: false });
  await up();
  await desk.done('documents.get', { ...results, kind: 'trf' });
  await say(false);
  await down();
  expect(await desk.done('documents.get', results)).toMatchObject({ stored: true, saidNotReady: true });
  const form = { ...results, kind: 'trf' } as const;
  expect(await desk.done('documents.get', form)).toMatchObject({ stored: true, saidNotReady: false });
  // The document itself is the later word.
  await up();
  expect(await desk.done('documents.get', results)).toMatchObject({ stored: false, saidNotReady: false });
});

it.each([
  ['before its end', '%PDF-1.7 the wh'],
  ['behind the end of its first part', '%PDF-1.7 1 0 obj the %%EOF 2 0 obj wh'],
])(
  'a document that came cut %s is none: the one that is kept stays, and is shown with the reason',
  async (_where, cut) => {
    answer = (endpoint) => (endpoint === 'registrations.resultsPdf' ? pdf('the whole report') : null);
    await up();
    const whole = await desk.done('documents.get', results);
    answer = (endpoint) =>
      endpoint === 'registrations.resultsPdf' ? { ...pdf(''), bytes: new TextEncoder().encode(cut) } : null;
    expect(await desk.done('documents.get', results)).toMatchObject({
      base64: whole.base64,
      stored: true,
      problem: { kind: 'bug', origin: 'service', operation: 'registrations.resultsPdf' },
    });
    await desk.setLine({ up: false, reading: false });
    expect((await desk.done('documents.get', results)).base64).toBe(whole.base64);
  },
);

it('an empty answer and a web page in place of a document are no documents', async () => {
  await up();
  answer = () => ({ status: 200, bytes: new Uint8Array(), contentType: 'application/pdf' });
  expect(await desk.refused('documents.get', results)).toMatchObject({ kind: 'bug', origin: 'service' });
  answer = () => ({
    status: 200,
    bytes: new TextEncoder().encode('<!doctype html><title>Sign in</title>'),
    contentType: 'text/html',
  });
  expect(await desk.refused('documents.get', results)).toMatchObject({
    kind: 'offline',
    reason: 'captive-portal',
  });
});

it('a results document is nobody’s while the records disagree about the person', async () => {
  answer = (endpoint) => (endpoint === 'registrations.resultsPdf' ? pdf('report') : null);
  await up();
  await desk.done('documents.get', results);
  const known = desk.service.registrations.get(REGISTRATION);
  if (known) desk.service.registrations.set(REGISTRATION, { ...known, last_name: 'King' });
  await desk.done('sync.now', {});
  await desk.advance(120_000);
  expect(await desk.refused('documents.get', results)).toMatchObject({
    fields: { document: 'person-in-doubt' },
  });
});

it.each(['trf', 'results'] as const)(
  'a document (%s) is neither shown nor kept when its registration became somebody else’s while it was on its way',
  async (kind) => {
    desk.addVisit(3, { patient: { firstName: 'Bert', lastName: 'King', dateOfBirth: '1950-01-02' } });
    const [own, another] = [REGISTRATION, uuidOf(20_003)].map((id) => desk.service.registrations.get(id));
    if (!own || !another) throw new Error('These registrations were added above.');
    await up();
    const asked = { registrationId: REGISTRATION, kind };
    answer = (endpoint) => {
      if (endpoint !== (kind === 'trf' ? 'registrations.trf' : 'registrations.resultsPdf')) return null;
      const { patient_id, first_name, last_name, date_of_birth } = another;
      const reassigned = { ...own, patient_id, first_name, last_name, date_of_birth };
      upsertRegistrations(desk.parts.store.db, [reassigned], Date.now());
      desk.service.registrations.set(REGISTRATION, reassigned);
      // It was made before, for the one before. Its code is the registration's own.
      return pdf(`DRW-AAA001 OLIVER Ada`);
    };
    expect(await desk.refused('documents.get', asked)).toMatchObject({ kind: 'conflict', reason: 'changed' });
    expect(findDocument(desk.parts.store.db, REGISTRATION, kind)).toBeNull();
  },
);

it('results are not asked for where the registration names somebody else when it is asked for by itself', async () => {
  const asked: string[] = [];
  answer = (endpoint) => {
    asked.push(endpoint);
    return null;
  };
  await up();
  const known = desk.service.registrations.get(REGISTRATION);
  if (known) desk.service.registrations.set(REGISTRATION, { ...known, last_name: 'King' });
  asked.length = 0;
  await desk.refused('documents.get', results);
  expect(asked).toContain('registrations.get');
  expect(asked).not.toContain('registrations.resultsPdf');
  expect(desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toContain('results');
  expect(await desk.refused('documents.get', results)).toMatchObject({
    fields: { document: 'person-in-doubt' },
  });
});

it('a report that was on its way while somebody else was put on the registration is theirs, and is not kept', async () => {
  answer = (endpoint) => {
    if (endpoint !== 'registrations.resultsPdf') return null;
    const known = desk.service.registrations.get(REGISTRATION);
    if (known) desk.service.registrations.set(REGISTRATION, { ...known, last_name: 'King' });
    return pdf('report');
  };
  await up();
  expect(await desk.refused('documents.get', results)).toMatchObject({ kind: 'conflict', reason: 'changed' });
  expect(findDocument(desk.parts.store.db, REGISTRATION, 'results')).toBeNull();
});

it('a document that is open is not shown any more once it is in doubt whose it is, or out of date', async () => {
  answer = (endpoint) => {
    if (endpoint === 'registrations.labResults') return { status: 204 };
    return endpoint === 'registrations.resultsPdf' ? pdf('report') : null;
  };
  await up();
  const { trfCode, person, notPrinted } = await desk.done('documents.get', results);
  const fresh = { trfCode, person, notPrinted, refusal: null, isKept: true };
  expect(await desk.done('documents.standing', results)).toEqual(fresh);

  const untold = await showAnswers(desk, { 'documents.standing': results });
  // A reading of the results brings none.
  await desk.done('results.read', { registrationId: REGISTRATION });
  expect(await untold()).toEqual([]);
  expect(await desk.done('documents.standing', results)).toEqual({ ...fresh, isKept: false });

  await desk.done('documents.get', results);
  expect(await desk.done('documents.standing', results)).toEqual(fresh);
  const unsaid = await showAnswers(desk, { 'documents.standing': results });
  const known = desk.service.registrations.get(REGISTRATION);
  if (known) desk.service.registrations.set(REGISTRATION, { ...known, last_name: 'King' });
  await desk.done('results.read', { registrationId: REGISTRATION });
  expect(await unsaid()).toEqual([]);
  expect(await desk.done('documents.standing', results)).toMatchObject({
    refusal: { kind: 'rejected', fields: { document: 'person-in-doubt' } },
  });
});

it('screens that say whether the form is kept here are told when it is', async () => {
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('DRW-AAA001 OLIVER Ada') : null);
  await up();
  const registrationId = REGISTRATION;
  forgetDocuments(desk.parts.store.db, REGISTRATION);
  expect(await desk.done('registrations.get', { registrationId })).toMatchObject({ trfStored: false });
  const untold = await showAnswers(desk, { 'registrations.get': { registrationId } });
  await desk.done('documents.get', { registrationId, kind: 'trf' });
  expect(await untold()).toEqual([]);
  expect(await desk.done('registrations.get', { registrationId })).toMatchObject({ trfStored: true });
});

it('an answer from before the registration became somebody else’s does not put their results in doubt', async () => {
  desk.addVisit(3, { patient: { firstName: 'Bert', lastName: 'King', dateOfBirth: '1950-01-02' } });
  const [own, another] = [REGISTRATION, uuidOf(20_003)].map((id) => desk.service.registrations.get(id));
  if (!own || !another) throw new Error('These registrations were added above.');
  await up();
  answer = (endpoint) => {
    if (endpoint !== 'registrations.get') return null;
    const { patient_id, first_name, last_name, date_of_birth } = another;
    const reassigned = { ...own, patient_id, first_name, last_name, date_of_birth };
    upsertRegistrations(desk.parts.store.db, [reassigned], Date.now());
    return { status: 200, body: own };
  };
  expect(await desk.refused('documents.get', results)).toMatchObject({ kind: 'conflict', reason: 'changed' });
  expect(hasSaidAnother(desk.parts.store.db, REGISTRATION)).toBe(false);
});

it('a form is shown also where the patient’s own record is read while it is on its way', async () => {
  await up();
  const patientId = uuidOf(30_001);
  const record = desk.service.patients.get(patientId);
  if (!record) throw new Error('This patient was added above.');
  desk.parts.store.db.prepare('DELETE FROM mirror_patient WHERE id = ?').run(patientId);
  answer = (endpoint) => {
    if (endpoint !== 'registrations.trf') return null;
    upsertPatients(desk.parts.store.db, [record], Date.now());
    return pdf('DRW-AAA001 OLIVER Ada');
  };
  expect(await desk.done('documents.get', { registrationId: REGISTRATION, kind: 'trf' })).toMatchObject({
    stored: false,
  });
});

it('a document for which there was no time is neither shown nor kept, and the one that was read before is', async () => {
  const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('too slow to read DRW-AAA002') : null);
  await up();
  expect(await desk.refused('documents.get', form)).toMatchObject({
    kind: 'rejected',
    fields: { document: 'not-read' },
  });
  await down();
  expect(await desk.refused('documents.get', form)).toMatchObject({ kind: 'offline' });
  await up();
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form DRW-AAA001') : null);
  const read = await desk.done('documents.get', form);
  expect(read).toMatchObject({ stored: false, problem: null });
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('too slow to read DRW-AAA002') : null);
  expect(await desk.done('documents.get', form)).toMatchObject({
    stored: true,
    base64: read.base64,
    problem: { kind: 'rejected', fields: { document: 'not-read' } },
  });
});

it('a document that opens with a password is said to be just that, also to whoever wants to see it all the same', async () => {
  const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
  const locked = { kind: 'rejected', fields: { document: 'opens-with-password' } };
  await up();
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form DRW-AAA001') : null);
  const read = await desk.done('documents.get', form);
  answer = (endpoint) => (endpoint.startsWith('registrations.') ? pdf('opens with a password') : null);
  // What was read before is shown in its place.
  expect(await desk.done('documents.get', form)).toMatchObject({
    stored: true,
    base64: read.base64,
    problem: locked,
  });
  for (const evenNotRead of [false, true])
    expect(await desk.refused('documents.get', { ...form, kind: 'label', evenNotRead })).toMatchObject(
      locked,
    );
});

it('a document that was kept without being read is read before it is shown, and somebody else’s is not kept any longer', async () => {
  const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
  const keep = (text: string): void =>
    saveDocument(desk.parts.store.db, {
      ...form,
      contentType: 'application/pdf',
      bytes: new TextEncoder().encode(text),
      fetchedAtMs: NINE_O_CLOCK_MS,
    });
  await down();
  keep('%PDF-1.7 form DRW-AAA002 %%EOF');
  expect(await desk.refused('documents.get', form)).toMatchObject({
    fields: { document: 'of-somebody-else' },
  });
  expect(findDocument(desk.parts.store.db, REGISTRATION, 'trf')).toBeNull();
  expect(await desk.refused('documents.get', form)).toMatchObject({ kind: 'offline' });
  // What names them, or nobody, or could be read when it was kept and cannot now, is shown.
  for (const text of ['form DRW-AAA001', 'a scanned picture', 'too slow to read']) {
    keep(text);
    expect(await desk.done('documents.get', form), text).toMatchObject({ stored: true, problem: null });
  }
  // Nor is it shown where the service is asked in vain.
  await up();
  answer = () => ({ status: 500, body: {} });
  keep('form DRW-AAA002');
  expect(await desk.refused('documents.get', form)).toMatchObject({
    fields: { document: 'of-somebody-else' },
  });
});

it('a document whose registration becomes somebody else’s while it is read once more is not shown', async () => {
  const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form DRW-AAA001') : null);
  await up();
  await desk.done('documents.get', form);
  await down();
  vi.spyOn(desk.parts.documentReader, 'read').mockImplementationOnce(async () => {
    forgetDocuments(desk.parts.store.db, REGISTRATION);
    return { text: 'form DRW-AAA001' };
  });
  expect(await desk.refused('documents.get', form)).toMatchObject({ kind: 'offline' });
});

it('a damaged document is used where what is left of it names the person, and where it names nobody it was not read', async () => {
  const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
  const refusedAs = (document: string) => ({ kind: 'rejected', fields: { document } });
  let text = 'damaged form of nobody';
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf(text) : null);
  await up();
  expect(await desk.refused('documents.get', form)).toMatchObject(refusedAs('not-read'));
  expect(findDocument(desk.parts.store.db, REGISTRATION, 'trf')).toBeNull();
  text = 'damaged form DRW-AAA002';
  expect(await desk.refused('documents.get', form)).toMatchObject(refusedAs('of-somebody-else'));
  text = 'damaged form DRW-AAA001';
  expect(await desk.done('documents.get', form)).toMatchObject({ notRead: false });
  expect(findDocument(desk.parts.store.db, REGISTRATION, 'trf')).not.toBeNull();
});

it('a form or a report that cannot be read is shown to whoever wants that, a label never; none is kept or printed', async () => {
  answer = (endpoint) => (/trf|label|resultsPdf/.test(endpoint) ? pdf('too slow to read DRW-AAA002') : null);
  await up();
  const of = (kind: 'trf' | 'label' | 'results') => ({ registrationId: REGISTRATION, kind });
  const refusal = { kind: 'rejected', fields: { document: 'not-read' } };
  for (const kind of ['trf', 'results'] as const) {
    expect(await desk.refused('documents.get', of(kind))).toMatchObject(refusal);
    await desk.done('documents.seeNotRead', { registrationId: REGISTRATION, kind });
    const shown = await desk.done('documents.get', { ...of(kind), evenNotRead: true });
    expect(shown).toMatchObject({ notRead: true, stored: false, trfCode: 'DRW-AAA001' });
    expect(findDocument(desk.parts.store.db, REGISTRATION, kind)).toBeNull();
    // The next one who asks is asked again.
    expect(await desk.refused('documents.get', of(kind))).toMatchObject(refusal);
  }
  expect(await desk.refused('documents.get', { ...of('label'), evenNotRead: true })).toMatchObject(refusal);
  // Each time that somebody wanted to see one is in the activity, and nothing that was refused is.
  const { items } = await desk.done('activity.list', {});
  expect(
    items.filter(({ kind }) => kind === 'document-seen-not-read').map(({ detail }) => detail),
  ).toMatchObject([
    { document: 'results', code: 'DRW-AAA001' },
    { document: 'trf', code: 'DRW-AAA001' },
  ]);
  // What can be read after all is compared, as always.
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form DRW-AAA002') : null);
  expect(await desk.refused('documents.get', { ...of('trf'), evenNotRead: true })).toMatchObject({
    fields: { document: 'of-somebody-else' },
  });
  answer = (endpoint) => (endpoint === 'registrations.trf' ? pdf('form DRW-AAA001') : null);
  expect(await desk.done('documents.get', { ...of('trf'), evenNotRead: true })).toMatchObject({
    notRead: false,
  });
});
