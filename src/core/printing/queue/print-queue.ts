// The print queue. Jobs are stored first and then sent to their printer, one at a time for each printer.
import { AppException, conflict, notFound, printerUnavailable, rejected } from '../../../domain/app-error.ts';
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { QueueSystem } from '../../../domain/queue-system.ts';
import type { Random } from '../../ports/machine.ts';
import type { PageAddress, PagePrinterFacts, RawAddress } from '../../ports/printers.ts';
import type { NewPrintJob, PrintJob, PrintJobState } from '../../store/desk/print-jobs.ts';
import { askCondition, type PrinterCondition } from './ask-condition.ts';
import { askLabelQueue, askLanguage, type PrinterAnswer } from './ask-language.ts';
import { createAskings, type Askings } from './askings.ts';
import { cancelAtPrinter, type CancelledAtPrinter } from './cancel-at-printer.ts';
import type { QueuePrinters } from './desk-printers.ts';
import { createFitToPrinter } from './fit-to-printer.ts';
import { FINDABLE, mayCancel, mayMove, needsPerson, RETRIABLE } from './job-rules.ts';
import { AS_PAGES, settingsFor } from './made-for-settings.ts';
import { leftBehind, leftBehindByRemoved, type LeftBehindWhy } from './lost-at-printer.ts';
import { keptForm, type MadeOut } from './made-out.ts';
import type { LabelOrder, PagesOrder, RollFormOrder, TicketOrder } from './print-orders.ts';
import type { PrinterLine, PrinterState } from './printer-line.ts';
import { createPrinterLines, type PrinterLinesParts } from './printer-lines.ts';
import { testSheetBytes, type TestSheet } from './test-sheets.ts';
import { SENDS_ITSELF_FOR_MS } from './waiting-time.ts';

/** Whose jobs are withdrawn. */
export type WithdrawnOf =
  { readonly visitId: string } | { readonly labelId: string } | { readonly printerId: string };

