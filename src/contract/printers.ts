// The printers of this desk: how people set them up, and which document is printed on which.
import { z } from 'zod';
import { asking } from './asking.ts';
import { LABEL_LANGUAGE_IDS } from '../domain/label-language.ts';
import { LABEL_SYMBOLS } from '../domain/label-symbol.ts';
import { PAGE_LABEL_PROBLEMS } from '../domain/page-label.ts';
import { PRINTED_DOCUMENTS } from '../domain/printed-document.ts';
import { PRINT_JOB_STATES } from '../domain/print-job-state.ts';
import { command, nothing, query } from './operation.ts';

const printerId = z.string().max(80);
/** The id of the further desk from which an address is reached; null: from the site desk. */
const at = z.string().max(80).nullable().default(null);

/** What is known of a printer; null where it does not apply to its kind. */
const setupView = z.object({
  /** As it is written in settings: `tcp://192.0.2.10:9100`, `device:…`, `ipp://…`, `queue:…`, `folder:…`. */
  address: z.string(),
  language: z.enum([...LABEL_LANGUAGE_IDS, 'escpos']).nullable(),
  dotsPerMm: z.number().nullable(),
  labelWidthMm: z.number().nullable(),
  labelHeightMm: z.number().nullable(),
  /** How the code stands on its labels. */
  symbol: z.enum(LABEL_SYMBOLS).nullable(),
  paperWidthMm: z.number().nullable(),
});

export const printerView = z.object({
  id: z.string(),
  name: z.string(),
  /** `label` and `ticket`: prints these; `office`: prints whole pages. */
  kind: z.enum(['label', 'ticket', 'office']),
  /** As people read it. */
  address: z.string(),
  setup: setupView,
  /** The further desk at which it stands; null: the site desk reaches it. `since`: when that desk went away or was shut out. */
  desk: z
    .object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['here', 'away', 'shut-out']),
      sinceMs: z.number().int().nullable(),
    })
    .nullable(),
  /** What is printed on it goes through a queue of a computer's operating system. */
  byQueue: z.boolean(),
  /** Who set it up: only `desk` can be changed here. */
  setBy: z.enum(['managed', 'training', 'desk']),
  /** Of what people set up at the desk; null for the others. */
  version: z.number().int().nullable(),
  /** Jobs that wait for it, or that failed, and of which nothing is being sent. */
  waiting: z.number().int(),
  /** Of these, how many may have come out at an earlier try. */
  waitingAgain: z.number().int(),
  /** Jobs that it got, and of which nobody knows whether they came out; also those that stand still there. */
  inDoubt: z.number().int(),
  /** When a test label made with these settings was scanned back last, milliseconds since the epoch; null: never. */
  proved: z.object({ atMs: z.number().int(), by: z.string() }).nullable(),
  /** The newest test label made with these settings, while it is not scanned back. */
  test: z
    .object({
      code: z.string(),
      state: z.enum(PRINT_JOB_STATES),
      detail: z.string().nullable(),
      madeAtMs: z.number().int(),
    })
    .nullable(),
  /** Why no page can be printed on it; null where pages can. */
  pageProblem: z.enum(PAGE_LABEL_PROBLEMS).nullable(),
  /** What is printed on it now. */
  prints: z.array(z.enum(PRINTED_DOCUMENTS)),
  /** What is offered to be printed on it while the printer that prints it is in trouble. */
  standsInFor: z.array(z.enum(PRINTED_DOCUMENTS)),
  /** How the last delivery went; `unknown` before the first one. */
  state: z.enum(['unknown', 'ready', 'unreachable', 'attention']),
  detail: z.string().nullable(),
  /** It has said this of itself when it was asked, and is asked again until it is well. */
  ofItself: z.boolean(),
});
export type PrinterView = z.infer<typeof printerView>;

const printersAnswer = z.object({
  printers: z.array(printerView),
  /** Documents whose stand-in is in the managed settings, so that it cannot be chosen here. */
  standInsManaged: z.array(z.enum(PRINTED_DOCUMENTS)),
  /** What the queues of the site desk's computer take: see `queue-system.ts`. */
  queues: z.enum(['cups', 'windows']),
  /** The further desks at which a printer can stand. */
  desks: z.array(z.object({ id: z.string(), name: z.string() })),
});

/**
 * A printer as it was entered: anything that a form can hold, so that what is wrong is said at its field. It is checked by the
 * rules of `printer-setup.ts`.
 */
const enteredPrinter = z.strictObject({
  kind: z.enum(['label', 'ticket', 'office']),
  name: z.string().max(500),
  /** A host alone is enough: the usual port and path are filled in. */
  address: z.string().max(500),
  language: z.string().max(20).nullable().default(null),
  dotsPerMm: z.number().nullable().default(null),
  labelWidthMm: z.number().nullable().default(null),
  labelHeightMm: z.number().nullable().default(null),
  symbol: z.string().max(20).default('bars'),
  paperWidthMm: z.number().nullable().default(null),
  at,
});
export type EnteredPrinter = z.output<typeof enteredPrinter>;

const FOUND_AT = ['network', 'computer', 'cable', 'training'] as const;

