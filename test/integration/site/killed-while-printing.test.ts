// The site desk's process is killed in the middle of a job at a further desk's own printer, at each step of it. What is said of the job
// after the restart is no more than is known, and nothing of which a byte may have left is sent again by itself.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageTransport } from '../../../src/core/ports/printers.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { noPages } from '../../support/no-pages.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import { Hand, printsFor, SENT } from './support/printing-hand.ts';
import { openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
let room: Machine;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  ends = [];
  site = await openSite();
  room = await site.paired('Room 2');
});
afterEach(async () => {
  for (const end of ends) await end();
  await site.close();
});

const STOPPED = 'the desk stopped while it was being sent';
const at = (): string => room.key.site()?.deskId ?? '';
const jobs = async () => (await site.desk.done('printJobs.list', {})).items;
const jobOf = async (id: string) => (await jobs()).find((job) => job.id === id);
const becomes = (id: string, state: string): Promise<void> =>
  expect.poll(async () => (await jobOf(id))?.state, { timeout: 15_000, interval: 20 }).toBe(state);
const refusals = () =>
  listActivity(site.desk.parts.store.db, { limit: 50 })
    .filter(({ kind }) => kind === 'desk-printing-refused')
    .map(({ detail }) => detail);
const isHere = (): Promise<void> =>
  expect
    .poll(() => site.desk.parts.deskPrinting.standing(at()).state, { timeout: 15_000, interval: 20 })
    .toBe('here');

async function labelPrinter(address: string, name = 'Zebra'): Promise<string> {
  const setup = { ...enteredLabel, name, address, at: at() };
  return (await site.desk.done('printers.add', { setup })).printerId;
}
async function printTest(printerId: string): Promise<string> {
  await site.desk.done('printers.printSheet', { printerId, sheet: 'test' });
  return (await jobs())[0]?.id ?? '';
}
/** The site desk is killed, and starts again on what it has left. */
async function killAndStart(): Promise<void> {
  await site.startAgain({ goesOnFrom: await site.kill() });
}
/** As soon as the job is marked as being sent on the disk, and before anybody is told. */
function killOnceSending(): Promise<void> {
  return new Promise((done, failed) => {
    const { parts, subscribe } = site.desk;
    const stop = subscribe(null, () => {
      const isSending = parts.store.db.prepare("SELECT 1 FROM print_job WHERE state = 'sending'").get();
      if (!isSending) return;
      stop();
      killAndStart().then(done, failed);
    });
  });
}

describe('a site desk that is killed while a label is printed at a further desk’s printer', () => {
  let printer: string;
  let hand: Hand;
  beforeEach(async () => {
    printer = await labelPrinter('192.0.2.10');
    hand = new Hand(room);
  });

  it('is in doubt once the bytes were given; the word that comes after the restart is refused and written down', async () => {
    const taking = hand.take();
    const job = await printTest(printer);
    const work = await taking;
    expect(await hand.begin(work)).toMatchObject({ kind: 'bytes' });
    await killAndStart();
    await becomes(job, 'unsure');
    const inDoubt = await jobOf(job);
    expect(inDoubt).toMatchObject({ detail: STOPPED });
    expect(await hand.ended(work, SENT)).toEqual({ kind: 'refused' });
    expect(refusals()).toMatchObject([{ desk: 'Room 2', why: 'ended-already' }]);

    // The desk is told to let go of it, and gets no other work by itself, however long it asks.
    expect(await hand.ask()).toEqual({ kind: 'stop', work });
    hand.has.length = 0;
    const asking = hand.ask();
    await isHere();
    await site.desk.advance(700_000);
    expect(await asking).toEqual({ kind: 'nothing' });
    expect(await jobOf(job)).toMatchObject({ state: 'unsure', attempts: inDoubt?.attempts });
  });

  it('is in doubt when the answer with the bytes was lost, although nothing was printed', async () => {
    const taking = hand.take();
    const job = await printTest(printer);
    const work = await taking;
    const killed = killOnceSending();
    await expect(hand.begin(work)).rejects.toThrow();
    await killed;
    await becomes(job, 'unsure');
    expect(await hand.ended(work, { outcome: 'withheld' })).toEqual({ kind: 'refused' });
    expect(await jobOf(job)).toMatchObject({ state: 'unsure', detail: STOPPED });
  });

  it('has sent nothing before the beginning: the job goes out once, and the work from before begins nothing', async () => {
    const taking = hand.take();
    const job = await printTest(printer);
    const before = await taking;
    await killAndStart();
    await becomes(job, 'attention');
    hand.breakOff();
    const next = await hand.take();
    expect(next).not.toBe(before);
    expect(await hand.begin(before)).toEqual({ kind: 'refused' });
    expect(await hand.begin(next)).toMatchObject({ kind: 'bytes' });
    expect(await hand.ended(before, SENT)).toEqual({ kind: 'refused' });
    await becomes(job, 'sending');
    await hand.ended(next, SENT);
    await becomes(job, 'sent');
  });

  it('leaves the desk’s own process at work: it prints what is under way once, is not believed, and prints what comes next', async () => {
    let acknowledge = (): void => undefined;
    const sink = await startPrinterSink({
      onConnection: (socket) => (acknowledge = () => void socket.end()),
    });
    ends.push(() => sink.close());
    const printing = printsFor(room);
    ends.push(() => printing.close());
    await isHere();
    const own = await labelPrinter(`${sink.address.host}:${sink.address.port}`, 'Another');
    const job = await printTest(own);
    expect((await sink.nextWholeJob()).toString()).toContain('^XZ');
    await killAndStart();
    await becomes(job, 'unsure');
    acknowledge();
    await isHere();
    const next = await printTest(own);
    await sink.nextWholeJob();
    acknowledge();
    await becomes(next, 'sent');
    expect(await jobOf(job)).toMatchObject({ state: 'unsure', detail: STOPPED });
    expect(sink.jobs).toHaveLength(2);
  });
});

