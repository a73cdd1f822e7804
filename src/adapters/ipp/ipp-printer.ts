// Prints whole pages on an IPP printer without a driver: asks whether it can take them, gives it the PDF, and asks what
// became of the job. See docs/decisions/025 for what each answer proves.
import type { Http } from '../../core/ports/machine.ts';
import type {
  CancelAnswer,
  FoundPageJob,
  PageDelivery,
  AwaitedPageJob,
  PagePrinterFacts,
  PageReport,
  PageReportAnswer,
} from '../../core/ports/printers.ts';
import { createAskPrinter, type AskPrinter, type IppAnswer, type NoAnswer } from './client.ts';
import {
  GROUPS,
  numberOf,
  OPERATIONS,
  TAGS,
  textsOf,
  valuesOf,
  type IppAttribute,
  type IppGroup,
} from './message.ts';
import { documentFormOf, PWG_FACTS, type DocumentForm } from './document-form.ts';
import { isAnotherJob } from './job-name.ts';
import { loadedPaper, MEDIA_FACTS, paperProblem, UNTOLD, type LoadedPaper } from './media.ts';
import { complaintOf, wordsOfReasons } from './reasons.ts';
import { createUpTimes, UP_TIME } from './up-times.ts';
import { UNDRAWN, type MakePageRaster } from '../raster/page-raster.ts';

const LOOK_AT_PRINTER = 'it does not say which paper is in it: look that it is A4';
const PRINTER_STOPPED = 5;
const JOB_STATES = { held: 4, stopped: 6, cancelled: 7, aborted: 8, done: 9 } as const;
const JOBS_ASKED_FOR = 100;
/** Pauses before each look for a job whose answer was lost: a printer lists it a moment after it has taken it. */
const LOOK_AFTER_MS = [300, 1_500, 4_000];
/** The printer cannot take the job now, and says so before it has taken anything of it. */
const LATER: ReadonlySet<number> = new Set([0x0502, 0x0505, 0x0506, 0x0507]);

const REFUSALS: Readonly<Record<number, string>> = {
  0x0401: 'it asks for a password',
  0x0403: 'it asks for a password',
  0x0406: 'there is no such printer at this address',
  0x0408: 'the document is too large for it',
  0x040a: 'it does not print PDF',
  0x040b: 'it has no A4 paper set up',
  0x0411: 'it cannot read the document',
  0x0502: 'it is not in service',
  0x0505: 'it has a fault that may pass',
  0x0506: 'it takes no jobs at present',
  0x0507: 'it is busy',
};

export interface IppPrinter {
  deliver(url: string, job: AwaitedPageJob): Promise<PageDelivery>;
  find(url: string, name: string): Promise<FoundPageJob | 'absent' | 'unknown'>;
  report(url: string, printerJob: string, name: string | null): Promise<PageReportAnswer>;
  cancel(url: string, printerJob: string, name: string | null): Promise<CancelAnswer>;
  ask(url: string, signal?: AbortSignal): Promise<PagePrinterFacts>;
  /** The paper in it, where it can be asked and says so. Never rejects. */
  loaded(url: string, signal?: AbortSignal): Promise<LoadedPaper>;
}

const keyword = (name: string, ...values: string[]): IppAttribute => ({ name, tag: TAGS.keyword, values });
const groupOf = (groups: readonly IppGroup[], tag: number): IppGroup | undefined =>
  groups.find((group) => group.tag === tag);

const refusalWords = (status: number): string =>
  `the printer does not take the job: ${REFUSALS[status] ?? `it answers with status ${status.toString(16)}`}`;

/** In which form the printer takes pages now, or why it takes none, in words. */
function formNow(printer: IppGroup | undefined): ReturnType<typeof documentFormOf> {
  if (!printer) return { problem: 'what answers there says nothing about a printer' };
  const form = documentFormOf(printer);
  if ('problem' in form) return form;
  const problem = obstacleAt(printer);
  return problem === null ? form : { problem };
}

/**
 * Why nothing would come out of the printer now, in words; null when it would. A printer that says that it is idle is believed, whatever it
 * complains of: with an empty second tray alone it would be given nothing for ever. What becomes of the job is asked afterwards.
 */
function obstacleAt(printer: IppGroup): string | null {
  const reasons = wordsOfReasons(textsOf(printer, 'printer-state-reasons'));
  if (numberOf(printer, 'printer-state') === PRINTER_STOPPED) {
    return `the printer has stopped: ${reasons ?? 'look at its display'}`;
  }
  if (valuesOf(printer, 'printer-is-accepting-jobs')[0] === false) {
    return `the printer takes no jobs at present${reasons === null ? '' : `: ${reasons}`}`;
  }
  // On other paper a form comes out smaller or cut, or the printer stops in the middle and asks for A4.
  return paperProblem(loadedPaper(printer));
}

