// Pages of ours on the office printer, over real IPP: the list of a day, and the form that stands in for the laboratory's.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { mapId } from '../../../src/core/store/outbox/id-map.ts';
import { LEARNING_TEXT } from '../../../src/domain/scanner.ts';
import type { PagePlan } from '../../../src/domain/page-plan.ts';
import { startFakeIppPrinter, type FakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { patientIs, registrationBelongsTo } from '../../support/service-says.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { ADA_ENTERED, deskSteps } from './support/desk-steps.ts';
import { neverDrawn } from '../../support/never-drawn.ts';
import { readTicket, type ReadTicket } from '../../support/escpos-job.ts';

const REGISTRATION = uuidOf(20_001);
const FORM = '%PDF-1.7 the form %%EOF';
const PRODUCT_ID = uuidOf(3);
const MINUTE_MS = 60_000;

let printer: FakeIppPrinter;
let desk: TestDesk;
let form: TestAnswer;
let lacking: readonly string[];
/** The signals of the pages that are being made; null: pages are made at once. */
let making: AbortSignal[] | null;
const http = createHttp();

function open(withPrinter = true): TestDesk {
  const officePrinters = [
    { id: 'office', name: 'Office', address: { kind: 'ipp' as const, url: printer.url } },
  ];
  const opened = openTestDesk(
    { officePrinters: withPrinter ? officePrinters : [] },
    {
      pages: createPageTransport(http, neverDrawn),
      // The pages as their plan, which these tests read.
      makePages: async (plan, signal) => {
        if (making !== null && signal) {
          making.push(signal);
          await new Promise((_made, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        }
        return { pdf: new TextEncoder().encode(JSON.stringify(plan)), pages: 3, lacking };
      },
    },
  );
  opened.service.answer = ({ endpoint }) => (endpoint === 'registrations.trf' ? form : null);
  return opened;
}
beforeEach(async () => {
  lacking = [];
  making = null;
  form = { status: 404 };
  printer = await startFakeIppPrinter();
  desk = open();
});
afterEach(async () => {
  await desk.close();
  await printer.close();
});

const { checkIn, startCollecting, scan, visitOf } = deskSteps(() => desk);
const eventually = <Value>(look: () => Promise<Value> | Value): Promise<Value> =>
  vi.waitFor(look, { timeout: 10_000, interval: 20 });
const planOf = (bytes: Uint8Array): PagePlan => JSON.parse(new TextDecoder().decode(bytes)) as PagePlan;
const tableOf = (plan: PagePlan): string[] => {
  const table = plan.blocks.find(({ kind }) => kind === 'table');
  if (table?.kind !== 'table') return [];
  return table.rows.map((row) => row.map((cell) => cell.map(({ text }) => text).join(' / ')).join(' | '));
};
const textOf = (plan: PagePlan): string => JSON.stringify(plan);
const printedPlan = async (): Promise<PagePlan> => {
  await eventually(() => expect(printer.jobs).toHaveLength(1));
  return planOf(printer.jobs[0]?.document ?? new Uint8Array());
};
const jobState = async (id: string) =>
  (await desk.done('printJobs.list', {})).items.find((item) => item.id === id)?.state;
const jobsOfForms = async () =>
  (await desk.done('printJobs.list', {})).items.filter(({ pages }) => pages?.kind === 'local-form');
const localFormOf = async (visitId: string) => (await visitOf(visitId)).registrations[0]?.localForm;

describe('the list of a day', () => {
  it('has everybody by time, says its age and what is not sent yet, and is a job like others', async () => {
    desk.addVisit(2, { patient: { firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1990-01-02' } });
    desk.addVisit(1);
    desk.addVisit(3, { patient: null });
    desk.addVisit(4, { locationId: uuidOf(6) });
    desk.addVisit(9, { startsAtMs: NINE_O_CLOCK_MS + 24 * 60 * MINUTE_MS });
    await desk.setLine({ up: true, reading: false });
    const said = await desk.done('dayList.print', {});
    expect(said).toMatchObject({
      visits: 3,
      unsent: 0,
      job: { title: 'Day list of 03-Mar-2026', pages: { kind: 'day-list', count: 3, goesTo: 'ipp' } },
    });
    const plan = await printedPlan();
    expect(tableOf(plan)).toEqual([
      '09:10 | OLIVER, Ada / Same name as another: check the date of birth | 15-Mar-1984 | Iron check / DRW-AAA001 | Expected | ',
      '09:20 | OLIVER, Ada / Same name as another: check the date of birth | 02-Jan-1990 | Iron check / DRW-AAA002 | Expected | ',
      '09:30 | No patient yet | not known | Iron check / DRW-AAA003 | Expected | ',
    ]);
    expect(plan.foot).toMatch(
      /^TRAINING\. Printed at 03-Mar-2026 09:0\d\. From data of 03-Mar-2026 09:0\d\. All of it is sent\.$/,
    );
    // The print queue is seen by everybody.
    expect(printer.jobs[0]?.name).not.toMatch(/oliver/i);
    await eventually(async () => expect(await jobState(said.job.id)).toBe('sent'));
  });

  it.each(['dayList.print', 'dayList.get'] as const)(
    'that nobody wants any more (%s) is made no further, and goes to no printer',
    async (operation) => {
      desk.addVisit(1);
      await desk.setLine({ up: true, reading: false });
      making = [];
      const asking = crypto.randomUUID();
      const refused = desk.refused(operation, { asking });
      await eventually(() => expect(making).toHaveLength(1));
      // Another window's list goes on.
      await desk.done('printers.stopAsking', { asking: crypto.randomUUID() });
      expect(making[0]?.aborted).toBe(false);
      await desk.done('printers.stopAsking', { asking });
      expect(making[0]?.aborted).toBe(true);
      expect(await refused).toMatchObject({ kind: 'conflict', reason: 'state' });
      expect((await desk.done('printJobs.list', {})).items).toEqual([]);
      // The same window prints it after all.
      making = null;
      expect(await desk.done('dayList.print', { asking })).toMatchObject({ visits: 1 });
    },
  );

  it('is made while the service cannot be reached, with the age of its data and what waits', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2);
    await desk.setLine({ up: true, reading: false });
    await desk.setLine({ up: false, reading: false });
    await desk.advance(45 * MINUTE_MS);
    const seen = await visitOf(visitId);
    await desk.done('visits.assignPatient', {
      visitId,
      seenVersion: seen.version,
      patientId: uuidOf(30_002),
    });
    const list = await desk.done('dayList.get', {});
    expect(list).toMatchObject({ visits: 2, unsent: 1, pages: 3 });
    const plan = planOf(Buffer.from(list.base64, 'base64'));
    expect(plan.foot).toMatch(
      /Printed at 03-Mar-2026 09:45\. From data of 03-Mar-2026 09:0\d\. 1 visit with something not sent yet\.$/,
    );
    expect(tableOf(plan)[0]).toContain('not sent yet');
  });

  it('of another day and location is what was asked for, and an empty one says so', async () => {
    desk.addVisit(4, { locationId: uuidOf(6) });
    desk.addVisit(9, { startsAtMs: NINE_O_CLOCK_MS + 24 * 60 * MINUTE_MS });
    const soho = planOf(
      Buffer.from((await desk.done('dayList.get', { locationId: uuidOf(6) })).base64, 'base64'),
    );
    expect(textOf(soho)).toContain('Visits of 03-Mar-2026, Soho');
    expect(tableOf(soho)).toHaveLength(1);
    const later = await desk.done('dayList.get', { date: '2026-03-05' });
    expect(later.visits).toBe(0);
    expect(textOf(planOf(Buffer.from(later.base64, 'base64')))).toContain('No visits are known here');
    // Nothing was read from the service yet.
    expect(soho.foot).toContain('The service was never read in full, so people may be missing');
  });

  it('tells which letters it lacks, and is refused on a printer that is not there', async () => {
    lacking = ['𐎠'];
    desk.addVisit(1);
    expect((await desk.done('dayList.get', {})).lacking).toEqual(['𐎠']);
    await desk.close();
    desk = open(false);
    expect(await desk.refused('dayList.print', {})).toMatchObject({ fields: { printer: 'no-office' } });
  });
});

describe('a local form', () => {
  const print = () => desk.done('localForms.print', { registrationId: REGISTRATION });

  it('is printed while the laboratory’s cannot be had, and says whom it is for and that it is local', async () => {
    desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    const { code, job } = await print();
    expect(code).toMatch(/^L0[0-9A-Z]{9}$/);
    expect(job).toMatchObject({ title: `Local form ${code}`, pages: { kind: 'local-form' } });
    const text = textOf(await printedPlan());
    for (const part of ['LOCAL FORM', 'OLIVER, Ada', '15-Mar-1984', 'Iron check', code, 'DRW-AAA001']) {
      expect(text).toContain(part);
    }
    const { items } = await desk.done('activity.list', {});
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['local-form-made', 'document-queued']),
    );
  });

  it('keeps its code for good: scanned it opens the visit, and in the label step it is named as a form', async () => {
    const [visitId, other] = [desk.addVisit(1), desk.addVisit(2)];
    const { code } = await print();
    expect((await print()).code).toBe(code);
    expect(
      await desk.done('scan.submit', { text: code.toLowerCase(), visitId: null, source: 'scanner' }),
    ).toMatchObject({ kind: 'visit', visit: { id: visitId } });
    await checkIn(visitId);
    await startCollecting(visitId);
    expect(await scan(visitId, code)).toMatchObject({ kind: 'label-not-proven', why: 'own-form' });
    await checkIn(other);
    await startCollecting(other);
    expect(await scan(other, code)).toMatchObject({ kind: 'label-not-proven', why: 'other-form' });
  });

  it('has one code and is printed once where two windows make it at once, and once more only by who has seen that', async () => {
    const visitId = desk.addVisit(1);
    const [one, other] = await Promise.all([print(), print()]);
    expect(other.code).toBe(one.code);
    expect(one.job?.title).toBe(`Local form ${one.code}`);
    expect(other.job?.id).toBe(one.job?.id);
    expect([one.alreadyAsked, other.alreadyAsked].sort()).toEqual([false, true]);
    await eventually(() => expect(printer.jobs).toHaveLength(1));
    // A third window was opened before that, and still offers the first.
    expect(await print()).toMatchObject({ job: { id: one.job?.id }, alreadyAsked: true });
    expect((await localFormOf(visitId))?.jobId).toBe(one.job?.id);
    expect(await jobsOfForms()).toHaveLength(1);
    const seenJobId = one.job?.id ?? null;
    // The printer has it before the desk has heard so; until then a second one would be too many.
    await eventually(async () => expect(await jobState(seenJobId ?? '')).not.toBe('sending'));
    const again = await desk.done('localForms.print', { registrationId: REGISTRATION, seenJobId });
    expect(again).toMatchObject({ code: one.code, alreadyAsked: false });
    await eventually(() => expect(printer.jobs).toHaveLength(2));
    expect(
      await desk.done('scan.submit', { text: one.code, visitId: null, source: 'scanner' }),
    ).toMatchObject({ kind: 'visit', visit: { id: visitId } });
  });

  it('is not added to the one that waits for its printer, and is made anew once that was cancelled', async () => {
    desk.addVisit(1);
    printer.will.accepting = false;
    const { job } = await print();
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('attention'));
    const seenJobId = job?.id ?? null;
    const again = () => desk.done('localForms.print', { registrationId: REGISTRATION, seenJobId });
    expect(await again()).toMatchObject({ job: { id: job?.id }, alreadyAsked: true });
    await desk.done('printJobs.cancel', { jobId: job?.id ?? '', reason: 'Wrong person' });
    expect((await again()).alreadyAsked).toBe(false);
    expect(await jobsOfForms()).toHaveLength(2);
  });

  it('is made anew for a person who changed, and after it was done with, whatever was printed before', async () => {
    const visitId = desk.addVisit(1);
    const { code } = await print();
    patientIs(desk, 1, { last_name: 'Olivier' });
    expect(await localFormOf(visitId)).toMatchObject({ replaceBecause: 'person-changed' });
    expect(await print()).toMatchObject({ code, alreadyAsked: false });
    expect(await print()).toMatchObject({ code, alreadyAsked: true });
    await desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'kept' });
    expect(await localFormOf(visitId)).toBeNull();
    expect(await print()).toMatchObject({ code, alreadyAsked: false });
    expect(await jobsOfForms()).toHaveLength(3);
  });

  it('that nobody wants any more is not made, goes to no printer, and can be made after all', async () => {
    const visitId = desk.addVisit(1);
    making = [];
    const asking = crypto.randomUUID();
    const refused = desk.refused('localForms.print', { registrationId: REGISTRATION, asking });
    await eventually(() => expect(making).toHaveLength(1));
    await desk.done('printers.stopAsking', { asking });
    expect(making[0]?.aborted).toBe(true);
    expect(await refused).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(await localFormOf(visitId)).toBeNull();
    expect((await desk.done('printJobs.list', {})).items).toEqual([]);
    making = null;
    const { code } = await desk.done('localForms.print', { registrationId: REGISTRATION, asking });
    expect(await localFormOf(visitId)).toMatchObject({ code });
  });

  it('is made for a walk-in whom the service does not know yet, with the desk’s own code alone', async () => {
    desk.addVisit(1);
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 50 * MINUTE_MS,
    });
    const booked = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: uuidOf(30_001),
      productIds: [PRODUCT_ID],
    });
    const registrationId = booked.registrations[0]?.id ?? '';
    expect(booked.trfCodes).toEqual([]);
    const { code } = await desk.done('localForms.print', { registrationId });
    expect(textOf(await printedPlan())).toContain('none yet: the laboratory has not made one');
    expect(await desk.done('scan.submit', { text: code, visitId: null, source: 'scanner' })).toMatchObject({
      kind: 'visit',
      visit: { id: held.id },
    });
  });

  it('is refused where the laboratory’s form is stored or can be fetched', async () => {
    desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    const refused = () => desk.refused('localForms.print', { registrationId: REGISTRATION });
    expect(await refused()).toMatchObject({ fields: { form: 'there' } });
    await desk.setLine({ up: false, reading: false });
    expect(await refused()).toMatchObject({ fields: { form: 'there' } });
    expect(printer.jobs).toEqual([]);
  });

  it('is asked to be replaced once the laboratory’s is there, and no more after that was printed', async () => {
    const visitId = desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    const { code } = await print();
    expect(await localFormOf(visitId)).toMatchObject({ code, replaceBecause: null });
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    await desk.done('documents.get', { registrationId: REGISTRATION, kind: 'trf' });
    expect(await localFormOf(visitId)).toMatchObject({ code, replaceBecause: 'form-there' });
    await desk.done('documents.print', { registrationId: REGISTRATION, kind: 'trf' });
    expect(await localFormOf(visitId)).toBeNull();
    const { items } = await desk.done('activity.list', {});
    expect(items.map(({ kind }) => kind)).toContain('local-form-settled');
  });

  it('is asked about no more once a person has said that it stays', async () => {
    const visitId = desk.addVisit(1);
    await print();
    await desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'kept' });
    expect(await localFormOf(visitId)).toBeNull();
  });

  it('that a person kept is asked about again each time its person changes after that', async () => {
    const visitId = desk.addVisit(1);
    await print();
    const keep = () => desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'kept' });
    await keep();
    for (const last_name of ['Olivier', 'Oliveira']) {
      patientIs(desk, 1, { last_name });
      expect(await localFormOf(visitId)).toMatchObject({ replaceBecause: 'person-changed' });
      await keep();
      expect(await localFormOf(visitId)).toBeNull();
    }
    registrationBelongsTo(desk, 1, null);
    expect(await localFormOf(visitId)).toBeNull();
    registrationBelongsTo(desk, 1, 1);
    patientIs(desk, 1, { last_name: 'King' });
    expect(await localFormOf(visitId)).toMatchObject({ replaceBecause: 'person-changed' });
    await desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'replaced' });
    expect(await localFormOf(visitId)).toBeNull();
  });

  it('that waits is printed when its person is found at the service under an id of its own', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const created = await desk.done('patients.create', { draft: ADA_ENTERED });
    const patientId = created.kind === 'created' ? created.person.id : '';
    const { version: seenVersion } = await visitOf(visitId);
    await desk.done('visits.assignPatient', { visitId, seenVersion, patientId });
    printer.will.accepting = false;
    const { job } = await print();
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('attention'));
    patientIs(desk, 7, {});
    mapId(desk.parts.store.db, 'patient', patientId, uuidOf(30_007));
    registrationBelongsTo(desk, 1, 7);
    printer.will.accepting = true;
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await jobState(job?.id ?? '')).toBe('sent');
    });
  });

  it('that waits is printed all the same where a person keeps it', async () => {
    const visitId = desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    printer.will.accepting = false;
    const { job } = await print();
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('attention'));
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    await desk.done('documents.get', { registrationId: REGISTRATION, kind: 'trf' });
    expect(await localFormOf(visitId)).toMatchObject({ replaceBecause: 'form-there' });
    await desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'kept' });
    printer.will.accepting = true;
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await jobState(job?.id ?? '')).toBe('sent');
    });
    expect(textOf(await printedPlan())).toContain('LOCAL FORM');
  });

  it('that a person kept is not sent either once the laboratory’s was printed in its place', async () => {
    const visitId = desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    printer.will.accepting = false;
    const { job } = await print();
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('attention'));
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    await desk.done('documents.get', { registrationId: REGISTRATION, kind: 'trf' });
    await desk.done('localForms.settle', { registrationId: REGISTRATION, as: 'kept' });
    await desk.done('documents.print', { registrationId: REGISTRATION, kind: 'trf' });
    printer.will.accepting = true;
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await jobState(job?.id ?? '')).toBe('cancelled');
    });
    expect(await localFormOf(visitId)).toBeNull();
  });

  it('that waits is not sent any more once the laboratory’s was printed in its place', async () => {
    desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    printer.will.accepting = false;
    const { job } = await print();
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('attention'));
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    await desk.done('documents.print', { registrationId: REGISTRATION, kind: 'trf' });
    printer.will.accepting = true;
    await eventually(async () => {
      await desk.advance(10_000);
      expect(await jobState(job?.id ?? '')).toBe('cancelled');
    });
  });

  it.each([
    ['patient', 'missing', { patient: null }],
    [
      'dateOfBirth',
      'not-plausible',
      { patient: { firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '2031-01-01' } },
    ],
  ] as const)('is refused for its %s (%s)', async (field, why, visit) => {
    desk.addVisit(1, visit);
    expect(await desk.refused('localForms.print', { registrationId: REGISTRATION })).toMatchObject({
      fields: { [field]: why },
    });
  });

  it('is refused when letters of the name cannot be printed, and not for those of a place', async () => {
    desk.addVisit(1);
    lacking = ['V'];
    expect(await desk.refused('localForms.print', { registrationId: REGISTRATION })).toMatchObject({
      fields: { name: 'cannot be printed: V' },
    });
    lacking = ['ẞ'];
    await print();
  });

  it('is given to the screen where the desk has no office printer', async () => {
    await desk.close();
    desk = open(false);
    desk.addVisit(1);
    expect(await desk.refused('localForms.get', { registrationId: REGISTRATION })).toMatchObject({
      kind: 'not-found',
    });
    const { code, job } = await print();
    expect(job).toBeNull();
    const page = await desk.done('localForms.get', { registrationId: REGISTRATION });
    expect(page.code).toBe(code);
    expect(textOf(planOf(Buffer.from(page.base64, 'base64')))).toContain(code);
  });

  it('is not given to the screen for somebody whom it was not made for', async () => {
    await desk.close();
    desk = open(false);
    const visitId = desk.addVisit(1);
    await print();
    patientIs(desk, 1, { last_name: 'Olivier' });
    expect(await desk.refused('localForms.get', { registrationId: REGISTRATION })).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(await localFormOf(visitId)).toMatchObject({ replaceBecause: 'person-changed' });
  });

  it('is said to have to be replaced in every window once asking for it has found the laboratory’s', async () => {
    desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    const before = desk.events.length;
    expect(await desk.refused('localForms.print', { registrationId: REGISTRATION })).toMatchObject({
      fields: { form: 'there' },
    });
    const told = () =>
      desk.events.slice(before).flatMap((event) => (event.type === 'changed' ? event.topics : []));
    expect(told()).toContain('board');
    // What was kept before tells nothing new.
    const known = told().length;
    await desk.done('documents.get', { registrationId: REGISTRATION, kind: 'trf' });
    expect(told()).toHaveLength(known);
  });
});