/** A printer that was found, in words of its own; see `FoundPrinter` of the ports. */
const foundPrinter = z.object({
  name: z.string(),
  model: z.string().nullable(),
  /** `raw`: for labels or tickets, or for neither; asking it tells. `pictures`: for labels, as pictures through its queue. */
  prints: z.enum(['pages', 'raw', 'pictures']),
  address: z.string(),
  place: z.enum(FOUND_AT),
  /** The name of the desk's printer at this address; null: none. */
  setUpAs: z.string().nullable(),
});

export const printerOperations = {
  'printers.list': query(nothing, printersAnswer, {
    staleOn: ['print-jobs', 'session', 'connection', 'training'],
  }),
  /**
   * Sets up another printer. It is used at once for what no other printer prints. Fails with `rejected`, naming the fields:
   * `name: missing`, `address: in-use` (with the other printer's name in `other`), `at: shut-out`, `labelWidthMm: too-small`, ….
   */
  'printers.add': command(
    z.strictObject({ setup: enteredPrinter }),
    printersAnswer.extend({ printerId: z.string() }),
    { answersWith: 'other' },
  ),
  /**
   * Changes a printer that people set up. What waits for it is withdrawn where it was made for other settings; `withdrawn`
   * says how much. Fails with `conflict` while something is being sent to it, or for a printer of the managed settings.
   */
  'printers.change': command(
    z.strictObject({ printerId, seenVersion: z.number().int(), setup: enteredPrinter }),
    printersAnswer.extend({ withdrawn: z.number().int() }),
    { answersWith: 'other' },
  ),
  /**
   * Removes a printer that people set up, and withdraws what waits for it. `waitingSeen`: how many jobs the person was told
   * of; where there are others now it fails with `conflict`, and nothing is removed.
   */
  'printers.remove': command(
    z.strictObject({ printerId, seenVersion: z.number().int(), waitingSeen: z.number().int() }),
    printersAnswer.extend({ withdrawn: z.number().int() }),
    { answersWith: 'other' },
  ),
  /**
   * Prints a sheet for setting the printer up. `test`: a label or ticket with a code; scanned, it proves language, size and
   * print. `ruler`: millimetres, by which the size of a label is read; for label printers.
   */
  'printers.printSheet': command(
    z.strictObject({ printerId, sheet: z.enum(['test', 'ruler']) }),
    printersAnswer,
    { answersWith: 'other' },
  ),
  /**
   * Asks whatever is at the address what it is and how it is: a printer of labels or tickets for its language, an office printer
   * for its paper. Nothing is printed and nothing kept; takes a few seconds at most. Fails with `rejected`, `address: not-right`.
   */
  'printers.ask': command(
    z.strictObject({
      kind: z.enum(['label', 'ticket', 'office']).default('label'),
      address: z.string().max(500),
      at,
      /** By which it can be stopped; made by whoever asks. */
      asking: asking.nullable().default(null),
    }),
    z.object({
      /** False: it did not say how it is. A printer without paper, or with an open cover, often does not. */
      says: z.boolean(),
      /** What keeps it from printing and what to do; null: nothing that it says. */
      trouble: z.string().nullable(),
      /** How long the labels in it are, as it measured them last; null where it does not say. */
      labelLengthMm: z.number().nullable(),
      /** The paper in an office printer, in words; empty where it does not say. */
      loaded: z.array(z.string()),
      /** Null: it gave no answer that is known. */
      language: z.enum([...LABEL_LANGUAGE_IDS, 'escpos']).nullable(),
      model: z.string().nullable(),
      dotsPerMm: z.union([z.literal(8), z.literal(12)]).nullable(),
      /** Why it could not be asked; null when it was. */
      problem: z.string().nullable(),
    }),
    { answersWith: 'other' },
  ),
  /**
   * Ends what is waited for under this name; nothing happens when it has ended already. `printers.ask`, `printers.find`: nothing more is
   * asked and no answer waited for. `dayList.get`, `dayList.print`, `documents.print`: they fail with `conflict`, and print nothing.
   */
  'printers.stopAsking': command(z.strictObject({ asking }), nothing, { answersWith: 'other' }),
  /**
   * The document is offered to be printed on this printer whenever the one that prints it is in trouble; null: on any other that
   * can. Nothing moves by itself. Fails with `conflict` where the managed settings say it.
   */
  'printers.chooseStandIn': command(
    z.strictObject({ document: z.enum(PRINTED_DOCUMENTS), printerId: printerId.nullable() }),
    printersAnswer,
    { answersWith: 'other' },
  ),
  /**
   * Looks for printers: on the network, and among those that the computer has set up, as the desk `at` sees them. Nothing is printed
   * and nothing kept;
   * takes ten seconds at most. `asking`: a name by which `printers.stopAsking` ends it before.
   */
  'printers.find': command(
    z.strictObject({ asking: asking.nullable().prefault(null), at }),
    z.object({
      found: z.array(foundPrinter),
      /** Printers that cannot be used as they are announced, or that are too many for a list. */
      leftOut: z.number().int(),
      searched: z.array(
        z.object({
          place: z.enum(FOUND_AT),
          /** Why nothing, or not all, could be found there; null when there was no problem. */
          problem: z.string().nullable(),
        }),
      ),
    }),
    { answersWith: 'other' },
  ),
  /** From now on the document is printed on this printer. What is queued already stays where it is. */
  'printers.choose': command(
    z.strictObject({ document: z.enum(PRINTED_DOCUMENTS), printerId }),
    printersAnswer,
    { answersWith: 'other' },
  ),
};
