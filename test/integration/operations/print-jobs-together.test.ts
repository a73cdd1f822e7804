// Several print jobs answered for at once: all or none, once, and by the rules that hold for each alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintJobView } from '../../../src/contract/views.ts';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { relaxationsAll } from '../../../src/domain/relaxation.ts';
import { openTestDesk, uuidOf, type TestDesk } from '../../support/test-desk.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { makeScryptCheap } from '../../support/cheap-scrypt.ts';
import { IDENTIFIERS } from './support/desk-steps.ts';

makeScryptCheap();

const BROKEN: PrinterDelivery = { outcome: 'unsure', detail: 'reset after 200 bytes' };
const WORKS: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };

let desk: TestDesk;
/** Of whoever prints; undefined at a desk without sign-in. */
let handle: string | undefined;
beforeEach(() => {
  handle = undefined;
  desk = openTestDesk();
});
afterEach(() => desk.close());

const by = () => (handle === undefined ? {} : { handle });
const jobs = async (): Promise<PrintJobView[]> => (await desk.done('printJobs.list', {}, by())).items;
const states = async (): Promise<string[]> => (await jobs()).map(({ state }) => state).toReversed();
const kinds = (): string[] =>
  listActivity(desk.parts.store.db, { limit: 100 })
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('print-job-') || kind === 'relaxation-approved');

/** Labels of so many people, each of which broke off; as the screen shows them, the oldest first. */
async function brokenOff(count: number): Promise<PrintJobView[]> {
  desk.setDelivery(BROKEN);
  for (let number = 1; number <= count; number += 1) {
    const visitId = desk.addVisit(number);
    const { version: seenVersion } = await desk.done('visits.get', { visitId }, by());
    await desk.done('visits.checkIn', { visitId, seenVersion, identifiers: IDENTIFIERS }, by());
    await desk.done('labels.print', { visitId }, by());
    // What waits behind one that broke off is held back for a while.
    await desk.advance(30_000);
  }
  expect(await states()).toEqual(Array.from({ length: count }, () => 'unsure'));
  return (await jobs()).toReversed();
}
const answered = (seen: readonly PrintJobView[], ...cameOut: boolean[]) =>
  seen.map(({ id, attempts }, index) => ({
    jobId: id,
    seenAttempts: attempts,
    cameOut: cameOut[index] ?? false,
  }));

