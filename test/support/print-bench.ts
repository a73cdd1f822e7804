// A print queue on a real database, for tests. The test moves the clock and decides how each delivery to a printer
// ends.
import type { DeskPrinter } from '../../src/core/printing/queue/desk-printers.ts';
import type { OfficePrinter } from '../../src/core/printing/queue/page-printer.ts';
import type { LabelOrder } from '../../src/core/printing/queue/print-orders.ts';
import { createPrintQueue, type PrintQueue } from '../../src/core/printing/queue/print-queue.ts';
import type { LabelPagesParts } from '../../src/core/printing/queue/label-pages.ts';
import type { JobStanding } from '../../src/core/printing/queue/job-rules.ts';
import { recordActivity } from '../../src/core/activity.ts';
import type { Clock } from '../../src/core/ports/machine.ts';
import type {
  AwaitedJob,
  PageTransport,
  PrinterDelivery,
  PrinterTransport,
  RawAddress,
} from '../../src/core/ports/printers.ts';
import { listActivity } from '../../src/core/store/desk/activity.ts';
import { makeLabel, proveLabel } from '../../src/core/store/desk/labels.ts';
import { createPrintJobStore, findPrintJob, type PrintJob } from '../../src/core/store/desk/print-jobs.ts';
import type { Store } from '../../src/core/store/open.ts';
import { ensureVisitForAppointment } from '../../src/core/store/desk/visits.ts';
import { AppException } from '../../src/domain/app-error.ts';
import type { LabelSubject } from '../../src/domain/label-subject.ts';
import { bigLabelPrinter, labelPrinter, sampleLabel } from './print-parts.ts';
import { silentLog } from './silent-log.ts';
import { storeFolder, type StoreFolder } from './store-fixture.ts';
import { noPages } from './no-pages.ts';
import { noPictures, nothingDrawn } from './picture-reader.ts';
import { atOnce } from './at-once.ts';

export const START_MS = Date.parse('2026-03-12T09:41:00Z');
/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;
/** Ways in which a delivery can end; see `PrinterDelivery`. */
export const SENT: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
export const REFUSED: PrinterDelivery = {
  outcome: 'not-started',
  detail: 'the printer refuses the connection',
};
/** The connection broke after the first byte. */
export const BROKEN: PrinterDelivery = { outcome: 'unsure', detail: 'the printer broke the connection' };

/** Whom and what the labels of these tests are made for. */
export const MADE_FOR: LabelSubject = {
  patientId: 'patient-1',
  registrationId: 'registration-1',
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  code: 'DRW-AAAA01',
};

/** A delivery that the printer did not acknowledge in time, with a function that lets it do so later (or not). */
export function unacknowledged(): {
  readonly delivery: PrinterDelivery;
  readonly answerLater: (answer: 'acknowledged' | 'silent') => void;
} {
  let answerLater: (answer: 'acknowledged' | 'silent') => void = () => undefined;
  const later = new Promise<'acknowledged' | 'silent'>((resolve) => {
    answerLater = resolve;
  });
  return {
    delivery: { outcome: 'unacknowledged', reply: new Uint8Array(), later },
    answerLater: (answer) => answerLater(answer),
  };
}

/** A clock that only moves when the test calls `advance`. */
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

interface BegunDelivery {
  /** The bytes that were sent to the printer. */
  readonly bytes: string | null;
  readonly printer: string;
  readonly end: (delivery: PrinterDelivery) => void;
}

/** A question that a printer was asked, on a connection of its own or before a job. */
interface AskedQuestion {
  readonly atMs: number;
  readonly printer: string;
  /** True once it was ended because something else came. */
  readonly isEnded: () => boolean;
}

/** What comes of a question: an answer, silence until it is not waited for any more, no connection, or nothing until it is ended. */
export type BenchAnswer = { readonly reply: string } | 'silent' | 'away' | 'pending';

const hostOf = (address: RawAddress): string => ('host' in address ? address.host : '');

