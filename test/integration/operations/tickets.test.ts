// Visit tickets: the number of each person who is here, for the right person, and never in the way of a check-in.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { findVisitTicket } from '../../../src/core/store/desk/visit-tickets.ts';
import { examplePatient } from '../../support/wire-examples.ts';
import { readTicket } from '../../support/escpos-job.ts';
import { labelPrinter } from '../../support/print-parts.ts';
import { eventually, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { showAnswers } from '../../support/told-answers.ts';
import { deskSteps } from './support/desk-steps.ts';
import { atOnce } from '../../support/at-once.ts';

const PRINTERS = [
  labelPrinter({ host: 'labels', port: 9100 }),
  {
    id: 'tickets',
    name: 'Tickets',
    host: 'tickets',
    port: 9100,
    language: 'escpos',
    paperDots: 576,
  } as const,
];

let desk: TestDesk;
let jobs: { readonly to: string; readonly bytes: Uint8Array }[];
let delivery: PrinterDelivery;
function open(site: Parameters<typeof openTestDesk>[0] = {}): TestDesk {
  jobs = [];
  delivery = { outcome: 'sent', reply: new Uint8Array() };
  return openTestDesk(
    { printers: PRINTERS, ...site },
    {
      transport: {
        deliver: async (address, job) => {
          if (delivery.outcome === 'not-started') return delivery;
          const bytes = atOnce(job.begin());
          if (!bytes) return { outcome: 'withheld' };
          jobs.push({ to: 'host' in address ? address.host : '', bytes });
          return delivery;
        },
      },
    },
  );
}
beforeEach(() => {
  desk = open();
});
afterEach(() => desk.close());

const { checkIn, visitOf, seen, startCollecting } = deskSteps(() => desk);
const ticketsSent = () =>
  jobs.filter(({ to }) => to === 'tickets').map(({ bytes }) => readTicket(bytes, 576));
const stateOf = (visitId: string) => findVisitTicket(desk.parts.store.db, visitId)?.jobState;
const lines = (index: number): string[] => ticketsSent()[index]?.texts.map(({ text }) => text.trim()) ?? [];

describe('a ticket', () => {
  it('is printed when asked for, with the next number of the day, and its code opens the visit', async () => {
    const [first, second] = [desk.addVisit(1), desk.addVisit(2)];
    await checkIn(first);
    await checkIn(second);
    expect(jobs).toEqual([]);
    const printed = await desk.done('tickets.print', { visitId: second });
    expect(printed.visit.ticket).toMatchObject({ number: 1, state: 'queued', perhapsPrinted: false });
    expect(printed.job).toMatchObject({ ticket: true, pages: null, printerName: 'Tickets' });
    expect((await desk.done('tickets.print', { visitId: first })).visit.ticket?.number).toBe(2);
    await eventually(() => ticketsSent().length === 2);
    expect(lines(0)).toEqual(expect.arrayContaining(['1', 'A. O.', 'TRAINING']));
    const [code] = ticketsSent()[0]?.codes ?? [];
    for (const text of [code?.code ?? '', `]C0${code?.code.toLowerCase() ?? ''}\r`]) {
      expect(await desk.done('scan.submit', { text, visitId: null, source: 'scanner' })).toMatchObject({
        kind: 'visit',
        visit: { id: second },
        matchedBy: 'ticket',
      });
    }
  });

  it('keeps its number and code when it is printed again, marked as a reprint once a paper may exist', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await desk.done('tickets.print', { visitId });
    await eventually(() => stateOf(visitId) === 'sent');
    const seenJobId = (await visitOf(visitId)).ticket?.jobId ?? null;
    const { visit } = await desk.done('tickets.print', { visitId, seenJobId });
    await eventually(() => ticketsSent().length === 2);
    expect(lines(0)).not.toContain('REPRINT');
    expect(lines(1)).toContain('REPRINT');
    expect(new Set(ticketsSent().flatMap(({ codes }) => codes.map(({ code }) => code)))).toEqual(
      new Set([visit.ticket?.code]),
    );
    const { activity } = await visitOf(visitId);
    expect(activity.map(({ kind }) => kind).filter((kind) => kind.startsWith('ticket'))).toEqual([
      'ticket-outcome',
      'ticket-queued',
      'ticket-outcome',
      'ticket-queued',
    ]);
  });

  it('is printed once when two windows ask for it, and once more only by who has seen that it was', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const first = await desk.done('tickets.print', { visitId });
    expect(first.alreadyAsked).toBe(false);
    const { job, alreadyAsked } = await desk.done('tickets.print', { visitId });
    expect({ id: job.id, alreadyAsked }).toEqual({ id: first.job.id, alreadyAsked: true });
    await eventually(() => stateOf(visitId) === 'sent');
    // The other window was opened before that, and still offers the first.
    expect(await desk.done('tickets.print', { visitId })).toMatchObject({
      job: { id: first.job.id },
      alreadyAsked: true,
      visit: { ticket: { jobId: first.job.id, perhapsPrinted: true } },
    });
    expect(ticketsSent()).toHaveLength(1);
    expect(await desk.done('tickets.print', { visitId, seenJobId: first.job.id })).toMatchObject({
      alreadyAsked: false,
    });
    await eventually(() => ticketsSent().length === 2);
  });

  it('is not added to the one that waits for its printer', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    delivery = { outcome: 'not-started', detail: 'it is out of paper: put in a new roll', reached: true };
    const { job } = await desk.done('tickets.print', { visitId });
    await eventually(() => stateOf(visitId) === 'attention');
    expect(await desk.done('tickets.print', { visitId, seenJobId: job.id })).toMatchObject({
      job: { id: job.id },
      alreadyAsked: true,
    });
  });

  it('is printed at each check-in where the desk wants it, once, and as it wants the name', async () => {
    expect(await desk.done('tickets.setRules', { onCheckIn: true, name: 'full' })).toEqual({
      onCheckIn: true,
      name: 'full',
      from: 'chosen',
    });
    const visitId = desk.addVisit(1);
    expect((await checkIn(visitId)).ticket).toMatchObject({ number: 1 });
    await eventually(() => ticketsSent().length === 1);
    expect(lines(0)).toContain('OLIVER, Ada');
    // Set alone, as by another window that does not know of it yet: the other one stays.
    await desk.done('tickets.setRules', { onCheckIn: true });
    expect(await desk.done('tickets.setRules', { name: 'none' })).toMatchObject({ onCheckIn: true });
    const next = desk.addVisit(2);
    await checkIn(next);
    await eventually(() => ticketsSent().length === 2);
    expect(lines(1).join()).not.toMatch(/OLIVER|A\. O\./);
  });

  it('never stands in the way of a check-in: not without a printer, and not with a name that cannot be printed', async () => {
    await desk.done('tickets.setRules', { onCheckIn: true, name: 'full' });
    const visitId = desk.addVisit(1, {
      patient: { firstName: '\u{12345}', lastName: '\u{13000}', dateOfBirth: '1990-01-02' },
    });
    expect((await checkIn(visitId)).deskState).toBe('arrived');
    await eventually(() => ticketsSent().length === 1);
    expect(lines(0)).toContain('1');
    const queued = (await visitOf(visitId)).activity.find(({ kind }) => kind === 'ticket-queued');
    expect(queued?.detail['nameLeftOut']).toMatch(/\u{13000}/u);
    await desk.close();
    desk = open({ printers: PRINTERS.slice(0, 1), ticket: { onCheckIn: true, name: 'full' } });
    const other = desk.addVisit(1);
    expect(await checkIn(other)).toMatchObject({ deskState: 'arrived', ticket: null });
    expect(await desk.refused('tickets.print', { visitId: other })).toMatchObject({
      kind: 'printer-unavailable',
    });
  });

  it('is for somebody who is here, and waits for nobody who has gone or is another person now', async () => {
    const visitId = desk.addVisit(1);
    expect(await desk.refused('tickets.print', { visitId })).toMatchObject({ kind: 'rejected' });
    delivery = { outcome: 'not-started', detail: 'it is out of paper: put in a new roll', reached: true };
    await checkIn(visitId);
    await desk.done('tickets.print', { visitId });
    await eventually(() => stateOf(visitId) === 'attention');
    expect((await desk.done('printJobs.list', {})).printers).toMatchObject([
      { id: 'front' },
      { id: 'tickets', kind: 'ticket', state: 'attention', prints: ['ticket'] },
    ]);
    const untold = await showAnswers(desk, {
      'printJobs.list': {},
      'connection.get': {},
      'printers.list': {},
    });
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    expect(await untold()).toEqual([]);
    expect((await visitOf(visitId)).ticket?.state).toBe('cancelled');

    const other = desk.addVisit(2);
    await checkIn(other);
    await desk.done('tickets.print', { visitId: other });
    await eventually(() => stateOf(other) === 'attention');
    desk.service.patients.set(
      uuidOf(30_002),
      examplePatient({
        id: uuidOf(30_002),
        first_name: 'Bea',
        last_name: 'Miles',
        date_of_birth: '1990-01-02',
      }),
    );
    const registration = desk.service.registrations.get(uuidOf(20_002));
    if (!registration) throw new Error('no registration');
    desk.service.registrations.set(registration.id, {
      ...registration,
      first_name: 'Bea',
      last_name: 'Miles',
      date_of_birth: '1990-01-02',
    });
    await desk.setLine({ up: true, reading: false });
    expect((await visitOf(other)).person?.lastName).toBe('Miles');
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    await desk.advance(60_000);
    await eventually(() => stateOf(other) === 'cancelled');
    expect(ticketsSent()).toEqual([]);
  });

  it('proves no label: in the label step it is recognised as the ticket, with whose', async () => {
    const [visitId, other] = [desk.addVisit(1), desk.addVisit(2)];
    for (const id of [visitId, other]) {
      await checkIn(id);
      await desk.done('tickets.print', { visitId: id });
    }
    await startCollecting(visitId);
    await desk.done('labels.print', { visitId });
    const scan = (text: string) => desk.done('scan.submit', { text, visitId, source: 'scanner' });
    expect(await scan((await visitOf(visitId)).ticket?.code ?? '')).toMatchObject({
      kind: 'label-not-proven',
      why: 'own-ticket',
    });
    expect(await scan((await visitOf(other)).ticket?.code ?? '')).toMatchObject({
      kind: 'label-not-proven',
      why: 'other-ticket',
      belongsTo: { id: other },
    });
  });

  it('and a label each go to a printer that can print them', async () => {
    expect(await desk.refused('printers.choose', { document: 'label', printerId: 'tickets' })).toMatchObject({
      kind: 'rejected',
    });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await desk.done('tickets.print', { visitId });
    await desk.done('labels.print', { visitId });
    await eventually(() => jobs.length === 2);
    expect(jobs.map(({ to }) => to).sort()).toEqual(['labels', 'tickets']);
  });
});

it('what the managed settings say of tickets cannot be changed at the desk', async () => {
  await desk.close();
  desk = open({ ticket: { onCheckIn: false, name: 'none' } });
  expect((await desk.done('session.get', {})).ticket).toEqual({
    onCheckIn: false,
    name: 'none',
    from: 'managed',
  });
  expect(await desk.refused('tickets.setRules', { onCheckIn: true, name: 'full' })).toMatchObject({
    kind: 'conflict',
  });
});
