// Labels of several people at once: each once, for the right person, and one that is refused keeps nobody else waiting.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { eventually, openTestDesk, uuidOf, type TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';
import { atOnce } from '../../support/at-once.ts';

let desk: TestDesk;
let sent: string[];
/** Deliveries that a test has not let end yet; null: each ends at once. */
let held: (() => void)[] | null;
const SENT: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
/** How each delivery ends. */
let ends: PrinterDelivery;

beforeEach(() => {
  sent = [];
  held = null;
  ends = SENT;
  desk = openTestDesk(
    {},
    {
      transport: {
        deliver: async (_address, job) => {
          const bytes = atOnce(job.begin());
          if (!bytes) return { outcome: 'withheld' };
          sent.push(/\^FD(SAMP\d{4})/.exec(Buffer.from(bytes).toString())?.[1] ?? 'another');
          const waiting = held;
          if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
          return ends;
        },
      },
    },
  );
});
afterEach(() => desk.close());
const { checkIn, visitOf } = deskSteps(() => desk);
const toPrint = async () => (await desk.done('labels.toPrint', {})).people;
const code = (number: number): string => `SAMP${String(number).padStart(4, '0')}`;

async function hereAre(...numbers: number[]): Promise<string[]> {
  const visitIds = numbers.map((number) => desk.addVisit(number));
  for (const visitId of visitIds) {
    await checkIn(visitId);
    await desk.advance(60_000);
  }
  return visitIds;
}

it('shows who is here with labels that were never printed, who came first first, and nobody else', async () => {
  const late = desk.addVisit(3);
  const [second, first] = [desk.addVisit(2), desk.addVisit(1)];
  await checkIn(first);
  await desk.advance(60_000);
  await checkIn(second);
  expect(await toPrint()).toMatchObject([
    { row: { id: first }, labels: 1, refused: null },
    { row: { id: second }, labels: 1, refused: null },
  ]);
  await desk.done('labels.print', { visitId: first });
  expect((await toPrint()).map(({ row }) => row.id)).toEqual([second]);
  await desk.advance(60_000);
  await checkIn(late);
  expect((await toPrint()).map(({ row }) => row.id)).toEqual([second, late]);
});

it('prints one job for each label, each person’s own, and never a second time', async () => {
  const visitIds = await hereAre(1, 2, 3);
  const { items } = await desk.done('labels.printFor', { visitIds: [...visitIds, visitIds[0] ?? ''] });
  expect(items.map(({ visitId, jobs, refused }) => [visitId, jobs.length, refused])).toEqual(
    visitIds.map((visitId) => [visitId, 1, null]),
  );
  await eventually(() => sent.length === 3);
  expect(sent).toEqual([code(1), code(2), code(3)]);
  // Once more is refused for each of them; a reprint takes a reason, at the visit.
  const again = await desk.done('labels.printFor', { visitIds });
  expect(again.items.map(({ jobs, refused }) => [jobs, refused?.kind])).toEqual(
    visitIds.map(() => [[], 'rejected']),
  );
  await desk.advance(1_000);
  expect(sent).toHaveLength(3);
  for (const [index, visitId] of visitIds.entries()) {
    expect((await visitOf(visitId)).labelList).toMatchObject([{ code: code(index + 1), verifiedAtMs: null }]);
  }
});

it('leaves out one that cannot be printed, says why, and undoes what it had begun to write', async () => {
  const [first, last] = (await hereAre(1, 3)) as [string, string];
  const nameless = desk.addVisit(2, {
    patient: { firstName: '\u{12345}', lastName: '\u{13000}', dateOfBirth: '1984-03-15' },
  });
  await checkIn(nameless);
  const notHere = desk.addVisit(4);
  const nobody = uuidOf(99);
  const { items } = await desk.done('labels.printFor', {
    visitIds: [first, nameless, notHere, nobody, last],
  });
  expect(items.map(({ jobs }) => jobs.length)).toEqual([1, 0, 0, 0, 1]);
  expect(items.map(({ refused }) => refused?.kind ?? null)).toEqual([
    null,
    'rejected',
    'rejected',
    'not-found',
    null,
  ]);
  expect(items[1]?.refused).toMatchObject({ fields: { lastName: 'not-writable' } });
  await eventually(() => sent.length === 2);
  expect(sent).toEqual([code(1), code(3)]);
  // Nothing of the refused one was kept: no label, no job, no word in its history.
  const visit = await visitOf(nameless);
  expect(visit.labelList).toMatchObject([{ state: 'not-printed' }]);
  expect(visit.activity.map(({ kind }) => kind)).not.toContain('label-queued');
  expect((await desk.done('printJobs.list', {})).items).toHaveLength(2);
});