/** A printer transport that connects at once. Each delivery ends when the test calls its `end`. */
function handTransport(nowMs: () => number) {
  const begun: BegunDelivery[] = [];
  const asked: AskedQuestion[] = [];
  const says: { answer: BenchAnswer } = { answer: 'silent' };
  const transport: PrinterTransport = {
    deliver: (address, job) => {
      if (job.question) {
        const { signal, question } = job;
        asked.push({ atMs: nowMs(), printer: hostOf(address), isEnded: () => signal?.aborted ?? false });
        const { answer } = says;
        if (answer === 'away') return Promise.resolve(REFUSED);
        if (answer === 'pending')
          return new Promise((end) => {
            signal?.addEventListener('abort', () => end({ outcome: 'withheld' }));
          });
        const said = answer === 'silent' ? null : atOnce(question.read(Buffer.from(answer.reply, 'latin1')));
        if (said?.complete && said.problem !== null)
          return Promise.resolve({ outcome: 'not-started', detail: said.problem, reached: true });
      }
      const bytes = atOnce(job.begin());
      if (!bytes) return Promise.resolve({ outcome: 'withheld' });
      return new Promise((end) => {
        begun.push({
          bytes: Buffer.from(bytes).toString(),
          printer: hostOf(address),
          end,
        });
      });
    },
  };
  return { transport, begun, asked, says };
}

export const OFFICE: OfficePrinter = {
  id: 'office',
  name: 'Office',
  address: { kind: 'ipp', url: 'http://office:631/ipp/print' },
};

/** Whether nothing but a question goes over this connection: it ends when a label comes. */
export const isAskedAlone = ({ question, signal }: AwaitedJob): boolean =>
  Boolean(question) && signal !== undefined;

/** Waits until everything that is due now has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The print queue with its database, clock and transport.
 *
 * @example
 * const bench = new PrintBench();
 * const id = await bench.print('DRW-7K2M9Q');
 * await bench.end(0, SENT);
 * expect(bench.job(id).state).toBe('sent');
 */
export class PrintBench {
  readonly folder: StoreFolder = storeFolder();
  readonly store: Store = this.folder.open();
  readonly time = handClock();
  readonly line = handTransport(() => this.time.clock.monotonicMs());
  /** The office printer; it is never reached unless a test says so. */
  pages: PageTransport = noPages;
  /** How pages come on labels; none does unless a test says so. */
  onLabels: LabelPagesParts = {
    drawPages: nothingDrawn,
    pictures: noPictures,
    draw: null,
    isTraining: false,
  };
  readonly changes: string[] = [];
  standing: (job: PrintJob) => JobStanding = () => ({ good: true });
  /** As they are set up at the next opening of the queue. The office printer is besides. */
  printers: readonly DeskPrinter[] = [
    labelPrinter({ port: 9100, host: 'front' }),
    { ...labelPrinter({ port: 9100, host: 'back' }), id: 'back', name: 'Back room' },
    bigLabelPrinter({ port: 9100, host: 'big' }),
  ];
  queue: PrintQueue;
  #lastUuid = 0;

  constructor() {
    this.queue = this.openQueue();
  }

  /** Opens a new queue on the same database, as the next start of the desk does. It replaces the present one. */
  openQueue(): PrintQueue {
    this.queue = createPrintQueue({
      jobs: createPrintJobStore(this.store.db),
      ...this.onLabels,
      pictures: { ...noPictures, ...this.onLabels.pictures },
      transport: this.line.transport,
      pages: {
        deliver: (address, job) => this.pages.deliver(address, job),
        find: (address, name) => this.pages.find(address, name),
        report: (address, printerJob, name) => this.pages.report(address, printerJob, name),
        cancel: (address, printerJob, name) => this.pages.cancel(address, printerJob, name),
        ask: (address) => this.pages.ask(address),
      },
      officePrinters: [OFFICE],
      clock: this.time.clock,
      random: {
        uuid: () => {
          this.#lastUuid += 1;
          return `job-${this.#lastUuid}`;
        },
        fraction: () => 0,
      },
      log: silentLog,
      printers: this.printers,
      stillGood: (job) => this.standing(job),
      record: (by, kind, about) => void recordActivity(this.store.db, by, kind, about),
      nowMs: this.time.clock.nowMs,
      onStoreTrouble: () => {},
      onChange: (...topics) => this.changes.push(...topics),
    });
    return this.queue;
  }

