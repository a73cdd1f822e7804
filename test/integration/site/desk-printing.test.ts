// Printers that only a further desk reaches: over real TLS, with the further desk's own process, a real socket to the printer, and lines
// that break at each step. Nothing is printed twice, and nothing is said to be printed that was not.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCablePrinters } from '../../../src/adapters/cable/cable-printer.ts';
import { createDeviceOpener } from '../../../src/adapters/cable/device-file.ts';
import type { OwnPrinters } from '../../../src/app/desk-printing.ts';
import type { EnteredPrinter } from '../../../src/contract/printers.ts';
import type { PageTransport } from '../../../src/core/ports/printers.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { noPages } from '../../support/no-pages.ts';
import { deadAddress, startPrinterSink } from '../../support/printer-sinks.ts';
import type { PrinterSink, SinkBehaviour } from '../../support/printer-sinks.ts';
import { noSerialPorts, startSerialPrinter } from '../../support/serial-printer.ts';
import { deskSteps } from '../operations/support/desk-steps.ts';
import { Hand, printsFor, SENT } from './support/printing-hand.ts';
import { openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
let room: Machine;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await openSite();
  room = await site.paired('Room 2');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await site.close();
});

const idOf = (machine: Machine): string => machine.key.site()?.deskId ?? '';
const deskOf = (machine: Machine) => ({ at: idOf(machine) });

async function sinkOf(behaviour?: SinkBehaviour): Promise<PrinterSink> {
  const sink = await startPrinterSink(behaviour);
  ends.push(() => sink.close());
  return sink;
}

/** The process of a further desk prints from now on. */
function prints(machine: Machine, printers: Partial<OwnPrinters> = {}): void {
  const printing = printsFor(machine, printers);
  ends.push(() => printing.close());
}

const label: EnteredPrinter = { ...enteredLabel, name: 'Zebra', address: '' };
const add = async (change: Partial<EnteredPrinter>): Promise<string> =>
  (await site.desk.done('printers.add', { setup: { ...label, ...deskOf(room), ...change } })).printerId;
const addressOf = ({ address }: PrinterSink): string => `${address.host}:${address.port}`;
const printer = async (id: string) =>
  (await site.desk.done('printers.list', {})).printers.find((one) => one.id === id);
/** Prints a test label; resolves with its job's id. */
async function printTest(printerId: string): Promise<string> {
  await site.desk.done('printers.printSheet', { printerId, sheet: 'test' });
  return (await jobs())[0]?.id ?? '';
}
const jobs = async () => (await site.desk.done('printJobs.list', {})).items;
const jobOf = async (id: string) => (await jobs()).find((job) => job.id === id);
const stateOf = async (id: string) => (await jobOf(id))?.state;
const becomes = (id: string, state: string): Promise<void> =>
  expect.poll(() => stateOf(id), { timeout: 15_000, interval: 20 }).toBe(state);
const isHere = (): Promise<void> =>
  expect.poll(() => standing(), { timeout: 15_000, interval: 20 }).toBe('here');
const refusals = () =>
  listActivity(site.desk.parts.store.db, { limit: 50 })
    .filter(({ kind }) => kind === 'desk-printing-refused')
    .map(({ detail, desk }) => ({ ...detail, at: desk }));

const standing = (machine = room) => site.desk.parts.deskPrinting.standing(idOf(machine)).state;

/** The site desk has noticed that a desk asks no more. */
async function goneFrom(hand: Hand): Promise<void> {
  hand.breakOff();
  await expect
    .poll(
      async () => {
        await site.desk.advance(500);
        return standing();
      },
      { timeout: 15_000, interval: 20 },
    )
    .toBe('away');
}