it('says beforehand who cannot get a label, and why', async () => {
  const visitId = desk.addVisit(1, { sampleIdGiven: true });
  await checkIn(visitId);
  expect((await toPrint())[0]?.refused).toBeNull();
  await desk.close();
  desk = openTestDesk({ printers: [] });
  const other = desk.addVisit(1);
  await checkIn(other);
  expect((await toPrint())[0]?.refused).toMatchObject({ kind: 'printer-unavailable' });
});

it('a repeated command prints nothing twice, and what has not begun can be cancelled', async () => {
  held = [];
  const visitIds = await hereAre(1, 2, 3);
  const commandId = uuidOf(7);
  const answer = await desk.done('labels.printFor', { visitIds }, { commandId });
  expect(await desk.done('labels.printFor', { visitIds }, { commandId })).toEqual(answer);
  const { items } = answer;
  await eventually(() => sent.length === 1);
  const jobIds = items.flatMap(({ jobs }) => jobs.map(({ id }) => id));
  for (const jobId of jobIds.slice(1)) {
    await desk.done('printJobs.cancel', { jobId, reason: 'The batch was cancelled' });
  }
  // The first one has begun: it cannot be called back from here.
  expect(
    await desk.refused('printJobs.cancel', { jobId: jobIds[0] ?? '', reason: 'The batch was cancelled' }),
  ).toMatchObject({ kind: 'conflict' });
  for (const end of held) end();
  await desk.advance(1_000);
  expect(sent).toEqual([code(1)]);
  // Those that were cancelled are to be printed as before: nothing of them left.
  expect((await toPrint()).map(({ row }) => row.id)).toEqual(visitIds.slice(1));
});

it('a label that was sent while the rest of its batch was cancelled is not called cancelled: its paper may lie there', async () => {
  held = [];
  ends = { outcome: 'unacknowledged', reply: new Uint8Array(), later: Promise.resolve('silent') };
  const visitIds = await hereAre(1, 2);
  const { items } = await desk.done('labels.printFor', { visitIds });
  await eventually(() => sent.length === 1);
  // As the window shows it: the second one has not begun.
  const second = items[1]?.jobs[0];
  const jobId = second?.id ?? '';
  const releases = held;
  held = null;
  for (const end of releases) end();
  await eventually(() => sent.length === 2);
  await desk.advance(1_000);
  const cancel = { jobId, reason: 'The batch was cancelled' };
  const refused = await desk.refused('printJobs.cancel', { ...cancel, seenAttempts: second?.attempts ?? -1 });
  expect(refused).toMatchObject({ kind: 'conflict', reason: 'changed' });
  const found = async () => (await desk.done('printJobs.list', {})).items.find(({ id }) => id === jobId);
  const now = await found();
  expect(now).toMatchObject({ state: 'sent-unacknowledged', attempts: 1 });
  // Whoever has seen it so gives it up.
  await desk.done('printJobs.cancel', { ...cancel, seenAttempts: now?.attempts ?? -1 });
  expect((await found())?.state).toBe('cancelled');
});

it('a batch is followed from any window of its desk, in the order of its labels, until each of them has ended', async () => {
  held = [];
  const visitIds = await hereAre(1, 2, 3);
  const batches = async () => (await desk.done('labels.batches', {})).batches;
  expect(await batches()).toEqual([]);
  const { batchId } = await desk.done('labels.printFor', { visitIds });
  await eventually(() => sent.length === 1);
  const states = async () =>
    (await batches()).map(({ id, running, jobs }) => [
      id,
      running,
      ...jobs.map(({ visitId, state }) => [visitIds.indexOf(visitId ?? ''), state]),
    ]);
  // Whoever asks now has not asked for it: a window that was loaded anew, or another one.
  expect(await states()).toEqual([[batchId, true, [0, 'sending'], [1, 'queued'], [2, 'queued']]]);
  const last = (await batches())[0]?.jobs.at(-1)?.id ?? '';
  await desk.done('printJobs.cancel', { jobId: last, reason: 'The batch was cancelled' });
  const releases = held;
  held = null;
  for (const end of releases) end();
  await eventually(() => sent.length === 2);
  await desk.advance(1_000);
  expect(await states()).toEqual([[batchId, false, [0, 'sent'], [1, 'sent'], [2, 'cancelled']]]);
});

it('a batch that runs is listed however many came after it, one that has ended only while it is new', async () => {
  held = [];
  const [alone = '', ...others] = await hereAre(1, 2, 3, 4, 5, 6);
  await desk.done('labels.print', { visitId: alone });
  const newestFirst: string[] = [];
  for (const visitId of others)
    newestFirst.unshift((await desk.done('labels.printFor', { visitIds: [visitId] })).batchId);
  const listed = async () => (await desk.done('labels.batches', {})).batches.map(({ id }) => id);
  // The label that was printed by itself belongs to none.
  expect(await listed()).toEqual(newestFirst);
  const releases = held;
  held = null;
  for (const end of releases) end();
  await eventually(() => sent.length === 6);
  await desk.advance(1_000);
  expect(await listed()).toEqual(newestFirst.slice(0, 3));
});