  enqueue(code: string, change: Partial<LabelOrder> = {}): string {
    return this.queue.enqueueLabel({ ...sampleLabel(code), nowMs: this.time.clock.nowMs(), ...change });
  }

  /** Puts a form of two pages into the queue of the office printer, or of another one. */
  async printPages(id: string, printerId = 'office'): Promise<void> {
    this.queue.enqueuePages({
      id,
      printerId,
      title: 'Form DRW-7K2M9Q',
      visitId: null,
      document: { kind: 'trf', registrationId: 'registration', patientId: 'patient', pages: 2 },
      pdf: Buffer.from('%PDF of a form'),
      actor: 'Desk',
      nowMs: this.time.clock.nowMs(),
    });
    await this.wake();
  }

  async print(code: string, change: Partial<LabelOrder> = {}): Promise<string> {
    const id = this.enqueue(code, change);
    await this.wake();
    return id;
  }

  /** A label of a visit, made for `MADE_FOR`, which jobs can be printed for. */
  makeLabel(id: string): void {
    const { visitId } = ensureVisitForAppointment(this.store.db, {
      appointmentId: 'appointment',
      locationId: 'location',
      date: '2026-03-12',
      nowMs: 0,
    });
    makeLabel(this.store.db, { id, visitId, ordinal: 1, madeFor: MADE_FOR });
  }

  /** The label that a job printed is scanned back. */
  scanBack(labelId: string, jobId: string): void {
    proveLabel(this.store.db, labelId, {
      atMs: 1,
      actor: 'Desk',
      proof: { how: 'scanned', reason: null, code: MADE_FOR.code, jobId },
    });
  }

  async wake(): Promise<void> {
    this.queue.wake();
    await settled();
  }

  async retry(id: string): Promise<void> {
    this.queue.retry(id);
    await this.wake();
  }

  async advance(byMs: number): Promise<void> {
    this.time.advance(byMs);
    await settled();
  }

  /** Ends the delivery with this number, counted from 0. */
  async end(index: number, delivery: PrinterDelivery): Promise<void> {
    this.line.begun[index]?.end(delivery);
    await settled();
  }

  /**
   * From now on every connection is refused, until `stop` is called. `attempts` returns how many connections were
   * tried for a job; being asked how it is, is none. A delivery that is in progress goes on.
   */
  refuseConnections(): { attempts: () => number; stop: () => void } {
    const before = this.line.transport.deliver;
    let attempts = 0;
    this.line.transport.deliver = (_address, job) => {
      if (!isAskedAlone(job)) attempts += 1;
      return Promise.resolve(REFUSED);
    };
    return {
      attempts: () => attempts,
      stop: () => {
        this.line.transport.deliver = before;
      },
    };
  }

  /** The codes of the labels that were begun to be sent, in this order; undefined for what has none. */
  codesSent(): (string | undefined)[] {
    return this.line.begun.map(({ bytes }) => /DRW-AAAA\d\d/.exec(bytes ?? '')?.[0]);
  }

  job(id: string): PrintJob {
    const job = findPrintJob(this.store.db, id);
    if (!job) throw new Error(`There is no job ${id}.`);
    return job;
  }

  /** The kinds of all recorded activities, oldest first. */
  written(): string[] {
    return listActivity(this.store.db, { limit: 100 })
      .map(({ kind }) => kind)
      .reverse();
  }

  close(): void {
    this.store.close();
    this.folder.remove();
  }
}

/** The kind of the AppError that `act` throws; `done` when it throws nothing, `thrown` for another error. */
export function kindOf(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    return thrown instanceof AppException ? thrown.error.kind : 'thrown';
  }
  return 'done';
}