describe('several jobs in doubt', () => {
  it('are settled by one answer: what came out is printed, the rest is sent again as a reprint', async () => {
    const seen = await brokenOff(3);
    desk.setDelivery(WORKS);
    desk.printed.length = 0;
    const { items } = await desk.done('printJobs.settle', {
      jobs: answered(seen, true, false, true),
      givenUpBecause: null,
    });
    expect(items.map(({ state }) => state)).toEqual(['printed', 'queued', 'printed']);
    await desk.advance(0);
    expect(await states()).toEqual(['printed', 'sent', 'printed']);
    expect(desk.printed).toHaveLength(1);
    expect(desk.printed[0]).toContain('SAMP0002');
    expect(desk.printed[0]).toContain('REPRINT');
    expect(kinds().sort()).toEqual([
      'print-job-found-printed',
      'print-job-found-printed',
      'print-job-sent-again',
    ]);
    expect((await desk.done('connection.get', {})).printProblems).toBe(0);
  });

  it('are given up with a reason where nobody wants them any more', async () => {
    const seen = await brokenOff(2);
    await desk.done('printJobs.settle', {
      jobs: answered(seen, false, true),
      givenUpBecause: 'They are sent home',
    });
    expect((await jobs()).map(({ state, detail }) => [state, detail])).toEqual([
      ['printed', null],
      ['cancelled', 'They are sent home'],
    ]);
    expect(listActivity(desk.parts.store.db, { limit: 5 })).toContainEqual(
      expect.objectContaining({
        kind: 'print-job-cancelled',
        detail: expect.objectContaining({ code: 'SAMP0001', reason: 'They are sent home' }) as unknown,
      }),
    );
  });

  it('are settled once, however often the answer is sent', async () => {
    const seen = await brokenOff(2);
    desk.setDelivery(WORKS);
    desk.printed.length = 0;
    const input = { jobs: answered(seen, true), givenUpBecause: null };
    const commandId = uuidOf(700);
    const first = await desk.done('printJobs.settle', input, { commandId });
    await desk.advance(0);
    expect(await desk.done('printJobs.settle', input, { commandId })).toEqual(first);
    // From another window it is another command.
    expect(await desk.refused('printJobs.settle', input)).toMatchObject({
      kind: 'rejected',
      fields: { 'jobs.0': 'settled', 'jobs.1': 'settled' },
    });
    await desk.advance(0);
    expect(desk.printed).toHaveLength(1);
    expect(kinds()).toHaveLength(2);
  });

  it('none is settled where one was decided about meanwhile; each of those is named', async () => {
    const seen = await brokenOff(3);
    await desk.done('printJobs.markPrinted', { jobId: seen[1]?.id ?? '' });
    const before = kinds();
    desk.printed.length = 0;
    expect(
      await desk.refused('printJobs.settle', {
        jobs: answered(seen, true, false, false),
        givenUpBecause: null,
      }),
    ).toMatchObject({ kind: 'rejected', fields: { 'jobs.1': 'settled' } });
    await desk.advance(60_000);
    expect(await states()).toEqual(['unsure', 'printed', 'unsure']);
    expect(desk.printed).toEqual([]);
    expect(kinds()).toEqual(before);
  });

  it('one that was sent again, and broke off once more, was not looked at', async () => {
    const seen = await brokenOff(2);
    await desk.done('printJobs.retry', { jobId: seen[0]?.id ?? '', seenAttempts: 1 });
    await desk.advance(30_000);
    expect(await states()).toEqual(['unsure', 'unsure']);
    for (const cameOut of [true, false]) {
      expect(
        await desk.refused('printJobs.settle', { jobs: answered(seen, cameOut), givenUpBecause: null }),
      ).toMatchObject({ fields: { 'jobs.0': 'settled' } });
    }
  });

  it('one whose label is not right any more is not printed again, and named', async () => {
    const seen = await brokenOff(2);
    const visitId = seen[1]?.visitId ?? '';
    const { version: seenVersion } = await desk.done('visits.get', { visitId });
    await desk.done('visits.move', { visitId, seenVersion, to: 'left' });
    expect(
      await desk.refused('printJobs.settle', { jobs: answered(seen), givenUpBecause: null }),
    ).toMatchObject({ kind: 'rejected', fields: { 'jobs.1': 'not-right' } });
    expect(await states()).toEqual(['unsure', 'unsure']);
    await desk.done('printJobs.settle', { jobs: answered(seen, false, true), givenUpBecause: null });
  });

  it('one that nobody knows, or that is named twice, is refused', async () => {
    const [job] = answered(await brokenOff(1));
    if (!job) throw new Error('There is no job.');
    const settle = (...named: (typeof job)[]) =>
      desk.refused('printJobs.settle', { jobs: named, givenUpBecause: null });
    expect(await settle(job, { ...job, cameOut: true })).toMatchObject({ kind: 'rejected' });
    expect(await settle(job, { ...job, jobId: uuidOf(99) })).toMatchObject({
      fields: { 'jobs.1': 'settled' },
    });
    expect(await states()).toEqual(['unsure']);
  });
});

