// Form and results on the office printer, over real IPP: what the service has, whole, once, and only while it is certain
// whose it is.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import type { PdfInspection } from '../../../src/core/ports/pictures.ts';
import { run } from '../../../src/core/store/db/database.ts';
import { startFakeIppPrinter, type FakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { neverDrawn } from '../../support/never-drawn.ts';
import { exampleRegistration } from '../../support/wire-examples.ts';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import { ferritin, reportOf } from './support/results-desk.ts';

const REGISTRATION = uuidOf(20_001);
const NOBODY = uuidOf(20_002);
const FORM = '%PDF-1.7 the form %%EOF';

let printer: FakeIppPrinter;
let desk: TestDesk;
let inspection: PdfInspection;
/** Documents are looked through until somebody does not want that any more. */
let looksForLong: boolean;
let looking: AbortSignal[];
const http = createHttp();

beforeEach(async () => {
  inspection = { pages: 2 };
  looksForLong = false;
  looking = [];
  printer = await startFakeIppPrinter();
  desk = openTestDesk(
    {
      officePrinters: [{ id: 'office', name: 'Office', address: { kind: 'ipp', url: printer.url } }],
    },
    {
      pages: createPageTransport(http, neverDrawn),
      async inspectPdf(_pdf, signal) {
        if (!looksForLong || !signal) return inspection;
        looking.push(signal);
        return new Promise((_seen, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
  );
  desk.addVisit(1);
  desk.addVisit(2, { patient: null });
  const pdf: TestAnswer = {
    status: 200,
    bytes: new TextEncoder().encode(FORM),
    contentType: 'application/pdf',
  };
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf' || endpoint === 'registrations.resultsPdf' ? pdf : null;
  await desk.setLine({ up: true, reading: false });
});
afterEach(async () => {
  await desk.close();
  await printer.close();
});

const form = { registrationId: REGISTRATION, kind: 'trf' } as const;
const job = async (id: string) => {
  const { items } = await desk.done('printJobs.list', {});
  return items.find((item) => item.id === id);
};
/** The printer is a real one, so its answers take real time. */
const eventually = <Value>(look: () => Promise<Value> | Value): Promise<Value> =>
  vi.waitFor(look, { timeout: 5_000, interval: 20 });

describe('a form', () => {
  it('goes to the office printer as it came from the service, and the screen says how far it is', async () => {
    const { job: queued } = await desk.done('documents.print', form);
    expect(queued).toMatchObject({
      title: 'Form DRW-AAA001',
      printerName: 'Office',
      pages: { kind: 'trf', count: 2, goesTo: 'ipp' },
    });
    await eventually(() => expect(printer.jobs).toHaveLength(1));
    expect(printer.jobs[0]?.document.toString()).toBe(FORM);
    // A printer shows the names of its jobs to everybody.
    expect(printer.jobs[0]?.name).not.toMatch(/oliver|DRW/i);
    await eventually(async () => expect((await job(queued.id))?.state).toBe('sent'));
    await eventually(async () => {
      await desk.advance(5_000);
      expect((await job(queued.id))?.deviceReport).toBe('done');
    });
    const { items } = await desk.done('activity.list', {});
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['document-queued', 'document-print-ended']),
    );
    expect(printer.faults).toEqual([]);
  });

  it('is printed once when the same command comes twice', async () => {
    const twice = { commandId: uuidOf(77) };
    const first = await desk.done('documents.print', form, twice);
    const second = await desk.done('documents.print', form, twice);
    expect(second.job.id).toBe(first.job.id);
    await eventually(async () => expect((await job(first.job.id))?.state).toBe('sent'));
    expect(printer.jobs).toHaveLength(1);
  });

  it('that nobody wants any more is looked through no further, and is not printed', async () => {
    looksForLong = true;
    const asking = crypto.randomUUID();
    const refused = desk.refused('documents.print', { ...form, asking });
    await eventually(() => expect(looking).toHaveLength(1));
    await desk.done('printers.stopAsking', { asking });
    expect(looking[0]?.aborted).toBe(true);
    expect(await refused).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect((await desk.done('printJobs.list', {})).items).toEqual([]);
  });

  it('that nobody wants any more while the service is slow is not printed once it comes', async () => {
    desk.service.isLate = ({ endpoint }) => endpoint === 'registrations.trf';
    const asking = crypto.randomUUID();
    const refused = desk.refused('documents.print', { ...form, asking });
    await eventually(() =>
      expect(desk.service.requests.some(({ endpoint }) => endpoint === 'registrations.trf')).toBe(true),
    );
    await desk.done('printers.stopAsking', { asking });
    expect(await refused).toMatchObject({ kind: 'conflict', reason: 'state' });
    desk.service.release();
    // The form came, and is kept for whoever wants it next.
    await eventually(async () => {
      await desk.setLine({ up: false, reading: false });
      await desk.done('documents.get', form);
    });
    expect((await desk.done('printJobs.list', {})).items).toEqual([]);
    expect(looking).toEqual([]);
  });

  it('that is kept here is printed while the service cannot be reached', async () => {
    await desk.done('documents.get', form);
    await desk.setLine({ up: false, reading: false });
    await desk.done('documents.print', form);
    await eventually(() => expect(printer.jobs).toHaveLength(1));
  });

  it.each(['damaged', 'larger-than-a4', 'locked', 'too-many-pages'] as const)(
    'that is %s never reaches the printer',
    async (problem) => {
      inspection = { problem };
      expect(await desk.refused('documents.print', form)).toMatchObject({
        kind: 'rejected',
        fields: { document: problem },
      });
      expect((await desk.done('printJobs.list', {})).items).toEqual([]);
      expect(printer.asked).toEqual([]);
    },
  );

  it('is not printed for somebody else while the service still has the person before on it', async () => {
    desk.addVisit(3, { patient: { firstName: 'Bert', lastName: 'King', dateOfBirth: '1950-01-02' } });
    expect(await desk.done('documents.get', form)).toMatchObject({ notPrinted: null });
    await desk.setLine({ up: false, reading: false });
    const { person } = await desk.done('registrations.get', { registrationId: uuidOf(20_003) });
    await desk.done('registrations.assign', {
      registrationId: REGISTRATION,
      patientId: person?.id ?? '',
      seenPatientId: uuidOf(30_001),
    });
    expect(await desk.refused('documents.print', form)).toMatchObject({
      kind: 'rejected',
      fields: { patient: 'contested' },
    });
    // Whoever looks at it sees whom it names; a window with no office printer is told the same before it prints.
    expect(await desk.done('documents.get', form)).toMatchObject({
      stored: true,
      person: null,
      notPrinted: { kind: 'rejected', fields: { patient: 'contested' } },
    });
    expect((await desk.done('printJobs.list', {})).items).toEqual([]);
    expect(printer.jobs).toEqual([]);
  });

  it('is not sent once its registration is somebody else’s', async () => {
    printer.will.accepting = false;
    const { job: queued } = await desk.done('documents.print', form);
    await eventually(async () => expect((await job(queued.id))?.state).toBe('attention'));
    desk.service.registrations.get(REGISTRATION);
    desk.parts.store.db.exec(
      `UPDATE print_job SET document = json_set(document, '$.patientId', '${uuidOf(5)}')`,
    );
    printer.will.accepting = true;
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await job(queued.id)).toMatchObject({ state: 'cancelled' });
    });
    expect(printer.jobs).toEqual([]);
  });
});