describe('a site desk that is killed while pages are printed at a queue of a further desk', () => {
  /** Takes the pages, and does not end before the test does. */
  function queueThat(find: PageTransport['find']): { readonly begun: Promise<string>; given(): number } {
    let given = 0;
    const begun = Promise.withResolvers<string>();
    const over = Promise.withResolvers<{ outcome: 'unsure'; detail: string }>();
    const printing = printsFor(room, {
      pages: {
        ...noPages,
        async deliver(_address, job) {
          given += (await job.begin()) ? 1 : 0;
          begun.resolve(job.name);
          return over.promise;
        },
        find,
        report: async () => ({ state: 'done', detail: null }),
      },
    });
    ends.push(() => {
      over.resolve({ outcome: 'unsure', detail: 'the test is over' });
      return printing.close();
    });
    return { begun: begun.promise, given: () => given };
  }
  async function printPage(): Promise<string> {
    const setup = {
      ...enteredLabel,
      kind: 'office' as const,
      name: 'Office',
      address: 'queue:Office',
      at: at(),
    };
    const { printerId } = await site.desk.done('printers.add', { setup });
    await site.desk.done('testPage.print', { printerId });
    return (await jobs())[0]?.id ?? '';
  }
  /** Asks of the queue are due after moments of the site desk's clock. */
  const becomesInTime = (id: string, wanted: Record<string, unknown>): Promise<void> =>
    expect
      .poll(
        async () => {
          await site.desk.advance(1_000);
          return jobOf(id);
        },
        { timeout: 15_000, interval: 20 },
      )
      .toMatchObject(wanted);

  it('finds them in that queue after the restart, by their name', async () => {
    const looked: string[] = [];
    const queue = queueThat(async (_address, name) => {
      looked.push(name);
      return { printerJob: 'Office-7', report: { state: 'done', detail: null } };
    });
    const job = await printPage();
    const name = await queue.begun;
    await killAndStart();
    await becomesInTime(job, { state: 'sent', deviceReport: 'done' });
    expect(looked).toEqual([name]);
  });

  it('leaves them in doubt when that queue does not list them, and sends nothing again', async () => {
    const queue = queueThat(async () => 'absent');
    const job = await printPage();
    await queue.begun;
    await killAndStart();
    await becomesInTime(job, {
      state: 'unsure',
      detail: `${STOPPED}, and the list of jobs at its printer’s present address does not show it`,
    });
    const inDoubt = await jobOf(job);
    await site.desk.advance(700_000);
    expect(await jobOf(job)).toMatchObject({ state: 'unsure', attempts: inDoubt?.attempts });
    expect(queue.given()).toBe(1);
  });
});