describe('several jobs in doubt, where people sign in', () => {
  const pinOf = { MS: '80264', PH: '90218', RC: '70145' };
  const signIn = async (initials: keyof typeof pinOf): Promise<string> => {
    const answer = await desk.done('staff.signIn', { initials, pin: pinOf[initials] });
    if (answer.kind !== 'signed-in') throw new Error(`${initials} was not signed in.`);
    return answer.handle;
  };
  beforeEach(async () => {
    await desk.close();
    desk = openTestDesk({
      people: {
        signIn: 'pin',
        idleMinutes: 60,
        relaxations: { ...relaxationsAll('anybody'), reprint: 'second-person' },
      },
    });
    await desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: pinOf.MS });
    handle = await signIn('MS');
    const add = (initials: 'PH' | 'RC', role: 'phlebotomist' | 'reception') =>
      desk.done('staff.add', { initials, name: 'Pia Hall', role, pin: pinOf[initials] }, by());
    await add('PH', 'phlebotomist');
    await add('RC', 'reception');
  });

  it('take one second person for all that are sent again, and none for what came out', async () => {
    const seen = await brokenOff(3);
    handle = await signIn('PH');
    const input = { jobs: answered(seen, true), givenUpBecause: null };
    expect(await desk.refused('printJobs.settle', input, { handle })).toMatchObject({
      kind: 'second-person-needed',
    });
    expect(await states()).toEqual(['unsure', 'unsure', 'unsure']);
    const agreed = await desk.done(
      'staff.approve',
      { initials: 'MS', pin: pinOf.MS, relaxation: 'reprint' },
      { handle },
    );
    const approval = agreed.kind === 'approved' ? agreed.approval : '';
    // Refused for another reason, it uses none up.
    const [first] = answered(seen);
    if (!first) throw new Error('There is no job.');
    await desk.refused(
      'printJobs.settle',
      { jobs: [...input.jobs.slice(1), { ...first, seenAttempts: 7 }], givenUpBecause: null },
      { handle, approval },
    );
    await desk.done('printJobs.settle', input, { handle, approval });
    expect(kinds().filter((kind) => kind === 'relaxation-approved')).toHaveLength(2);
  });

  it('are not for whoever prints no labels', async () => {
    const seen = await brokenOff(2);
    handle = await signIn('RC');
    const input = { jobs: answered(seen, true, true), givenUpBecause: null };
    expect(await desk.refused('printJobs.settle', input, { handle })).toMatchObject({ kind: 'not-allowed' });
    // To withdraw them does no harm.
    await desk.done('printJobs.settle', { jobs: answered(seen), givenUpBecause: 'Sent home' }, { handle });
    expect(await states()).toEqual(['cancelled', 'cancelled']);
  });
});

describe('several jobs that wait at a printer that cannot print', () => {
  const away: PrinterDelivery = { outcome: 'not-started', detail: 'the printer is switched off' };
  const back = async (): Promise<string> =>
    (
      await desk.done('printers.add', {
        setup: { ...enteredLabel, name: 'Back', address: '192.0.2.50' },
      })
    ).printerId;
  async function waiting(count: number): Promise<PrintJobView[]> {
    for (let number = 1; number <= count; number += 1) {
      const visitId = desk.addVisit(number);
      const { version: seenVersion } = await desk.done('visits.get', { visitId });
      await desk.done('visits.checkIn', { visitId, seenVersion, identifiers: IDENTIFIERS });
      await desk.done('labels.print', { visitId });
      await desk.advance(0);
    }
    return (await jobs()).toReversed();
  }

  it('go to another printer together, each once', async () => {
    const printerId = await back();
    desk.setDelivery(away);
    const seen = await waiting(3);
    expect(seen.map(({ state, otherPrinter }) => [state, otherPrinter?.name])).toEqual(
      seen.map(() => ['attention', 'Back']),
    );
    desk.setDelivery(WORKS);
    const input = { jobIds: seen.map(({ id }) => id), printerId };
    const commandId = uuidOf(700);
    const first = await desk.done('printJobs.moveSeveral', input, { commandId });
    expect(first.items.map(({ refused }) => refused)).toEqual([null, null, null]);
    expect(await desk.done('printJobs.moveSeveral', input, { commandId })).toEqual(first);
    await desk.advance(0);
    expect((await jobs()).map(({ state, printerName }) => [state, printerName])).toEqual(
      seen.map(() => ['sent', 'Back']),
    );
    expect(desk.printed).toHaveLength(3);
    expect(kinds()).toEqual(seen.map(() => 'print-job-moved'));
  });

  it('one that cannot go stays, says why, and keeps no other', async () => {
    const printerId = await back();
    desk.setDelivery(away);
    const seen = await waiting(3);
    await desk.done('printJobs.cancel', { jobId: seen[1]?.id ?? '', reason: 'Sent home' });
    desk.setDelivery(WORKS);
    const { items } = await desk.done('printJobs.moveSeveral', {
      jobIds: seen.map(({ id }) => id),
      printerId,
    });
    expect(items.map(({ refused }) => refused?.kind ?? null)).toEqual([null, 'conflict', null]);
    await desk.advance(0);
    expect((await jobs()).toReversed().map(({ state }) => state)).toEqual(['sent', 'cancelled', 'sent']);
    expect(kinds().filter((kind) => kind === 'print-job-moved')).toHaveLength(2);
  });
});
