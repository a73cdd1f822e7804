// The print queue: one job at a time, honest about what became of each, and never a second label on its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPrintQueue,
  type JobStanding,
  type PrintQueue,
} from '../../../../../src/core/printing/queue/print-queue.ts';
import type { Clock, PrinterDelivery, PrinterTransport } from '../../../../../src/core/ports.ts';
import {
  createPrintJobStore,
  doubtUnfinishedPrintJobs,
  findPrintJob,
  listPapersOfVisit,
  listPrintJobs,
  purgePrintJobs,
  type PrintJob,
} from '../../../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../../../src/core/store/open.ts';
import { AppException } from '../../../../../src/domain/app-error.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { storeFolder, type StoreFolder } from '../../../../support/store-fixture.ts';

const START_MS = Date.parse('2026-03-12T09:41:00Z');
const MINUTE_MS = 60_000;

/** A clock that stands still until it is moved. */
function handClock() {
  let now = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    nowMs: () => START_MS + now,
    monotonicMs: () => now,
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    clock,
    waiting: () => timers.map((timer) => timer.at - now),
    advance(byMs: number) {
      now += byMs;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.callback();
    },
  };
}

/** A transport whose deliveries end when the test says how. */
function handTransport() {
  const begun: { bytes: string; printer: string; end: (delivery: PrinterDelivery) => void }[] = [];
  const transport: PrinterTransport = {
    deliver: (address, bytes) =>
      new Promise((end) => {
        begun.push({ bytes: Buffer.from(bytes).toString(), printer: address.host, end });
      }),
  };
  return { transport, begun };
}

const SENT: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
const REFUSED: PrinterDelivery = { outcome: 'not-started', detail: 'the printer refuses the connection' };
const BROKEN: PrinterDelivery = { outcome: 'unsure', detail: 'the printer broke the connection' };

let folder: StoreFolder;
let store: Store;
let time: ReturnType<typeof handClock>;
let line: ReturnType<typeof handTransport>;
let queue: PrintQueue;
let changes: string[];
let standing: (job: PrintJob) => JobStanding;
let lastUuid: number;

function openQueue(): PrintQueue {
  const printer = { port: 9100, dotsPerMm: 8, labelWidthMm: 50.8, labelHeightMm: 25.4 } as const;
  return createPrintQueue({
    jobs: createPrintJobStore(store.db),
    transport: line.transport,
    clock: time.clock,
    random: {
      uuid: () => {
        lastUuid += 1;
        return `job-${lastUuid}`;
      },
      fraction: () => 0,
    },
    log: silentLog,
    printers: [
      { ...printer, id: 'front', host: 'front' },
      { ...printer, id: 'back', host: 'back' },
    ],
    draw: null,
    stillGood: (job) => standing(job),
    nowMs: time.clock.nowMs,
    onChange: (...topics) => changes.push(...topics),
  });
}

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  time = handClock();
  line = handTransport();
  changes = [];
  standing = () => ({ good: true });
  lastUuid = 0;
  queue = openQueue();
});
afterEach(() => {
  store.close();
  folder.remove();
});

function enqueue(code: string, change: Partial<Parameters<PrintQueue['enqueueLabel']>[0]> = {}): string {
  return queue.enqueueLabel({
    printerId: 'front',
    title: `OLIVER, James ${code}`,
    visitId: null,
    labelId: null,
    madeFor: null,
    content: {
      firstName: 'James',
      lastName: 'Oliver',
      dateOfBirth: '1984-03-15',
      gender: 'male',
      code,
      trfCode: null,
      product: 'IRON-4',
      printedAt: { date: '2026-03-12', time: '09:41' },
      siteName: null,
      reprint: false,
      training: false,
    },
    reprintReason: null,
    actor: 'Desk',
    nowMs: time.clock.nowMs(),
    ...change,
  });
}