/** What the printer says of a job; null when the group says nothing of the kind. */
function reportOf(job: IppGroup | undefined, printer: IppGroup | undefined): PageReport | null {
  const state = numberOf(job, 'job-state');
  if (state === null) return null;
  const reasons = textsOf(printer, 'printer-state-reasons');
  const trouble = wordsOfReasons(reasons);
  switch (state) {
    case JOB_STATES.done:
      return textsOf(job, 'job-state-reasons').includes('job-completed-with-errors')
        ? {
            state: 'given-up',
            detail: 'the printer ended the job with errors: look whether all pages came out',
          }
        : { state: 'done', detail: null };
    case JOB_STATES.cancelled:
      return { state: 'cancelled', detail: 'it was cancelled at the printer' };
    case JOB_STATES.aborted:
      return { state: 'given-up', detail: 'the printer gave the job up; pages may have come out' };
    case JOB_STATES.held:
      return { state: 'stopped', detail: 'the printer holds the job back: release it there' };
    case JOB_STATES.stopped:
      return { state: 'stopped', detail: `the printer has stopped: ${trouble ?? 'look at its display'}` };
    default: {
      // The printer says what is wrong with itself before it says so of the job, and some never say it of the job.
      if (numberOf(printer, 'printer-state') === PRINTER_STOPPED && trouble !== null)
        return { state: 'stopped', detail: `the printer has stopped: ${trouble}` };
      const complaint = complaintOf(reasons);
      return {
        state: 'working',
        detail: complaint && `the printer has not finished, and says: ${complaint}`,
      };
    }
  }
}

/** Whether the printer has another job under that number by now. Jobs that older versions of the desk gave away have no name here. */
const isOther = ({ isDone, groups }: IppAnswer, name: string | null): boolean =>
  isDone && name !== null && isAnotherJob(textsOf(groupOf(groups, GROUPS.job), 'job-name'), name);

const PRINTER_FACTS = [
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  UP_TIME,
  'document-format-supported',
  ...MEDIA_FACTS,
  ...PWG_FACTS,
];
const NOT_POSSIBLE = 0x0404;
const NO_SUCH_FORMAT = 0x040a;
const NOT_FOUND = 0x0406;
const GONE = 0x0407;
const LONGEST_MODEL = 80;
const JOB_FACTS = ['job-id', 'job-name', 'job-state', 'job-state-reasons'];

/** What is sent in place of the document, and why nothing is. `null`: the document itself. */
type OtherForm =
  { readonly instead: Uint8Array | null; readonly of: Uint8Array | null } | { readonly ended: PageDelivery };

/**
 * Makes a printer of pages over IPP. `wait` resolves after so many milliseconds; `makeRaster` draws pages for printers that take no PDF.
 */