describe('what waits at a printer that takes nothing', () => {
  const results = { registrationId: REGISTRATION, kind: 'results' } as const;
  let told: LabResult[];
  beforeEach(() => {
    told = [ferritin()];
    const { answer } = desk.service;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.labResults' ? reportOf(...told)() : (answer(request) ?? null);
    printer.will.accepting = false;
  });
  async function waiting(what: typeof form | typeof results) {
    const { job: queued } = await desk.done('documents.print', what);
    await eventually(async () => expect((await job(queued.id))?.state).toBe('attention'));
    await desk.advance(60_000);
    return queued.id;
  }
  const taken = () => {
    printer.will.accepting = true;
    return desk.advance(10_000);
  };
  const readResults = () => desk.done('results.read', { registrationId: REGISTRATION });

  it.each([
    ['corrected', [ferritin({ value: '21', out_of_range: null })]],
    ['taken back', []],
  ])('is not sent where it is a report that was %s', async (_what, now) => {
    await readResults();
    const id = await waiting(results);
    told = now;
    await readResults();
    await desk.advance(60_000);
    // Another reading of the same is no reason for the older paper.
    await readResults();
    await taken();
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await job(id)).toMatchObject({ state: 'cancelled' });
    });
    expect(printer.jobs).toEqual([]);
    await desk.done('documents.print', results);
    await eventually(() => expect(printer.jobs).toHaveLength(1));
  });

  it('is not sent where the registration has said since that it has no results, and a report that is kept is not printed', async () => {
    const say = async (results_ready: boolean) => {
      const known = desk.service.registrations.get(REGISTRATION) ?? exampleRegistration();
      desk.service.registrations.set(REGISTRATION, { ...known, results_ready });
      await desk.done('sync.now', {});
      await desk.advance(60_000);
    };
    await say(true);
    const id = await waiting(results);
    await say(false);
    await taken();
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await job(id)).toMatchObject({ state: 'cancelled' });
    });
    await desk.setLine({ up: false, reading: false });
    const why = { kind: 'rejected', fields: { document: 'said-not-ready' } };
    expect(await desk.refused('documents.print', results)).toMatchObject(why);
    expect(await desk.done('documents.get', results)).toMatchObject({ saidNotReady: true, notPrinted: why });
    expect(await desk.done('documents.standing', results)).toMatchObject({ notPrinted: why, isKept: true });
    expect(printer.jobs).toEqual([]);
    // The document itself, given now, is the later word.
    await desk.setLine({ up: true, reading: false });
    await desk.done('documents.print', results);
    await eventually(() => expect(printer.jobs).toHaveLength(1));
  });

  it('is sent where the results were read again, and were the same', async () => {
    await readResults();
    await waiting(results);
    await readResults();
    await taken();
    await eventually(async () => {
      await desk.advance(10_000);
      expect(printer.jobs).toHaveLength(1);
    });
  });

  it.each([form, results])(
    'is not sent where it is a $kind that names the person as before',
    async (what) => {
      const id = await waiting(what);
      const record = desk.service.patients.get(uuidOf(30_001));
      if (record) desk.service.patients.set(record.id, { ...record, last_name: 'Olivera' });
      desk.service.registrations.set(REGISTRATION, {
        ...(desk.service.registrations.get(REGISTRATION) ?? exampleRegistration()),
        last_name: 'Olivera',
      });
      await desk.done('sync.now', {});
      await eventually(async () => {
        await desk.advance(10_000);
        const { person } = await desk.done('registrations.get', { registrationId: REGISTRATION });
        expect(person?.lastName).toBe('Olivera');
      });
      await taken();
      await eventually(async () => {
        await desk.advance(10_000);
        expect(await job(id)).toMatchObject({ state: 'cancelled' });
      });
      expect(printer.jobs).toEqual([]);
    },
  );
});