/** Lets everything that is due in this tick happen. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function print(code: string): Promise<string> {
  const id = enqueue(code);
  queue.wake();
  await settled();
  return id;
}

async function end(index: number, delivery: PrinterDelivery): Promise<void> {
  line.begun[index]?.end(delivery);
  await settled();
}

const job = (id: string): PrintJob => findPrintJob(store.db, id) as PrintJob;
const kindOf = (act: () => unknown): string => {
  try {
    act();
  } catch (thrown) {
    return thrown instanceof AppException ? thrown.error.kind : 'thrown';
  }
  return 'done';
};

describe('a label', () => {
  it('is sent at once, and is on disk as sending before its first byte leaves', async () => {
    let stateAtFirstByte: string | undefined;
    line.transport.deliver = async () => {
      const other = folder.open();
      stateAtFirstByte = listPrintJobs(other.db, 1)[0]?.state;
      other.close();
      return SENT;
    };
    queue = openQueue();
    const id = await print('DRW-AAAA01');
    expect(stateAtFirstByte).toBe('sending');
    expect(job(id)).toMatchObject({ state: 'sent', attempts: 1, detail: null, finishedAtMs: START_MS });
    expect(queue.printerStates().get('front')).toEqual({ state: 'ready', detail: null });
    expect(changes).toContain('print-jobs');
  });

  it('is not sent from inside the command’s transaction, nor when that is rolled back', async () => {
    expect(() =>
      transaction(store.db, () => {
        enqueue('DRW-AAAA01');
        queue.wake();
        expect(line.begun).toEqual([]);
        throw new Error('refused');
      }),
    ).toThrow('refused');
    await settled();
    expect(line.begun).toEqual([]);
    expect(listPrintJobs(store.db, 10)).toEqual([]);
  });

  it('waits for the one before it, in order, but not for another printer', async () => {
    await print('DRW-AAAA01');
    await print('DRW-AAAA02');
    enqueue('DRW-AAAA03', { printerId: 'back' });
    queue.wake();
    await settled();
    expect(line.begun.map(({ printer }) => printer)).toEqual(['front', 'back']);
    await end(0, SENT);
    expect(line.begun[2]?.bytes).toContain('DRW-AAAA02');
  });

  it('asked for just as a delivery ends is not forgotten', async () => {
    await print('DRW-AAAA01');
    line.begun[0]?.end(SENT);
    for (let tick = 0; tick < 12; tick += 1) {
      await Promise.resolve();
      if (tick === 6) enqueue('DRW-AAAA02');
      queue.wake();
    }
    await settled();
    expect(line.begun.map(({ bytes }) => /DRW-AAAA0\d/.exec(bytes)?.[0])).toEqual([
      'DRW-AAAA01',
      'DRW-AAAA02',
    ]);
  });

  it('that cannot be right is refused and leaves no job', () => {
    expect(kindOf(() => enqueue('DRW-MUCH-TOO-LONG'))).toBe('rejected');
    expect(kindOf(() => enqueue('DRW-AAAA01', { printerId: 'attic' }))).toBe('printer-unavailable');
    expect(listPrintJobs(store.db, 10)).toEqual([]);
  });

  it('replaces an older job of the same label of which nothing was sent', async () => {
    const first = await print('DRW-AAAA00');
    const older = enqueue('DRW-AAAA01', { labelId: 'label-1' });
    const newer = enqueue('DRW-AAAA01', { labelId: 'label-1' });
    await end(0, SENT);
    await end(1, SENT);
    expect([first, older, newer].map((id) => job(id).state)).toEqual(['sent', 'cancelled', 'sent']);
    expect(line.begun).toHaveLength(2);
  });
});

describe('what the printer did', () => {
  it('is told apart: closed the line, or took it all and said nothing', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, { outcome: 'unacknowledged', reply: new Uint8Array() });
    expect(job(id)).toMatchObject({ state: 'sent-unacknowledged', detail: expect.any(String) as string });
  });

  it('is unsure after the first byte, and nothing is sent again on its own', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, BROKEN);
    time.advance(60 * MINUTE_MS);
    queue.wake();
    await settled();
    expect(line.begun).toHaveLength(1);
    expect(job(id)).toMatchObject({ state: 'unsure', detail: BROKEN.detail });
    expect(queue.problemCount()).toBe(1);
    expect(queue.printerStates().get('front')).toEqual({ state: 'attention', detail: BROKEN.detail });
  });

  it('is unsure when the transport fails in a way that nobody foresaw', async () => {
    line.transport.deliver = () => Promise.reject(new Error('out of sockets'));
    queue = openQueue();
    const id = await print('DRW-AAAA01');
    expect(job(id).state).toBe('unsure');
  });

  it('is unsure after a stop in the middle: the next start sends it no second time', async () => {
    const id = await print('DRW-AAAA01');
    expect(job(id).state).toBe('sending');
    queue = openQueue();
    await settled();
    expect(job(id)).toMatchObject({ state: 'unsure', detail: 'the desk stopped while it was being sent' });
    expect(line.begun).toHaveLength(1);
  });
});

describe('a printer that cannot be reached', () => {
  it('keeps the job, says why on every waiting one, and tries again by itself', async () => {
    const first = await print('DRW-AAAA01');
    const second = enqueue('DRW-AAAA02');
    await end(0, REFUSED);
    for (const id of [first, second]) {
      expect(job(id)).toMatchObject({ state: 'attention', detail: 'the printer refuses the connection' });
    }
    expect(queue.printerStates().get('front')?.state).toBe('unreachable');
    expect(line.begun).toHaveLength(1);
    time.advance(1_000);
    await settled();
    expect(line.begun).toHaveLength(2);
    await end(1, SENT);
    await end(2, SENT);
    expect([job(first).state, job(second).state]).toEqual(['sent', 'sent']);
    expect(job(first).attempts).toBe(2);
    expect(queue.problemCount()).toBe(0);
  });

  it('is tried less and less often', async () => {
    await print('DRW-AAAA01');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await end(attempt, REFUSED);
      const wait = time.waiting()[0] ?? 0;
      waits.push(wait);
      time.advance(wait);
      await settled();
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
  });

  it('is tried at once when a person prints or sends again', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, REFUSED);
    queue.retry(id);
    queue.wake();
    await settled();
    expect(line.begun).toHaveLength(2);
  });

  it('gets no label by itself once nobody waits for it any more, but still does when asked', async () => {
    const id = await print('DRW-AAAA01');
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await end(attempt, REFUSED);
      if (job(id).nextAttemptAtMs === null) break;
      time.advance(MINUTE_MS);
      await settled();
    }
    const attempts = line.begun.length;
    expect(attempts).toBe(11);
    time.advance(60 * MINUTE_MS);
    queue.wake();
    await settled();
    expect(line.begun).toHaveLength(attempts);
    expect(job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
    queue.retry(id);
    queue.wake();
    await settled();
    expect(line.begun).toHaveLength(attempts + 1);
  });

  it('gets what waited when the desk starts again, unless that was long ago', async () => {
    const old = enqueue('DRW-AAAA01');
    time.advance(11 * MINUTE_MS);
    const fresh = enqueue('DRW-AAAA02');
    queue = openQueue();
    await settled();
    expect(line.begun.map(({ bytes }) => bytes.includes('DRW-AAAA02'))).toEqual([true]);
    expect(job(fresh).state).toBe('sending');
    expect(job(old)).toMatchObject({ state: 'attention', detail: 'the desk was stopped before it was sent' });
  });

  it('that is not set up any more leaves its job failed', async () => {
    const id = enqueue('DRW-AAAA01');
    store.db.prepare(`UPDATE print_job SET printer_id = 'gone'`).run();
    queue = openQueue();
    expect(job(id).state).toBe('failed');
    expect(kindOf(() => queue.retry(id))).toBe('printer-unavailable');
  });
});

describe('a person', () => {
  it('sends an unsure job again, and it goes with its reprint mark', async () => {
    const id = await print('DRW-AAAA01');
    expect(line.begun[0]?.bytes).not.toContain('REPRINT');
    await end(0, BROKEN);
    queue.retry(id);
    queue.wake();
    await settled();
    expect(line.begun[1]?.bytes).toContain('REPRINT');
    await end(1, SENT);
    expect(job(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('sends again without the mark what never left', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, REFUSED);
    queue.retry(id);
    queue.wake();
    await settled();
    expect(line.begun[1]?.bytes).not.toContain('REPRINT');
  });

  it('says that an unsure label is there', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, BROKEN);
    queue.markPrinted(id);
    expect(job(id)).toMatchObject({ state: 'printed', detail: null });
    expect(queue.problemCount()).toBe(0);
  });

  it('cancels a job, which then never goes out', async () => {
    const id = await print('DRW-AAAA01');
    await end(0, REFUSED);
    queue.cancel(id, 'wrong visit');
    time.advance(MINUTE_MS);
    await settled();
    expect(line.begun).toHaveLength(1);
    expect(job(id)).toMatchObject({ state: 'cancelled', detail: 'wrong visit' });
  });

  it('cannot decide about a job on its way, done or unknown', async () => {
    const id = await print('DRW-AAAA01');
    expect(kindOf(() => queue.retry(id))).toBe('conflict');
    expect(kindOf(() => queue.cancel(id, 'late'))).toBe('conflict');
    expect(kindOf(() => queue.markPrinted(id))).toBe('conflict');
    await end(0, SENT);
    expect(kindOf(() => queue.retry(id))).toBe('conflict');
    expect(kindOf(() => queue.cancel(id, 'late'))).toBe('conflict');
    expect(kindOf(() => queue.retry('nowhere'))).toBe('not-found');
  });
});

describe('what a label was made for', () => {
  const madeFor = {
    patientId: 'patient-1',
    registrationId: 'registration-1',
    firstName: 'James',
    lastName: 'Oliver',
    dateOfBirth: '1984-03-15',
    code: 'DRW-AAAA01',
  };

  it('is kept with the job and asked about just before it leaves', async () => {
    const asked: PrintJob[] = [];
    standing = (about) => {
      asked.push(about);
      return { good: true };
    };
    const id = enqueue('DRW-AAAA01', { madeFor, labelId: 'label-1', visitId: 'visit-1' });
    expect(asked).toEqual([]);
    queue.wake();
    await settled();
    expect(asked.map((about) => [about.id, about.madeFor])).toEqual([[id, madeFor]]);
    expect(line.begun).toHaveLength(1);
  });

  it('no longer being so cancels the job with the reason; the next one goes out', async () => {
    standing = (about) =>
      about.madeFor ? { good: false, reason: 'the date of birth has changed' } : { good: true };
    const stale = enqueue('DRW-AAAA01', { madeFor });
    const other = enqueue('DRW-AAAA02');
    queue.wake();
    await settled();
    expect(job(stale)).toMatchObject({
      state: 'cancelled',
      detail: 'the date of birth has changed',
      attempts: 0,
      perhapsPrinted: false,
    });
    expect(job(other).state).toBe('sending');
    expect(line.begun.map(({ bytes }) => bytes.includes('DRW-AAAA02'))).toEqual([true]);
  });

  it('is asked about again before every further attempt', async () => {
    const id = enqueue('DRW-AAAA01', { madeFor });
    queue.wake();
    await settled();
    await end(0, REFUSED);
    standing = () => ({ good: false, reason: 'the patient was changed' });
    time.advance(1_000);
    await settled();
    expect(line.begun).toHaveLength(1);
    expect(job(id).state).toBe('cancelled');
  });

  it('being unknown sends nothing and leaves the job to a person', async () => {
    standing = () => {
      throw new Error('no such table');
    };
    const id = await print('DRW-AAAA01');
    expect(line.begun).toEqual([]);
    expect(job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
    expect(queue.problemCount()).toBe(1);
  });

  it('withdraws what waits of a visit or a label, and leaves what is on its way', async () => {
    const leaving = enqueue('DRW-AAAA01', { visitId: 'visit-1', labelId: 'label-1' });
    queue.wake();
    await settled();
    const waiting = enqueue('DRW-AAAA02', { visitId: 'visit-1', labelId: 'label-2' });
    const elsewhere = enqueue('DRW-AAAA03', { visitId: 'visit-2', labelId: 'label-3' });
    const back = enqueue('DRW-AAAA04', { visitId: 'visit-2', labelId: 'label-4' });
    expect(queue.withdraw({ visitId: 'visit-1' }, 'the arrival was undone').map(({ id }) => id)).toEqual([
      waiting,
    ]);
    expect(queue.withdraw({ labelId: 'label-4' }, 'made out anew').map(({ id }) => id)).toEqual([back]);
    expect([leaving, waiting, elsewhere, back].map((id) => job(id).state)).toEqual([
      'sending',
      'cancelled',
      'queued',
      'cancelled',
    ]);
    expect(job(waiting).detail).toBe('the arrival was undone');
    await end(0, SENT);
    await end(1, SENT);
    expect(line.begun).toHaveLength(2);
  });
});

describe('a paper', () => {
  const papers = (): string[] => listPapersOfVisit(store.db, 'visit-1').map(({ id }) => id);

  it('may exist from the first byte on, and goes on doing so when the job is cancelled', async () => {
    const id = enqueue('DRW-AAAA01', { visitId: 'visit-1' });
    expect(papers()).toEqual([]);
    queue.wake();
    await settled();
    expect(papers()).toEqual([id]);
    await end(0, BROKEN);
    queue.cancel(id, 'nothing seen');
    expect(job(id)).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
    expect(papers()).toEqual([id]);
  });

  it('exists of no job that never left', async () => {
    const id = enqueue('DRW-AAAA01', { visitId: 'visit-1' });
    queue.wake();
    await settled();
    await end(0, REFUSED);
    queue.cancel(id, 'wrong visit');
    expect(job(id).perhapsPrinted).toBe(false);
    expect(papers()).toEqual([]);
  });

  it('in doubt keeps its doubt through a second try that never left, and goes out marked', async () => {
    const id = enqueue('DRW-AAAA01', { visitId: 'visit-1' });
    queue.wake();
    await settled();
    await end(0, BROKEN);
    queue.retry(id);
    queue.wake();
    await settled();
    await end(1, REFUSED);
    expect(job(id)).toMatchObject({ state: 'attention', perhapsPrinted: true });
    queue.retry(id);
    queue.wake();
    await settled();
    expect(line.begun[2]?.bytes).toContain('REPRINT');
  });
});

describe('the store under it', () => {
  it('failing to note the end leaves the job in doubt, never queued', async () => {
    const id = await print('DRW-AAAA01');
    store.db.exec(
      `CREATE TRIGGER full_disk BEFORE UPDATE ON print_job BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    await end(0, SENT);
    expect(job(id).state).toBe('sending');
    store.db.exec('DROP TRIGGER full_disk');
    time.advance(5_000);
    await settled();
    expect(job(id).state).toBe('unsure');
    expect(line.begun).toHaveLength(1);
  });

  it('failing to note the start keeps every byte here', async () => {
    const id = enqueue('DRW-AAAA01');
    store.db.exec(
      `CREATE TRIGGER full_disk BEFORE UPDATE ON print_job BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    queue.wake();
    await settled();
    expect(line.begun).toEqual([]);
    store.db.exec('DROP TRIGGER full_disk');
    time.advance(5_000);
    await settled();
    expect(line.begun).toHaveLength(1);
    expect(job(id).state).toBe('sending');
  });

  it('restored from a backup prints nothing by itself', async () => {
    const id = enqueue('DRW-AAAA01');
    doubtUnfinishedPrintJobs(store.db, START_MS);
    queue = openQueue();
    await settled();
    expect(line.begun).toEqual([]);
    expect(job(id).state).toBe('unsure');
  });

  it('is purged of what ended long ago, and of nothing that waits or is in doubt', async () => {
    const sent = await print('DRW-AAAA01');
    await end(0, SENT);
    const unsure = await print('DRW-AAAA02');
    await end(1, BROKEN);
    const waiting = enqueue('DRW-AAAA03');
    expect(purgePrintJobs(store.db, START_MS)).toBe(0);
    expect(purgePrintJobs(store.db, START_MS + 1)).toBe(1);
    expect([sent, unsure, waiting].map((id) => findPrintJob(store.db, id)?.state)).toEqual([
      undefined,
      'unsure',
      'queued',
    ]);
  });
});

it('closes when the delivery under way has ended, and starts no other', async () => {
  const first = await print('DRW-AAAA01');
  const second = enqueue('DRW-AAAA02');
  let closed = false;
  const closing = queue.close().then(() => {
    closed = true;
  });
  await settled();
  expect(closed).toBe(false);
  line.begun[0]?.end(SENT);
  await closing;
  expect([job(first).state, job(second).state]).toEqual(['sent', 'queued']);
  queue.wake();
  await settled();
  expect(line.begun).toHaveLength(1);
});