describe('a printer at a further desk', () => {
  it('is printed on by that desk’s process, with nobody signed in there, and the queue names the desk', async () => {
    const sink = await sinkOf();
    prints(room);
    await isHere();
    const id = await add({ address: addressOf(sink) });
    const job = await printTest(id);
    expect((await sink.nextWholeJob()).toString()).toContain('^XA');
    await becomes(job, 'sent');
    expect(await jobOf(job)).toMatchObject({ printerName: 'Zebra', printerDesk: 'Room 2', attempts: 1 });
    expect(await printer(id)).toMatchObject({ state: 'ready', desk: { name: 'Room 2', state: 'here' } });
    expect(sink.jobs).toHaveLength(1);
    expect(refusals()).toEqual([]);
    // The site desk itself has sent nothing.
    expect(site.desk.printed).toEqual([]);
  });

  it('waits while its desk is away, says since when, and goes on by itself when the desk is back', async () => {
    const sink = await sinkOf();
    const id = await add({ address: addressOf(sink) });
    const job = await printTest(id);
    await becomes(job, 'attention');
    expect(await jobOf(job)).toMatchObject({
      detail: 'its desk (Room 2) is away since 09:00',
      printerDeskState: 'away',
      goesOutByItself: true,
    });
    expect(await printer(id)).toMatchObject({
      state: 'unreachable',
      detail: 'its desk (Room 2) is away since 09:00',
      desk: { state: 'away' },
    });
    prints(room);
    expect((await sink.nextWholeJob()).toString()).toContain('^XA');
    await becomes(job, 'sent');
    expect(await printer(id)).toMatchObject({ state: 'ready', detail: null });
    expect(sink.jobs).toHaveLength(1);
  });

  it('whose desk is away for long goes on by itself no more, and says so', async () => {
    const job = await printTest(await add({ address: addressOf(await sinkOf()) }));
    await becomes(job, 'attention');
    await site.desk.advance(11 * 60_000);
    expect(await jobOf(job)).toMatchObject({
      state: 'attention',
      printerDeskState: 'away',
      goesOutByItself: false,
    });
  });

  it('says what the desk says of its printer, and where', async () => {
    prints(room);
    await isHere();
    const { host, port } = await deadAddress();
    const job = await printTest(await add({ address: `${host}:${port}` }));
    await becomes(job, 'attention');
    expect(await jobOf(job)).toMatchObject({ detail: 'at Room 2: the printer refuses the connection' });
  });

  it('that breaks off in the middle leaves the job in doubt, and nothing is sent again by itself', async () => {
    const sink = await sinkOf({
      onConnection: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    });
    prints(room);
    const job = await printTest(await add({ address: addressOf(sink) }));
    await becomes(job, 'unsure');
    expect((await jobOf(job))?.detail).toMatch(/^at Room 2: the /);
    await site.desk.advance(60_000);
    expect(sink.jobs).toHaveLength(1);
  });

  it('that does not close its side is sent to and not acknowledged, and may do so later', async () => {
    let close = (): void => undefined;
    const sink = await sinkOf({ onConnection: (socket) => (close = () => void socket.end()) });
    prints(room);
    const job = await printTest(await add({ address: addressOf(sink) }));
    await becomes(job, 'sent-unacknowledged');
    close();
    await becomes(job, 'sent');
  });

  it('is asked what it is over the same line, and a desk that is away is said to be', async () => {
    const sink = await sinkOf({
      onConnection: (socket) =>
        socket.on('data', (bytes) => {
          // In two pieces: what they mean is asked at the site desk each time.
          if (!bytes.toString('latin1').startsWith('~HI')) return;
          socket.write('\x02ZTC ZD421-203dpi ZPL,');
          setImmediate(() => socket.write('V93.21.17Z,8,8192KB\x03\r\n'));
        }),
    });
    const asked = { kind: 'label' as const, address: addressOf(sink), ...deskOf(room), asking: null };
    expect(await site.desk.done('printers.ask', asked)).toMatchObject({
      language: null,
      problem: 'its desk (Room 2) is away since 09:00',
    });
    prints(room);
    await isHere();
    expect(await site.desk.done('printers.ask', asked)).toMatchObject({
      language: 'zpl',
      dotsPerMm: 8,
      problem: null,
    });
    expect(refusals()).toEqual([]);
  });

  it('can be a queue of that computer, whose job is cancelled there', async () => {
    const given: { name: string; job: string; bytes: string }[] = [];
    const pages: PageTransport = {
      ...noPages,
      async deliver(address, job) {
        const seen = await job.look();
        const bytes = await job.begin();
        if (!bytes || !seen) return { outcome: 'withheld' };
        expect(seen).toEqual(bytes);
        given.push({
          name: address.kind === 'queue' ? address.name : '',
          job: job.name,
          bytes: Buffer.from(bytes).toString(),
        });
        return { outcome: 'taken', printerJob: 'Office-7', look: 'look that it is A4' };
      },
      report: async () => ({ state: 'working', detail: null }),
      cancel: async (_address, printerJob, name) =>
        printerJob === 'Office-7' && name === given[0]?.job
          ? { outcome: 'cancelled' }
          : { outcome: 'refused', detail: 'there is no such job' },
      ask: async () => ({
        problem: 'this computer has no queue',
        model: null,
        says: false,
        trouble: null,
        loaded: [],
      }),
    };
    prints(room, { pages });
    const id = await add({ kind: 'office', name: 'Office', address: 'queue:Office' });
    expect(await printer(id)).toMatchObject({
      address: 'Room 2’s queue Office',
      prints: ['pages', 'form', 'report'],
    });
    await site.desk.done('testPage.print', { printerId: id });
    await expect.poll(() => given.length, { timeout: 15_000 }).toBe(1);
    const job = (await jobs())[0]?.id ?? '';
    await becomes(job, 'sent');
    expect(given).toMatchObject([{ name: 'Office' }]);
    expect(await printer(id)).toMatchObject({ state: 'ready', detail: 'at Room 2: look that it is A4' });
    const cancelled = await site.desk.done('printJobs.cancelAtPrinter', { jobId: job, reason: 'wrong one' });
    expect(cancelled).toMatchObject({ outcome: 'cancelled', job: { state: 'cancelled' } });
    const asked = { kind: 'office' as const, address: 'queue:Office', ...deskOf(room), asking: null };
    expect(await site.desk.done('printers.ask', asked)).toMatchObject({
      problem: 'at Room 2: this computer has no queue',
    });
  });
});