/** Methods that change a job must be called inside the caller's transaction. Call {@link PrintQueue.wake} after it. */
export interface PrintQueue {
  /**
   * Lays out a label and stores a job for it. An older job of the same label is cancelled if nothing of it was sent.
   *
   * @returns the job's id
   * @throws `rejected`, naming the field, when the label cannot be printed rightly; `printer-unavailable` when there is
   *   no such printer
   */
  enqueueLabel(order: LabelOrder): string;
  /**
   * The letters of the test, the location and the sex for which a printer's label shows a sign, because no font has them; each once. None
   * where there is no such printer.
   */
  lettersReplaced(order: Pick<LabelOrder, 'printerId' | 'content'>): string[];
  /** Stores a job of whole pages; nothing when there is one of that id. Throws `printer-unavailable` as above. */
  enqueuePages(order: PagesOrder): void;
  /**
   * Lays out a local form for a roll and stores a job for it; nothing when there is one of that id.
   *
   * @throws `rejected`, naming what cannot be printed; `printer-unavailable` when there is no such receipt printer
   */
  enqueueRollForm(order: RollFormOrder): void;
  /**
   * Lays out a visit ticket and stores a job for it. An older job of the same ticket is cancelled if nothing of it was sent.
   * `nameLeftOut`: what of the name cannot be printed, where the ticket has none for that; null otherwise.
   *
   * @throws `rejected` when the roll is too narrow; `printer-unavailable` when there is no such printer
   */
  enqueueTicket(order: TicketOrder): { readonly jobId: string; readonly nameLeftOut: string | null };
  /** Stores a job of a test label or ruler, and returns its id. Throws as {@link PrintQueue.enqueueLabel}. */
  enqueueTestSheet(
    order: Pick<LabelOrder, 'printerId' | 'title' | 'actor' | 'nowMs'> & { readonly sheet: TestSheet },
  ): string;
  /** Asks whatever is at an address which language it speaks. Prints nothing, takes a few seconds at most, never rejects. */
  askLanguage(address: RawAddress, signal: AbortSignal): Promise<PrinterAnswer>;
  /** What the queues of this computer take. */
  readonly queueSystem: QueueSystem;
  /** Asks it how it is; `answer` is what {@link PrintQueue.askLanguage} found. The same applies. */
  askCondition(address: RawAddress, answer: PrinterAnswer, signal: AbortSignal): Promise<PrinterCondition>;
  /** Asks whatever is at an address for whole pages what it is and how it is. The same applies. */
  askPages(address: PageAddress, signal: AbortSignal): Promise<PagePrinterFacts>;
  /** What is being asked of printers now, so that somebody can stop it. */
  readonly askings: Askings;
  /**
   * Asks a printer of whole pages to cancel a job that it has taken. Throws `not-found`; `conflict` when it has none that could
   * be cancelled. `note` is called inside the caller's transaction and stores what is known.
   */
  cancelAtPrinter(jobId: string): Promise<CancelledAtPrinter>;
  /** Looks for jobs to send now. Takes little time when there are none. */
  wake(): void;
  /**
   * Puts a job back into the queue. If it may have been printed already, the label gets its reprint mark. If its printer has other
   * settings since, it is made out anew for these.
   *
   * @throws `not-found`; `conflict` when the job is being sent or finished, its bytes were removed because of its age, or the desk at which
   *   its printer stands prints no more; `rejected` when what it prints is not right any more (`job`), or cannot be made out for the settings that its printer has now
   */
  retry(jobId: string): void;
  /**
   * A person found the label at the printer. Throws `not-found`, or `conflict` when nothing of the job was ever sent.
   */
  markPrinted(jobId: string): void;
  /**
   * Has a job printed on another printer, made out for it. Throws `not-found`; `conflict` when something of it may have reached
   * the printer, or its bytes were removed; `rejected` when it is not right any more (`job`), cannot be made out for that printer,
   * or that one prints no such papers; `printer-unavailable` when there is no such printer.
   */
  move(jobId: string, printerId: string): void;
  /** Cancels a job. Throws `not-found`, or `conflict` when the job is being sent or finished. */
  cancel(jobId: string, reason: string): void;
  /**
   * Cancels the jobs of a visit, of a label or of a printer that were not sent yet, with `reason` as their detail. Returns
   * these jobs. A job that is being sent or was sent stays as it is.
   */
  withdraw(of: WithdrawnOf, reason: string): PrintJob[];
  /** Puts right what is said of pages that a printer has which is not asked about them any more. `name`: the printer's. */
  leaveBehind(printerId: string, name: string, why: LeftBehindWhy): void;
  /**
   * From now on there are these printers. One that is not among them any more gets nothing more, and jobs that still wait for it
   * fail; one that changed is sent its next job as it is now. A delivery that has begun ends as it began.
   */
  setUp(printers: QueuePrinters): void;
  /** A further desk can print again: what waits for its printers goes on, and they are not said to be away any more. */
  deskIsBack(deskId: string): void;
  printerStates(): ReadonlyMap<string, PrinterState>;
  /** True when a person should look at a job. */
  needsPerson(job: PrintJob): boolean;
  /** Since when its printer takes nothing more of a job that is being sent, milliseconds since the epoch; null: it does not say so. */
  stoppedSinceMs(job: Pick<PrintJob, 'id' | 'printerId'>): number | null;
  /** How many jobs a person should look at, by {@link needsPerson}. */
  problemCount(): number;
  /** Sends nothing more. Resolves when the deliveries under way have ended. */
  close(): Promise<void>;
}

export interface PrintQueueParts extends PrinterLinesParts {
  readonly random: Random;
  /** False: perhaps another machine is the site desk now, and has these jobs. Whoever says so wakes the queue later. Left out: true. */
  readonly maySend?: () => boolean;
}

const RECOVER_AGAIN_MS = 5_000;
const OF_NO_LABEL = { labelId: null, madeFor: null, reprintReason: null } as const;
const NOT_SET_UP = 'its printer is not set up any more';
const DOES_NOT_FIT =
  'its printer has other settings since, and it cannot be made out for them: print it anew from where it was';