describe('a local form on a roll', () => {
  const TICKETS = {
    id: 'tickets',
    name: 'Tickets',
    host: '192.0.2.30',
    port: 9100,
    language: 'escpos' as const,
    paperDots: 576,
  };
  const sent: ReadTicket[] = [];
  beforeEach(() => void sent.splice(0));

  /** A desk with a ticket printer that takes what it is given. */
  function openWithRoll(options: { readonly office: boolean }): TestDesk {
    const office = { id: 'office', name: 'Office', address: { kind: 'ipp' as const, url: printer.url } };
    const opened = openTestDesk(
      { printers: [TICKETS], officePrinters: options.office ? [office] : [] },
      {
        pages: createPageTransport(http, neverDrawn),
        makePages: (plan) =>
          Promise.resolve({ pdf: new TextEncoder().encode(JSON.stringify(plan)), pages: 1, lacking: [] }),
        transport: {
          deliver: async (_address, { begin }) => {
            const bytes = await begin();
            if (!bytes) return { outcome: 'withheld' };
            sent.push(readTicket(bytes, TICKETS.paperDots));
            return { outcome: 'sent', reply: new Uint8Array() };
          },
        },
      },
    );
    opened.service.answer = ({ endpoint }) => (endpoint === 'registrations.trf' ? form : null);
    return opened;
  }
  const reopen = async (options: { readonly office: boolean }): Promise<void> => {
    await desk.close();
    desk = openWithRoll(options);
  };
  const print = () => desk.done('localForms.print', { registrationId: REGISTRATION });
  const linesOf = (read: ReadTicket | undefined): string =>
    read?.texts.map(({ text }) => text).join('\n') ?? '';

  it('is printed where the desk has no office printer, with the same code, and leads to the visit', async () => {
    await reopen({ office: false });
    const visitId = desk.addVisit(1);
    const { code, job } = await print();
    expect(job).toMatchObject({
      title: `Local form ${code}`,
      printerName: 'Tickets',
      pages: { kind: 'local-form', count: 1, goesTo: null },
      ticket: false,
    });
    await eventually(async () => expect(await jobState(job?.id ?? '')).toBe('sent'));
    for (const part of ['LOCAL FORM', 'OLIVER, Ada', '15-Mar-1984', 'Iron check', code, 'DRW-AAA001'])
      expect(linesOf(sent[0])).toContain(part);
    expect(sent[0]?.codes.map((one) => one.code)).toEqual([code]);
    expect((await print()).code).toBe(code);
    expect(await desk.done('scan.submit', { text: code, visitId: null, source: 'scanner' })).toMatchObject({
      kind: 'visit',
      visit: { id: visitId },
    });
    expect((await localFormOf(visitId))?.code).toBe(code);
  });

  it('is not printed while the laboratory’s can be had, nor once that was printed in its place', async () => {
    await reopen({ office: false });
    desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    form = { status: 200, bytes: new TextEncoder().encode(FORM), contentType: 'application/pdf' };
    expect(await desk.refused('localForms.print', { registrationId: REGISTRATION })).toMatchObject({
      fields: { form: 'there' },
    });
    expect(sent).toEqual([]);
  });

  it('takes the place of one on A4 that waits for an office printer in trouble, by a person’s choice', async () => {
    await reopen({ office: true });
    desk.addVisit(1);
    printer.will.accepting = false;
    const { code, job } = await print();
    const id = job?.id ?? '';
    await eventually(async () => expect(await jobState(id)).toBe('attention'));
    const waiting = (await desk.done('printJobs.list', {})).items.find((item) => item.id === id);
    expect(waiting?.otherPrinter).toEqual({ id: 'tickets', name: 'Tickets' });
    await desk.done('printJobs.move', { jobId: id, printerId: 'tickets' });
    await eventually(async () => expect(await jobState(id)).toBe('sent'));
    expect(sent[0]?.codes.map((one) => one.code)).toEqual([code]);
    printer.will.accepting = true;
    await desk.advance(10_000);
    expect(printer.jobs).toEqual([]);
  });

  it('of a name that no font has is refused, and nothing is made', async () => {
    await reopen({ office: false });
    const visitId = desk.addVisit(1, {
      patient: { firstName: 'Ada', lastName: '\u{13000}', dateOfBirth: '1990-01-02' },
    });
    const refused = await desk.refused('localForms.print', { registrationId: REGISTRATION });
    expect(refused).toMatchObject({ fields: { name: expect.stringContaining('\u{13000}') as string } });
    expect(await localFormOf(visitId)).toBeNull();
    expect((await desk.done('printJobs.list', {})).items).toEqual([]);
  });
});

describe('the test page', () => {
  it('goes to the printer that is named, with bars by which a scanner is learned, and to no other', async () => {
    const { job } = await desk.done('testPage.print', { printerId: 'office' });
    expect(job).toMatchObject({ title: 'Test page', printerName: 'Office', pages: { kind: 'test-page' } });
    expect(textOf(await printedPlan())).toContain(LEARNING_TEXT);
    expect(await desk.refused('testPage.print', { printerId: 'desk-printer' })).toMatchObject({
      kind: 'not-found',
    });
  });
});