describe.skipIf(noSerialPorts !== null)(
  `a label printer at a serial port of a further desk ${noSerialPorts ?? ''}`,
  () => {
    const PORT = '/dev/ttyUSB7';
    const WELL =
      '\x02030,0,0,0203,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

    beforeEach(async () => {
      // In training nothing is printed at cables.
      await site.close();
      site = await openSite({ mode: 'live' });
      room = await site.paired('Room 2');
    });

    it('gets each label once, and where it was unplugged is said', async () => {
      const cable = await startSerialPrinter();
      ends.push(() => cable.close());
      cable.answer((arrived) => (arrived.toString('latin1').endsWith('~HS') ? WELL : null));
      const openTerminal = createDeviceOpener({
        isPrinter: () => false,
        isSerial: (file) => file === cable.file,
      });
      const cables = createCablePrinters({
        // The pseudo-terminal stands for that port of the desk's computer.
        openDevice: (address) =>
          openTerminal(address.device === PORT ? { ...address, device: cable.file } : address),
      });
      ends.push(async () => cables.close());
      const asked: string[] = [];
      prints(room, {
        transport: {
          deliver(address, job, limits) {
            if (!('device' in address)) throw new Error('the printer is at a cable');
            asked.push(address.device);
            // However slow the computer of the test is, the printer's answer is waited for.
            const { question, receipt } = job;
            const patient = {
              ...job,
              question: question ? { ...question, timeoutMs: 10_000 } : null,
              receipt: receipt ? { ...receipt, timeoutMs: 10_000 } : null,
            };
            return cables.deliver(address, patient, limits);
          },
        },
      });
      await isHere();
      const id = await add({ address: `${PORT}?baud=9600` });
      const job = await printTest(id);
      await becomes(job, 'sent');
      expect(cable.arrived().toString('latin1').match(/\^XA/g)).toHaveLength(1);
      expect(await jobOf(job)).toMatchObject({ printerDesk: 'Room 2', attempts: 1 });
      expect(await printer(id)).toMatchObject({ state: 'ready', desk: { name: 'Room 2' } });
      expect(asked).toEqual([PORT]);

      await cable.unplug();
      const next = await printTest(id);
      await becomes(next, 'attention');
      expect((await jobOf(next))?.detail).toMatch(/^at Room 2: no printer is at /);
      expect(await stateOf(job)).toBe('sent');
      expect(refusals()).toEqual([]);
      expect(site.desk.printed).toEqual([]);
    });
  },
);