export function createIppPrinter(
  http: Http,
  wait: (delayMs: number) => Promise<void>,
  makeRaster: MakePageRaster,
): IppPrinter {
  const ask: AskPrinter = createAskPrinter(http);
  const upTimes = createUpTimes();

  const askPrinter = (url: string, more: readonly string[] = [], signal?: AbortSignal) =>
    ask(url, {
      signal,
      operation: OPERATIONS.getPrinterAttributes,
      operationAttributes: [keyword('requested-attributes', ...PRINTER_FACTS, ...more)],
    });

  /** Of one of the printer's two lists; null when it does not tell it. */
  async function listed(url: string, which: 'completed' | 'not-completed'): Promise<IppGroup[] | null> {
    const answer = await ask(url, {
      operation: OPERATIONS.getJobs,
      operationAttributes: [
        { name: 'limit', tag: TAGS.integer, values: [JOBS_ASKED_FOR] },
        keyword('which-jobs', which),
        keyword('requested-attributes', ...JOB_FACTS),
      ],
    });
    if ('failure' in answer || !answer.isDone) return null;
    return answer.groups.filter((group) => group.tag === GROUPS.job);
  }

  async function find(url: string, name: string): Promise<FoundPageJob | 'absent' | 'unknown'> {
    // In this order: a job that ends between the two questions is in the second list.
    const waiting = await listed(url, 'not-completed');
    const ended = await listed(url, 'completed');
    const job = [...(waiting ?? []), ...(ended ?? [])].find((group) =>
      textsOf(group, 'job-name').includes(name),
    );
    const number = numberOf(job, 'job-id');
    const report = reportOf(job, undefined);
    if (number !== null && report) return { printerJob: String(number), report };
    return waiting && ended ? 'absent' : 'unknown';
  }

  async function afterLostAnswer(
    url: string,
    name: string,
    lost: NoAnswer,
    printer: IppGroup | undefined,
  ): Promise<PageDelivery> {
    let asked = false;
    for (const pauseMs of LOOK_AFTER_MS) {
      await wait(pauseMs);
      const found = await find(url, name);
      if (typeof found === 'object') {
        upTimes.note(url, found.printerJob, printer);
        return { outcome: 'taken', printerJob: found.printerJob };
      }
      asked ||= found === 'absent';
    }
    const then = asked ? 'and its list of jobs does not show this one' : 'and it could not be asked about it';
    return { outcome: 'unsure', detail: `${lost.detail} before it had said that it took the job, ${then}` };
  }

  /** Makes of the document what the printer takes. The printer has nothing of the job yet. */
  async function otherForm(job: AwaitedPageJob, form: DocumentForm): Promise<OtherForm> {
    if (form.kind === 'pdf') return { instead: null, of: null };
    const pdf = await job.look();
    const later = (detail: string): OtherForm => ({
      ended: { outcome: 'not-started', detail, reached: true },
    });
    if (!pdf) return later('the document is not kept any more');
    const made = await makeRaster(pdf, form.dots);
    if ('raster' in made) return { instead: made.raster, of: pdf };
    if (made.problem === 'not-now') return later('the pages could not be drawn for this printer in time');
    return { ended: { outcome: 'refused', detail: UNDRAWN[made.problem], again: false } };
  }

  return {
    find,
    async deliver(url, job) {
      const facts = await askPrinter(url);
      if ('failure' in facts) return { outcome: 'not-started', detail: facts.detail };
      if (!facts.isDone) return { outcome: 'not-started', detail: refusalWords(facts.status), reached: true };
      const printer = groupOf(facts.groups, GROUPS.printer);
      const form = formNow(printer);
      if ('problem' in form) return { outcome: 'not-started', detail: form.problem, reached: true };
      const made = await otherForm(job, form);
      if ('ended' in made) return made.ended;
      const pdf = await job.begin();
      if (!pdf) return { outcome: 'withheld' };
      if (made.of && !Buffer.from(pdf).equals(made.of))
        return { outcome: 'refused', detail: 'the document changed while it was drawn', again: true };
      const document = made.instead ?? pdf;
      const answer = await ask(url, {
        operation: OPERATIONS.printJob,
        operationAttributes: [
          { name: 'requesting-user-name', tag: TAGS.name, values: ['drawdesk'] },
          { name: 'job-name', tag: TAGS.name, values: [job.name] },
          { name: 'document-format', tag: TAGS.mimeType, values: [form.format] },
        ],
        // Without these a form comes out smaller: printers take the paper of another country, and fit the page to it.
        jobAttributes: [
          { name: 'copies', tag: TAGS.integer, values: [1] },
          keyword('media', 'iso_a4_210x297mm'),
          keyword('print-scaling', 'none'),
          // The back of a sheet would have to be drawn in the way in which this printer turns it.
          ...(form.kind === 'pdf' ? [] : [keyword('sides', 'one-sided')]),
        ],
        document,
      });
      if ('failure' in answer) {
        return answer.failure === 'not-sent'
          ? { outcome: 'refused', detail: answer.detail, again: true }
          : afterLostAnswer(url, job.name, answer, printer);
      }
      if (!answer.isDone) {
        return {
          outcome: 'refused',
          detail:
            form.kind === 'dots' && answer.status === NO_SUCH_FORMAT
              ? 'the printer does not take pages drawn by the desk, though it says that it does'
              : refusalWords(answer.status),
          again: LATER.has(answer.status),
        };
      }
      const number = numberOf(groupOf(answer.groups, GROUPS.job), 'job-id');
      if (number !== null) {
        upTimes.note(url, String(number), printer);
        const isTold = loadedPaper(printer).hasA4 !== null;
        return { outcome: 'taken', printerJob: String(number), ...(isTold ? {} : { look: LOOK_AT_PRINTER }) };
      }
      const unnumbered = {
        failure: 'not-ipp',
        detail: 'the printer answered without a number for the job',
      } as const;
      return afterLostAnswer(url, job.name, unnumbered, printer);
    },
    report,
    async cancel(url, printerJob, name) {
      const seen = await look(url, printerJob);
      if ('failure' in seen) return { outcome: 'unknown', detail: seen.detail };
      if (isOther(seen, name)) return { outcome: 'another' };
      const answer = await ask(url, {
        operation: OPERATIONS.cancelJob,
        operationAttributes: [
          { name: 'job-id', tag: TAGS.integer, values: [Number(printerJob)] },
          { name: 'requesting-user-name', tag: TAGS.name, values: ['drawdesk'] },
        ],
      });
      if ('failure' in answer) return { outcome: 'unknown', detail: answer.detail };
      if (answer.status === NOT_FOUND) return { outcome: 'over', report: null };
      if (!answer.isDone && answer.status !== NOT_POSSIBLE) {
        const why = REFUSALS[answer.status] ?? `it answers with status ${answer.status.toString(16)}`;
        return { outcome: 'refused', detail: `the printer does not cancel the job: ${why}` };
      }
      // A job that ended at that moment was not cancelled, whatever the printer answers to the question.
      const said = await report(url, printerJob, name);
      const known = typeof said === 'string' ? null : said;
      if (known?.state === 'done' || known?.state === 'cancelled') return { outcome: 'over', report: known };
      if (answer.isDone) return { outcome: 'cancelled' };
      return { outcome: 'refused', detail: 'the printer does not cancel the job any more' };
    },
    async ask(url, signal) {
      const nothing = { model: null, says: false, trouble: null, loaded: [] };
      const answer = await askPrinter(url, ['printer-make-and-model'], signal);
      if ('failure' in answer) return { ...nothing, problem: answer.detail };
      if (!answer.isDone) return { ...nothing, problem: refusalWords(answer.status) };
      const printer = groupOf(answer.groups, GROUPS.printer);
      const form = formNow(printer);
      const model = (textsOf(printer, 'printer-make-and-model')[0] ?? '')
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim();
      return {
        problem: null,
        model: model === '' ? null : model.slice(0, LONGEST_MODEL),
        says: numberOf(printer, 'printer-state') !== null,
        trouble: 'problem' in form ? form.problem : null,
        loaded: loadedPaper(printer).words,
      };
    },
    async loaded(url, signal) {
      const answer = await askPrinter(url, [], signal);
      return 'failure' in answer ? UNTOLD : loadedPaper(groupOf(answer.groups, GROUPS.printer));
    },
  };

  function look(url: string, printerJob: string): Promise<IppAnswer | NoAnswer> {
    return ask(url, {
      operation: OPERATIONS.getJobAttributes,
      operationAttributes: [
        { name: 'job-id', tag: TAGS.integer, values: [Number(printerJob)] },
        // Some tell the name of a job only to whom it belongs.
        { name: 'requesting-user-name', tag: TAGS.name, values: ['drawdesk'] },
        keyword('requested-attributes', ...JOB_FACTS),
      ],
    });
  }

  async function report(url: string, printerJob: string, name: string | null): Promise<PageReportAnswer> {
    const answer = await look(url, printerJob);
    // While it starts, a printer answers with pages of its web server, and is itself again some seconds later.
    if ('failure' in answer) return 'unknown';
    if (answer.status === NOT_FOUND || answer.status === GONE) return goneAt(url, printerJob);
    if (!answer.isDone) return LATER.has(answer.status) ? 'unknown' : 'never';
    if (isOther(answer, name)) return 'another';
    const job = groupOf(answer.groups, GROUPS.job);
    const state = numberOf(job, 'job-state');
    const isOver = state !== null && state >= JOB_STATES.cancelled;
    const facts = isOver ? null : await askPrinter(url);
    const printer = facts && 'groups' in facts ? groupOf(facts.groups, GROUPS.printer) : undefined;
    upTimes.note(url, printerJob, printer);
    return reportOf(job, printer) ?? 'never';
  }

  /** The printer does not know the job any more: it has ended, or was lost as the printer was started again. */
  async function goneAt(url: string, printerJob: string): Promise<PageReportAnswer> {
    if (!upTimes.isNoted(url, printerJob)) return 'forgotten';
    const facts = await askPrinter(url);
    // It may be starting just now.
    if ('failure' in facts || !facts.isDone) return 'unknown';
    const wasStartedAgain = upTimes.wasStartedAgain(url, printerJob, groupOf(facts.groups, GROUPS.printer));
    return wasStartedAgain ? 'started-again' : 'forgotten';
  }
}
