// An office printer for tests of the queue: it takes jobs at once, remembers them, and does what the test sets.
import type {
  CancelAnswer,
  PageDelivery,
  PageReportAnswer,
  PageTransport,
} from '../../src/core/ports/printers.ts';
import { atOnce } from './at-once.ts';

export interface ScriptedPages extends PageTransport {
  /** Names of the jobs whose bytes it was given, in order. */
  readonly given: string[];
  /** What it says of every job that it knows. */
  says: PageReportAnswer;
  /** Ends the next delivery in this way, after the bytes were taken; null: the job is taken. */
  ends: PageDelivery | null;
  /** False: it remembers none of its jobs. */
  remembers: boolean;
  /** True: it cannot be asked. */
  isOff: boolean;
  /** The names by which it was asked about jobs or to cancel them. */
  readonly askedBy: (string | null)[];
  /** Its own numbers of the jobs that it was asked to cancel. */
  readonly cancelled: string[];
  /** What it answers to that. */
  cancels: CancelAnswer;
}

export function scriptedPages(): ScriptedPages {
  const printer: ScriptedPages = {
    given: [],
    says: { state: 'working', detail: null },
    ends: null,
    remembers: true,
    isOff: false,
    askedBy: [],
    cancelled: [],
    cancels: { outcome: 'cancelled' },
    async deliver(_address, job) {
      if (printer.isOff) return { outcome: 'not-started', detail: 'the printer refuses the connection' };
      if (!atOnce(job.begin())) return { outcome: 'withheld' };
      printer.given.push(job.name);
      return printer.ends ?? { outcome: 'taken', printerJob: String(printer.given.length) };
    },
    async find(_address, name) {
      if (printer.isOff) return 'unknown';
      const at = printer.given.indexOf(name);
      if (at < 0 || !printer.remembers || typeof printer.says === 'string') return 'absent';
      return { printerJob: String(at + 1), report: printer.says };
    },
    async report(_address, _printerJob, name) {
      printer.askedBy.push(name);
      return printer.isOff ? 'unknown' : printer.says;
    },
    async cancel(_address, printerJob, name) {
      printer.askedBy.push(name);
      if (printer.isOff) return { outcome: 'unknown', detail: 'the printer does not answer' };
      printer.cancelled.push(printerJob);
      return printer.cancels;
    },
    ask: async () => ({ problem: null, model: null, says: true, trouble: null, loaded: [] }),
  };
  return printer;
}