describe('the line of a desk that prints', () => {
  let sheet: string;
  let hand: Hand;
  beforeEach(async () => {
    hand = new Hand(room);
    sheet = await add({ address: '192.0.2.10' });
  });

  it('broken before it begins, leaves nothing sent: the job goes out once, when a process of the desk is back', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    await goneFrom(hand);
    await becomes(job, 'attention');
    expect((await jobOf(job))?.detail).toMatch(/^its desk \(Room 2\) is away since 09:0\d$/);
    const again = new Hand(room);
    const next = await again.take();
    // The first process wakes up.
    expect(await hand.begin(work)).toEqual({ kind: 'over' });
    expect(await again.begin(next)).toMatchObject({
      kind: 'bytes',
      bytes: expect.stringMatching(/.{40}/) as string,
    });
    await becomes(job, 'sending');
    expect(await again.ended(next, SENT)).toEqual({ kind: 'noted' });
    await becomes(job, 'sent');
  });

  it('broken after it has begun, leaves the job in doubt after half a minute, and a word that comes later is refused', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    await hand.begin(work);
    await goneFrom(hand);
    expect(await stateOf(job)).toBe('sending');
    await site.desk.advance(31_000);
    await becomes(job, 'unsure');
    expect(await hand.ended(work, SENT)).toEqual({ kind: 'refused' });
    expect(await stateOf(job)).toBe('unsure');
    expect(refusals()).toMatchObject([{ desk: 'Room 2', at: 'Room 2', why: 'ended-already' }]);
    // Nothing is sent again by itself.
    await site.desk.advance(700_000);
    expect(await stateOf(job)).toBe('unsure');
  });

  it('that is back in time brings the word, which may be said twice', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    await hand.begin(work);
    await goneFrom(hand);
    const asking = hand.ask();
    await isHere();
    await site.desk.advance(40_000);
    expect(await stateOf(job)).toBe('sending');
    expect(await hand.ended(work, SENT)).toEqual({ kind: 'noted' });
    await becomes(job, 'sent');
    expect(await hand.ended(work, SENT)).toEqual({ kind: 'noted' });
    expect(refusals()).toEqual([]);
    hand.breakOff();
    await asking;
  });

  it('that lost the answer to its beginning leaves the job in doubt, not waiting', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    await hand.begin(work);
    await hand.ended(work, { outcome: 'withheld' });
    await becomes(job, 'unsure');
    expect((await jobOf(job))?.detail).toBe('at Room 2: the line broke as it was given what to print');
  });

  it('gives the bytes once: a second beginning is refused and written down', async () => {
    const taking = hand.take();
    await printTest(sheet);
    const work = await taking;
    expect(await hand.begin(work)).toMatchObject({ kind: 'bytes' });
    expect(await hand.begin(work)).toEqual({ kind: 'refused' });
    expect(refusals()).toMatchObject([{ why: 'begun-already' }]);
  });

  it('cannot say that it printed what it was never given', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    expect(await hand.ended(await taking, SENT)).toEqual({ kind: 'refused' });
    await becomes(job, 'attention');
    expect(refusals()).toMatchObject([{ why: 'not-begun' }]);
    expect(await hand.ended(crypto.randomUUID(), SENT)).toEqual({ kind: 'refused' });
  });

  it('says nothing that is believed about another desk’s work', async () => {
    const other = new Hand(await site.paired('Room 3'));
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    Object.assign(other, { run: hand.run });
    expect(await other.begin(work)).toEqual({ kind: 'refused' });
    expect(await hand.begin(work)).toMatchObject({ kind: 'bytes' });
    expect(await other.ended(work, SENT)).toEqual({ kind: 'refused' });
    expect(await stateOf(job)).toBe('sending');
    expect(refusals()).toMatchObject([{ desk: 'Room 3', why: 'not-its-work' }]);
    await hand.ended(work, SENT);
    await becomes(job, 'sent');
  });

  it('is of one process: a second gets no work while the first is there, and gets it when that has ended', async () => {
    const first = hand.ask();
    await isHere();
    const second = new Hand(room);
    expect(await second.ask()).toEqual({ kind: 'other-process' });
    expect(refusals()).toMatchObject([{ why: 'two-processes' }]);
    await goneFrom(hand);
    await first;
    const taking = second.take();
    const job = await printTest(sheet);
    const work = await taking;
    // With the other's name for itself nothing is had either.
    expect(await hand.begin(work)).toEqual({ kind: 'refused' });
    await second.begin(work);
    await second.ended(work, SENT);
    await becomes(job, 'sent');
  });

  it('says so where two computers work with one copied key, until one of them ends or the desk is shut out', async () => {
    const twins = async () => (await site.desk.done('desks.list', {})).items[0]?.twins;
    const notices = async () =>
      (await site.desk.done('session.get', {})).notices.filter(({ kind }) => kind === 'desk-twice');
    const first = hand.ask();
    await isHere();
    const copied = new Hand(room);
    await copied.ask();
    // So far it may be the same computer, whose program was started anew.
    expect(await twins()).toBeNull();
    void hand.ask();
    await first;
    await expect.poll(twins).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(await notices()).toMatchObject([
      { detail: expect.stringContaining('Two computers work as “Room 2”, both at 127.0.0.1') as string },
    ]);
    // Nobody has asked in its place since.
    void hand.ask();
    await site.desk.advance(40_000);
    expect(await twins()).toBeNull();
    expect(await notices()).toEqual([]);
    void hand.ask();
    await isHere();
    await copied.ask();
    void hand.ask();
    await expect.poll(twins).not.toBeNull();
    await site.desk.done('desks.shutOut', deskIdOf(room));
    expect(await twins()).toBeNull();
    expect(await notices()).toEqual([]);
  });

  it('of a desk that is shut out ends: what it had is in doubt, what waits says why and can be given to another desk', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    const work = await taking;
    await hand.begin(work);
    const waiting = await printTest(sheet);
    await site.desk.done('desks.shutOut', deskIdOf(room));
    await becomes(job, 'unsure');
    await becomes(waiting, 'attention');
    const why = 'its desk (Room 2) was shut out: choose another desk for it where it is set up';
    expect(await jobOf(waiting)).toMatchObject({ detail: why, printerDeskState: 'shut-out' });
    expect(await printer(sheet)).toMatchObject({
      state: 'attention',
      detail: why,
      desk: { state: 'shut-out' },
    });
    await expect(hand.ended(work, SENT)).rejects.toThrow();
    expect(
      await site.desk.refused('printers.add', {
        setup: { ...label, name: 'More', address: '192.0.2.77', ...deskOf(room) },
      }),
    ).toMatchObject({ kind: 'rejected', fields: { at: 'shut-out' } });

    const sink = await sinkOf();
    const other = await site.paired('Room 3');
    prints(other);
    const setup = { ...label, address: addressOf(sink), ...deskOf(other) };
    const { version } = (await printer(sheet)) ?? {};
    await site.desk.done('printers.change', { printerId: sheet, seenVersion: version ?? 0, setup });
    await site.desk.advance(11_000);
    await becomes(waiting, 'sent');
    expect(await stateOf(job)).toBe('unsure');
    expect(sink.jobs).toHaveLength(1);
  });

  it('of a desk that was shut out is not tried and cannot be sent again there; what was left to a person is told apart once another desk has its printer', async () => {
    const taking = hand.take();
    const begun = await printTest(sheet);
    await hand.begin(await taking);
    await site.desk.done('desks.shutOut', deskIdOf(room));
    await becomes(begun, 'unsure');
    expect(await jobOf(begun)).toMatchObject({
      detail: 'its desk (Room 2) was shut out while it was printed',
    });
    const job = await printTest(sheet);
    await becomes(job, 'attention');
    expect(await jobOf(job)).toMatchObject({ attempts: 0, goesOutByItself: true });
    for (const jobId of [job, begun]) {
      const { attempts: seenAttempts = 0 } = (await jobOf(jobId)) ?? {};
      expect(await site.desk.refused('printJobs.retry', { jobId, seenAttempts })).toMatchObject({
        kind: 'conflict',
        reason: 'state',
      });
    }

    for (let second = 0; second < 650; second += 10) await site.desk.advance(10_000);
    await expect.poll(async () => (await jobOf(job))?.goesOutByItself).toBe(false);
    expect(await jobOf(job)).toMatchObject({
      state: 'attention',
      attempts: 0,
      detail: 'its desk (Room 2) was shut out: choose another desk for it where it is set up',
    });

    const sink = await sinkOf();
    const other = await site.paired('Room 3');
    prints(other);
    const setup = { ...label, address: addressOf(sink), ...deskOf(other) };
    const { version } = (await printer(sheet)) ?? {};
    await site.desk.done('printers.change', { printerId: sheet, seenVersion: version ?? 0, setup });
    expect(await jobOf(job)).toMatchObject({
      state: 'failed',
      detail: 'it was to be printed while its printer stood elsewhere',
      printerDesk: 'Room 3',
    });
    await expect.poll(() => standing(other), { timeout: 15_000, interval: 20 }).toBe('here');
    // Nobody has said that it is still wanted.
    await site.desk.advance(11_000);
    expect(sink.jobs).toHaveLength(0);
    await site.desk.done('printJobs.retry', { jobId: job, seenAttempts: 0 });
    await becomes(job, 'sent');
    expect(sink.jobs).toHaveLength(1);
  });

  it('broken by the end of the site desk’s network side leaves a job that has begun in doubt', async () => {
    const taking = hand.take();
    const job = await printTest(sheet);
    await hand.begin(await taking);
    await site.stop();
    await goneFrom(hand);
    await site.desk.advance(31_000);
    await becomes(job, 'unsure');
    await site.start();
  });
});