/** Opens the queue. Jobs that were being sent when the desk stopped become `unsure`; the others are sent. */
export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { jobs, nowMs, clock, log } = parts;
  const site = createPrinterLines(parts, () => wake());
  const { printers, lines } = site;
  const fit = createFitToPrinter(parts, site);
  const { making } = fit;
  let closed = false;
  let woken = false;

  const park = (job: PrintJob, state: 'attention' | 'failed' | 'unsure', detail: string): void =>
    jobs.change(job.id, { state, detail, nextAttemptAtMs: null, finishedAtMs: null });

  /** What still goes out by itself was perhaps made out for settings that its printer does not have any more. */
  const makeFit = (job: PrintJob): void => {
    try {
      fit.makeFit(job);
    } catch (thrown) {
      log.info('a print job does not fit the settings that its printer has now, so it is not printed', {
        job: job.id,
        ...faultInLog(thrown),
      });
      park(job, job.perhapsPrinted ? 'unsure' : 'failed', DOES_NOT_FIT);
    }
  };

  /** One that was made later than now was made by another clock than that of this run: nobody knows how long ago that is. */
  const isOfLongAgo = ({ createdAtMs }: PrintJob): boolean =>
    Math.abs(nowMs() - createdAtMs) > SENDS_ITSELF_FOR_MS;

  const recover = (): void => {
    jobs.doubtLeaving('the desk stopped while it was being sent', { nowMs: nowMs(), jobId: null });
    for (const job of jobs.open()) {
      if (!lines.has(job.printerId)) {
        park(job, 'failed', NOT_SET_UP);
      } else if (isOfLongAgo(job) && job.state === 'queued') {
        park(job, 'attention', 'the desk was stopped before it was sent');
      } else if (isOfLongAgo(job)) {
        park(job, 'attention', job.detail ?? 'the printer could not be reached');
      } else {
        makeFit(job);
      }
    }
    leftBehindByRemoved(parts, (printerId) => lines.has(printerId));
  };

  /** True when `recover` has succeeded. Nothing is sent before that. */
  let recovered = false;
  let cancelRecovery: () => void = () => {};
  const recoverOnce = (): boolean => {
    if (recovered) return true;
    cancelRecovery();
    try {
      recover();
      site.resume();
      recovered = true;
    } catch (thrown) {
      // The desk starts although the disk cannot be written, so that people can read its board.
      log.error(
        'print jobs of the last run could not be updated, so nothing is printed yet',
        faultInLog(thrown),
      );
      parts.onStoreTrouble(thrown);
      cancelRecovery = clock.after(RECOVER_AGAIN_MS, wake);
    }
    return recovered;
  };

  const wake = (): void => {
    if (woken || closed) return;
    woken = true;
    // Later, because the caller's transaction must be committed before a job is marked as being sent.
    queueMicrotask(() => {
      woken = false;
      const isOwnWork = parts.maySend?.() ?? true;
      if (!closed && recoverOnce() && isOwnWork) for (const line of lines.values()) line.wake();
    });
  };

  const requireJob = (jobId: string, allowed: ReadonlySet<PrintJobState>): PrintJob => {
    const job = jobs.find(jobId);
    if (!job) throw new AppException(notFound('There is no such print job.'));
    if (!allowed.has(job.state)) throw new AppException(conflict('state', `The print job is ${job.state}.`));
    return job;
  };

  const requireSendable = (job: PrintJob): void => {
    if (!jobs.hasBytes(job.id)) {
      throw new AppException(
        conflict('state', 'What was to be printed is not kept any more. Print it anew from where it was.'),
      );
    }
    const standing = parts.stillGood(job);
    // It is so for good: to look again and ask once more would lead nowhere.
    if (!standing.good) throw new AppException(rejected(standing.reason, { job: 'not-right' }));
  };

  const cancelJob = (job: PrintJob, reason: string): void =>
    jobs.change(job.id, {
      state: 'cancelled',
      detail: reason,
      nextAttemptAtMs: null,
      finishedAtMs: nowMs(),
    });

  const insert = (job: NewPrintJob): void => {
    jobs.insert(job);
    lines.get(job.printerId)?.expect(job.id);
  };

  const insertPages = (
    { nowMs: createdAtMs, ...order }: Omit<PagesOrder, 'pdf' | 'localForm'>,
    made: Omit<MadeOut, 'content'> & Partial<MadeOut>,
  ): void => insert({ ...order, ...OF_NO_LABEL, ticketFor: null, ...made, createdAtMs });

  const isProblem = (job: PrintJob): boolean =>
    needsPerson(job, { mayStillAnswer: site.mayStillAnswer(job.id) });

  /** What is known of the desk at which a printer stands goes before how its last delivery went. */
  const stateOf = (printerId: string, line: PrinterLine): PrinterState => {
    const deskId = site.deskOf(printerId);
    const trouble = deskId === undefined ? undefined : parts.deskTrouble?.(deskId);
    if (!trouble) return line.state();
    return { state: trouble.forGood ? 'attention' : 'unreachable', detail: trouble.why };
  };

  recoverOnce();
  wake();

  return {
    enqueueLabel(order) {
      const printer = printers.get(order.printerId);
      if (!printer || printer.language === 'escpos') {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such printer at this desk.'));
      }
      const made = making.label(printer, order);
      const older = order.labelId === null ? [] : jobs.unsentOfLabel(order.labelId);
      for (const job of older) cancelJob(job, 'replaced by a newer job of the same label');
      if (order.labelId !== null) lines.get(order.printerId)?.printedAnew(order.labelId);
      const id = parts.random.uuid();
      const { nowMs: createdAtMs, ...rest } = order;
      insert({ id, ...rest, document: null, ticketFor: null, ...made, createdAtMs });
      return id;
    },
    lettersReplaced({ printerId, content }) {
      const printer = printers.get(printerId);
      if (!printer || printer.language === 'escpos') return [];
      return making.lettersReplaced(printer, content);
    },
    enqueuePages({ pdf, localForm, ...order }) {
      if (jobs.find(order.id)) return;
      if (!fit.takesPages(order.printerId, order.document)) {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such printer at this desk.'));
      }
      const said = localForm && { content: keptForm(localForm) };
      insertPages(order, { bytes: pdf, reprintBytes: new Uint8Array(), madeOutFor: AS_PAGES, ...said });
    },
    enqueueRollForm({ localForm, ...order }) {
      if (jobs.find(order.id)) return;
      const printer = printers.get(order.printerId);
      if (printer?.language !== 'escpos') {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such ticket printer here.'));
      }
      insertPages(order, making.rollForm(printer, localForm));
    },
    enqueueTicket(order) {
      const printer = printers.get(order.printerId);
      if (printer?.language !== 'escpos') {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such ticket printer here.'));
      }
      const { nameLeftOut, ...made } = making.ticket(printer, order.content);
      for (const job of jobs.unsentTicketsOf(order.visitId)) {
        cancelJob(job, 'replaced by a newer job of the same ticket');
      }
      const id = parts.random.uuid();
      insert({
        id,
        printerId: order.printerId,
        title: order.title,
        visitId: order.visitId,
        ...OF_NO_LABEL,
        document: null,
        ticketFor: order.ticketFor,
        ...made,
        actor: order.actor,
        createdAtMs: order.nowMs,
      });
      return { jobId: id, nameLeftOut };
    },
    enqueueTestSheet({ printerId, title, sheet, actor, nowMs: createdAtMs }) {
      const printer = printers.get(printerId);
      if (!printer) {
        throw new AppException(printerUnavailable(printerId, 'There is no such printer at this desk.'));
      }
      const id = parts.random.uuid();
      const bytes = testSheetBytes(printer, sheet, parts.draw);
      const ofNobody = { ...OF_NO_LABEL, visitId: null, document: null, ticketFor: null };
      const reprintBytes = new Uint8Array();
      const madeOutFor = settingsFor(printer);
      insert({ id, printerId, title, bytes, reprintBytes, madeOutFor, actor, createdAtMs, ...ofNobody });
      return id;
    },
    askLanguage: (address, signal) =>
      parts.labelQueues && 'queue' in address && address.at === undefined
        ? askLabelQueue(parts.labelQueues, address.queue)
        : askLanguage(parts.transport, address, signal),
    queueSystem: parts.labelQueues ? 'windows' : 'cups',
    askCondition: (address, answer, signal) => askCondition(parts.transport, address, answer, signal),
    askPages: (address, signal) => parts.pages.ask(address, signal),
    askings: createAskings(),
    cancelAtPrinter: (jobId) => cancelAtPrinter(parts, jobId, (id) => site.officePrinter(id)),
    wake,
    retry(jobId) {
      const job = requireJob(jobId, RETRIABLE);
      const line = lines.get(job.printerId);
      if (!line) {
        throw new AppException(printerUnavailable(job.printerId, 'Its printer is not set up any more.'));
      }
      const why = line.outForGood();
      if (why !== null)
        throw new AppException(conflict('state', `Nothing can be sent to its printer: ${why}.`));
      requireSendable(job);
      fit.makeFit(job);
      if (job.perhapsPrinted) jobs.markAsReprint(job.id);
      line.goOn();
      line.expect(job.id);
      jobs.change(job.id, { state: 'queued', detail: null, nextAttemptAtMs: null, finishedAtMs: null });
    },
    move(jobId, printerId) {
      const job = jobs.find(jobId);
      if (!job) throw new AppException(notFound('There is no such print job.'));
      if (!mayMove(job)) throw new AppException(conflict('state', `The print job is ${job.state}.`));
      const line = lines.get(printerId);
      if (!line) {
        throw new AppException(printerUnavailable(printerId, 'There is no such printer at this desk.'));
      }
      requireSendable(job);
      fit.move(job, printerId);
      line.expect(job.id);
      jobs.change(job.id, { state: 'queued', detail: null, nextAttemptAtMs: null, finishedAtMs: null });
    },
    markPrinted(jobId) {
      const job = requireJob(jobId, FINDABLE);
      jobs.change(job.id, {
        state: 'printed',
        detail: null,
        nextAttemptAtMs: null,
        finishedAtMs: job.finishedAtMs ?? nowMs(),
      });
    },
    cancel(jobId, reason) {
      const job = jobs.find(jobId);
      if (!job) throw new AppException(notFound('There is no such print job.'));
      if (!mayCancel(job)) throw new AppException(conflict('state', `The print job is ${job.state}.`));
      cancelJob(job, reason);
    },
    withdraw(of, reason) {
      const waiting =
        'printerId' in of
          ? jobs.unsentOfPrinter(of.printerId)
          : 'visitId' in of
            ? jobs.unsentOfVisit(of.visitId)
            : jobs.unsentOfLabel(of.labelId);
      for (const job of waiting) cancelJob(job, reason);
      return waiting;
    },
    leaveBehind(id, name, why) {
      leftBehind(parts, { id, name }, why);
    },
    setUp(changed) {
      site.setUp(changed);
      // At the next opening of the queue `recover` does it for those that are open then.
      for (const job of jobs.open()) {
        if (!lines.has(job.printerId) && job.state !== 'sending') park(job, 'failed', NOT_SET_UP);
      }
      wake();
    },
    deskIsBack(deskId) {
      for (const [id, line] of lines) if (site.deskOf(id) === deskId) line.forgetAway();
      wake();
    },
    printerStates: () => new Map(Array.from(lines, ([id, line]) => [id, stateOf(id, line)])),
    needsPerson: isProblem,
    stoppedSinceMs: ({ id, printerId }) => lines.get(printerId)?.stoppedSinceMs(id) ?? null,
    problemCount: () => jobs.unsettled().filter(isProblem).length,
    async close() {
      closed = true;
      cancelRecovery();
      await site.close();
    },
  };
}