it('results of nobody are not printed', async () => {
  expect(await desk.refused('documents.print', { registrationId: NOBODY, kind: 'results' })).toMatchObject({
    fields: { document: 'no-patient' },
  });
  await desk.done('documents.print', { registrationId: REGISTRATION, kind: 'results' });
  await eventually(() => expect(printer.jobs).toHaveLength(1));
});

it('without an office printer the refusal says so', async () => {
  const other = openTestDesk();
  other.addVisit(1);
  expect(await other.refused('documents.print', form)).toMatchObject({ fields: { printer: 'no-office' } });
  await other.close();
});

describe('a report that was printed before its results were read anew', () => {
  const results = { registrationId: REGISTRATION, kind: 'results' } as const;
  let told: LabResult[];
  beforeEach(() => {
    const { answer } = desk.service;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.labResults' ? reportOf(...told)() : (answer(request) ?? null);
  });
  async function readAnew() {
    await desk.advance(60_000);
    await desk.done('results.read', { registrationId: REGISTRATION });
    return (await desk.done('results.get', { registrationId: REGISTRATION })).report?.printedBeforeAtMs;
  }
  async function printed() {
    const { job: sent } = await desk.done('documents.print', results);
    await eventually(async () => expect((await job(sent.id))?.state).toBe('sent'));
    return sent.id;
  }

  it('is told where they were corrected or taken back', async () => {
    told = [ferritin()];
    await readAnew();
    const id = await printed();
    expect(await readAnew()).toBeNull();
    told = [ferritin({ value: '21', out_of_range: null })];
    const printedAtMs = (await job(id))?.finishedAtMs;
    expect(printedAtMs).toEqual(expect.any(Number));
    expect(await readAnew()).toBe(printedAtMs);
    told = [];
    expect(await readAnew()).toBe(printedAtMs);
  });

  it('stays to be dealt with, also once the print queue has forgotten it, until somebody says that they were told', async () => {
    told = [ferritin()];
    await readAnew();
    const id = await printed();
    told = [ferritin({ value: '21' })];
    const printedAtMs = await readAnew();
    run(desk.parts.store.db, 'DELETE FROM print_job WHERE id = ?', [id]);
    const { items } = await desk.done('results.out', {});
    const [{ changedAtMs } = { changedAtMs: 0 }] = items;
    expect(items).toEqual([
      {
        registrationId: REGISTRATION,
        isKnown: true,
        trfCode: expect.any(String) as string,
        person: expect.objectContaining({ lastName: expect.any(String) as string }) as unknown,
        printedAtMs,
        changedAtMs,
      },
    ]);
    expect(await desk.done('connection.get', {})).toMatchObject({ reportsOut: 1, toDecide: 1 });
    const answer = { registrationId: REGISTRATION, reason: 'Rang the person' };
    // What is said was about another change than the one that is there by now.
    expect(
      await desk.refused('results.holderTold', { ...answer, seenChangedAtMs: changedAtMs - 1 }),
    ).toMatchObject({ kind: 'conflict' });
    await desk.done('results.holderTold', { ...answer, seenChangedAtMs: changedAtMs });
    expect(await desk.done('results.out', {})).toEqual({ items: [] });
    expect(await readAnew()).toBeNull();
    expect((await desk.done('activity.list', {})).items[0]).toMatchObject({
      kind: 'report-holder-told',
      detail: { reason: 'Rang the person', printedAtMs },
    });
    expect(
      await desk.refused('results.holderTold', { ...answer, seenChangedAtMs: changedAtMs }),
    ).toMatchObject({ kind: 'conflict' });
  });

  it('is told again where they change once more, and where it was being sent as the change was read', async () => {
    told = [ferritin()];
    await readAnew();
    const id = await printed();
    run(desk.parts.store.db, `UPDATE print_job SET perhaps_printed = 0, state = 'sending' WHERE id = ?`, [
      id,
    ]);
    told = [ferritin({ value: '21' })];
    expect(await readAnew()).toBeNull();
    run(desk.parts.store.db, `UPDATE print_job SET perhaps_printed = 1, state = 'unsure' WHERE id = ?`, [id]);
    const [out] = (await desk.done('results.out', {})).items;
    await desk.done('results.holderTold', {
      registrationId: REGISTRATION,
      seenChangedAtMs: out?.changedAtMs ?? 0,
      reason: 'Rang the person',
    });
    told = [ferritin({ value: '22' })];
    expect(await readAnew()).toEqual(expect.any(Number));
  });

  it('is not told where it was printed from the correction, which was read only with it; the one of before is', async () => {
    told = [ferritin()];
    await readAnew();
    await printed();
    await desk.advance(60_000);
    told = [ferritin({ value: '21' })];
    await printed();
    const [out] = (await desk.done('results.out', {})).items;
    await desk.done('results.holderTold', {
      registrationId: REGISTRATION,
      seenChangedAtMs: out?.changedAtMs ?? 0,
      reason: 'I told them',
    });
    expect(await readAnew()).toBeNull();
    expect((await desk.done('results.out', {})).items).toEqual([]);
  });

  it('is told where nobody had read them before it was printed', async () => {
    told = [ferritin()];
    await printed();
    told = [ferritin({ value: '21' })];
    expect(await readAnew()).toEqual(expect.any(Number));
  });

  it('is fetched anew where a reading brought other results while it was on its way', async () => {
    told = [ferritin()];
    await readAnew();
    desk.service.isLate = ({ endpoint }) => endpoint === 'registrations.resultsPdf';
    const fetched = () =>
      desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.resultsPdf').length;
    const printing = desk.done('documents.print', results);
    await eventually(() => expect(fetched()).toBe(1));
    told = [ferritin({ value: '21' })];
    await desk.advance(1_000);
    await desk.done('results.read', { registrationId: REGISTRATION });
    desk.service.isLate = () => false;
    desk.service.release();
    const { job: sent } = await printing;
    expect(fetched()).toBe(2);
    await eventually(async () => expect((await job(sent.id))?.state).toBe('sent'));
    expect(await readAnew()).toBeNull();
  });

  it('is fetched once where the service’s clock went back since they were read with a change', async () => {
    told = [ferritin()];
    await readAnew();
    told = [ferritin({ value: '21' })];
    await readAnew();
    run(
      desk.parts.store.db,
      `UPDATE mirror_lab_results SET body = json_set(body, '$.changedAtMs', json_extract(body, '$.changedAtMs') + 3600000)`,
    );
    await desk.done('documents.get', results);
    const fetched = desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.resultsPdf');
    expect(fetched).toHaveLength(1);
  });

  it('is not told where none had been there when they were read before', async () => {
    told = [];
    await readAnew();
    await printed();
    told = [ferritin()];
    expect(await readAnew()).toBeNull();
  });
});