describe('the set-up of printers at desks', () => {
  it('lets each desk choose what it prints on; one that has not chosen prints where the site desk does', async () => {
    const other = await site.paired('Room 3');
    const own = await add({ name: 'Own', address: '192.0.2.11' });
    const another = await add({ name: 'Another', address: '192.0.2.12' });
    const labelsOf = async (desk: Pick<Machine, 'done'>) =>
      (await desk.done('printers.list', {})).printers.find(({ prints }) => prints.includes('label'))?.id;
    const [first] = site.desk.parts.site.printers;
    await room.done('printers.choose', { document: 'label', printerId: own });
    expect([await labelsOf(room), await labelsOf(other), await labelsOf(site.desk)]).toEqual([
      own,
      first?.id,
      first?.id,
    ]);
    await site.desk.done('printers.choose', { document: 'label', printerId: another });
    expect([await labelsOf(room), await labelsOf(other)]).toEqual([own, another]);

    // A label that is ordered there is a job of that printer.
    const visitId = site.desk.addVisit(1);
    await deskSteps(() => site.desk).checkInAndStart(visitId);
    await room.done('labels.print', { visitId });
    expect((await jobs())[0]).toMatchObject({ printerName: 'Own', visitId });

    const { version } = (await printer(own)) ?? {};
    await site.desk.done('printers.remove', { printerId: own, seenVersion: version ?? 0, waitingSeen: 1 });
    expect(await labelsOf(room)).toBe(another);
  });

  it('lets each desk choose which printer it is offered while its own is in trouble', async () => {
    const other = await site.paired('Room 3');
    const own = await add({ name: 'Own', address: '192.0.2.11' });
    const spare = await add({ name: 'Spare', address: '192.0.2.12', at: null });
    const another = await add({ name: 'Another', address: '192.0.2.13', at: null });
    const offeredAt = async (desk: Pick<Machine, 'done'>) =>
      (await desk.done('printers.list', {})).printers.find(({ standsInFor }) => standsInFor.includes('label'))
        ?.id;
    const offered = async () => [await offeredAt(room), await offeredAt(other), await offeredAt(site.desk)];
    await site.desk.done('printers.chooseStandIn', { document: 'label', printerId: another });
    expect(await offered()).toEqual([another, another, another]);
    await room.done('printers.chooseStandIn', { document: 'label', printerId: spare });
    expect(await offered()).toEqual([spare, another, another]);

    // What waits is offered to be printed there, at the desk where somebody looks.
    await room.done('printers.choose', { document: 'label', printerId: own });
    const visitId = site.desk.addVisit(1);
    await deskSteps(() => site.desk).checkInAndStart(visitId);
    await room.done('labels.print', { visitId });
    const shownAt = async (desk: Pick<Machine, 'done'>) =>
      (await desk.done('printJobs.list', {})).items.find((job) => job.visitId === visitId)?.otherPrinter
        ?.name;
    expect([await shownAt(room), await shownAt(other)]).toEqual(['Spare', 'Another']);

    // Any that can print it is a choice of its own, and one that is not set up any more is none.
    await other.done('printers.chooseStandIn', { document: 'label', printerId: null });
    expect(await offered()).toEqual([spare, undefined, another]);
    const { version } = (await printer(spare)) ?? {};
    await site.desk.done('printers.remove', {
      printerId: spare,
      seenVersion: version ?? 0,
      waitingSeen: 0,
    });
    expect(await offered()).toEqual([another, undefined, another]);
  });

  it('takes one address at each desk for a printer of its own, and finds printers as the desk sees them', async () => {
    const other = await site.paired('Room 3');
    await add({ kind: 'office', name: 'Office 2', address: 'queue:Office' });
    await add({ kind: 'office', name: 'Office 3', address: 'queue:Office', ...deskOf(other) });
    expect(
      await site.desk.refused('printers.add', {
        setup: { ...label, kind: 'office', name: 'Office 4', address: 'queue:Office', ...deskOf(room) },
      }),
    ).toMatchObject({ fields: { address: 'in-use', other: 'Office 2' } });
    prints(room, {
      find: async () => ({
        found: [
          { name: 'Office', model: null, prints: 'pages', address: 'queue:Office', place: 'computer' },
          { name: 'Another', model: null, prints: 'pages', address: 'queue:Another', place: 'computer' },
        ],
        leftOut: 1,
        searched: [{ place: 'network', problem: null }],
      }),
    });
    await isHere();
    const found = await site.desk.done('printers.find', { asking: null, ...deskOf(room) });
    expect(found).toMatchObject({
      found: [
        { address: 'queue:Office', setUpAs: 'Office 2' },
        { address: 'queue:Another', setUpAs: null },
      ],
      leftOut: 1,
    });
    const { desks } = await site.desk.done('printers.list', {});
    expect(desks).toEqual([
      { id: idOf(room), name: 'Room 2' },
      { id: idOf(other), name: 'Room 3' },
    ]);
  });
});

const deskIdOf = (machine: Machine) => ({ deskId: idOf(machine) });
