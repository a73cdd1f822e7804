// A label printer on the network takes labels into its memory while it has no paper, and closes the connection as if it had printed them. So it
// is asked how it is: on a connection of its own, once at the start, when nothing has been sent for a moment and then each hour, and in trouble
// before each label.
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { Clock, Log } from '../../ports/machine.ts';
import type {
  PrinterDelivery,
  PrinterJob,
  PrinterLimits,
  PrinterTransport,
  RawAddress,
  StatusQuestion,
} from '../../ports/printers.ts';
import { readZplHealth, ZPL_STATUS_QUESTION, type ZplHealth } from '../languages/zpl/status.ts';
import type { DeskPrinter } from './desk-printers.ts';
import { QUESTION_LIMITS } from './ask-language.ts';

/** What a printer has said of itself last. */
export interface SaidOfItself {
  readonly ofItself: true;
  readonly state: 'unreachable' | 'attention';
  readonly detail: string;
}

export interface PrinterHealth {
  /** Sends a job; in trouble only once the printer has said that it is well. Ends what is being asked. */
  deliver(job: PrinterJob, limits: PrinterLimits): Promise<PrinterDelivery>;
  /** Nothing is to be sent now: it may be asked. */
  atRest(): void;
  /** What it has said of its trouble; null: nothing, or that it is well. */
  said(): SaidOfItself | null;
  /** Asks nothing more. */
  close(): void;
}

/** After the start of the desk, or after it was set up: what waits for it goes first, and so does a label that is asked for at once. */
const FIRST_LOOK_MS = 3_000;
/** One that was never reached: it may be switched on a little later than the desk. */
const OFF_PAUSE_MS = 30_000;
/** After the last label of a run: the printer has fed it by then, and knows whether another one is on the roll. */
const AFTER_LAST_LABEL_MS = 1_500;
/** Another program may have the one connection that it takes, or it takes none while it prints. */
const AWAY_PAUSE_MS = 5_000;
/** While it still prints what it has: the roll may end in the middle of a run. */
const PRINTING_PAUSE_MS = 3_000;
/** A printer that says so for ever is not asked so often for ever. */
const MOST_QUESTIONS_OF_A_PAUSE = 20;
/** Nothing is printed: somebody may take its roll out, and a desk that runs overnight has its first label hours after its last one. */
const QUIET_PAUSE_MS = 60 * 60_000;
/** In trouble; the last one repeats. */
const TROUBLE_PAUSES_MS = [5_000, 10_000, 30_000];
/** Nobody waits for this answer: a label that comes ends the question. */
const PATIENT_MS = 2_500;
/** Before a label. */
const BEFORE_LABEL_MS = 1_500;
/** One that was never heard to answer cannot. */
const ASKED_IN_VAIN = 2;
/**
 * For so long labels wait for a printer that has said it cannot print and says nothing more. Whoever puts in a roll has its head open, and many
 * are silent then. After that its last word does not hold any more, and it is sent its labels like one that says nothing.
 */
const HOLDS_LABELS_FOR_MS = 120_000;

const IN_ITS_MEMORY = 'Labels that were sent to it may wait in its memory, and come out once that is mended';
const LOST_MEMORY = 'Labels that were sent to it and have not come out are lost then: look which are there';
const SILENT_SINCE = 'It has not answered since, so look at it';

/**
 * The health of a printer that can be asked: one of ZPL, at an address of the network that this desk reaches itself. Null for others: at a cable
 * `~HS` is asked after each job as its receipt, a queue is asked nothing, and a further desk has its own connection to what stands there.
 */
export function healthOf(
  printer: DeskPrinter,
  parts: Parameters<typeof createPrinterHealth>[1],
): PrinterHealth | null {
  if (printer.language !== 'zpl' || !('host' in printer) || printer.at !== undefined) return null;
  return createPrinterHealth({ host: printer.host, port: printer.port }, parts);
}

/** Why there was no talking to it; null: there was. */
const notReached = (delivery: PrinterDelivery): string | null =>
  delivery.outcome === 'not-started' && delivery.reached !== true ? delivery.detail : null;

/** Asks nothing before it is first at rest. */
export function createPrinterHealth(
  address: RawAddress,
  parts: {
    readonly transport: PrinterTransport;
    readonly clock: Clock;
    readonly log: Log;
    /** {@link PrinterHealth.said} is another now. */
    readonly onSaid: () => void;
  },
): PrinterHealth {
  const { clock, transport } = parts;
  let resting = false;
  let closed = false;
  /** Nothing is known of it yet, or it has been sent something of which it was not asked. */
  let isDue = true;
  /** It was there at least once, whatever it said. Until then its silence is that of one that is switched off. */
  let wasThere = false;
  /** Connections over which it may still acknowledge a job: it takes one at a time. */
  let lingering = 0;
  let cancelTimer: (() => void) | null = null;
  let asking: AbortController | null = null;
  /** In this pause, or in this trouble. */
  let questions = 0;
  let nextPauseMs = FIRST_LOOK_MS;
  let everAnswered = false;
  let inVain = 0;
  /** Its last word, if that was of trouble. */
  let trouble: (ZplHealth & { readonly trouble: string }) | null = null;
  let answeredAtMs = 0;
  /** Why it could not be reached when it was tried last, in trouble. */
  let away: string | null = null;

  const saidOf = (): SaidOfItself | null => {
    if (trouble === null) return null;
    const ofItself = true;
    if (away !== null) return { ofItself, state: 'unreachable', detail: away };
    const labels = trouble.losesLabels ? LOST_MEMORY : IN_ITS_MEMORY;
    const words = `${trouble.trouble}. ${labels}`;
    return { ofItself, state: 'attention', detail: holdsLabels() ? words : `${words}. ${SILENT_SINCE}` };
  };
  let told = JSON.stringify(null);
  const tell = (): void => {
    const now = JSON.stringify(saidOf());
    if (now === told) return;
    told = now;
    parts.onSaid();
  };

  function holdsLabels(): boolean {
    return trouble !== null && clock.monotonicMs() - answeredAtMs <= HOLDS_LABELS_FOR_MS;
  }

  /** Whatever it said before does not hold any more. */
  const forget = (): void => {
    trouble = null;
    away = null;
  };

  const hear = (health: ZplHealth): void => {
    everAnswered = true;
    wasThere = true;
    answeredAtMs = clock.monotonicMs();
    away = null;
    if (health.trouble !== (trouble?.trouble ?? null)) questions = 0;
    trouble = health.trouble === null ? null : { ...health, trouble: health.trouble };
  };

  const question = (timeoutMs: number, onAnswer: (health: ZplHealth) => void): StatusQuestion => ({
    bytes: ZPL_STATUS_QUESTION,
    timeoutMs,
    read(reply) {
      const health = readZplHealth(String.fromCharCode(...reply));
      if (!health) return { complete: false };
      onAnswer(health);
      return { complete: true, problem: health.trouble };
    },
  });

  const stopAsking = (): void => {
    resting = false;
    cancelTimer?.();
    cancelTimer = null;
    asking?.abort();
    asking = null;
  };

  /** For the question that comes next, if one does. */
  const pauseMs = (): number | null => {
    if (trouble !== null) return TROUBLE_PAUSES_MS[Math.min(questions, TROUBLE_PAUSES_MS.length - 1)] ?? null;
    const isMute = !everAnswered && inVain >= ASKED_IN_VAIN;
    return isDue && !isMute ? nextPauseMs : null;
  };

  function plan(): void {
    if (closed || !resting || lingering > 0 || cancelTimer || asking) return;
    const delayMs = pauseMs();
    if (delayMs === null) return;
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      void ask();
    });
  }

  /** Whether the same pause has another question, and after how long. */
  const judge = (health: ZplHealth | null, delivery: PrinterDelivery | null): void => {
    questions += 1;
    isDue = false;
    const again = (afterMs: number): void => {
      isDue = true;
      nextPauseMs = questions < MOST_QUESTIONS_OF_A_PAUSE ? afterMs : QUIET_PAUSE_MS;
    };
    if (health) {
      hear(health);
      inVain = 0;
      again(health.isPrinting ? PRINTING_PAUSE_MS : QUIET_PAUSE_MS);
      return;
    }
    const unreached = delivery && notReached(delivery);
    wasThere ||= unreached === null;
    if (trouble !== null) away = unreached;
    else if (!wasThere) again(questions === 1 ? AWAY_PAUSE_MS : OFF_PAUSE_MS);
    else if (unreached !== null && questions === 1) again(AWAY_PAUSE_MS);
    else {
      inVain += 1;
      if (everAnswered) again(QUIET_PAUSE_MS);
    }
  };

  async function ask(): Promise<void> {
    const controller = new AbortController();
    asking = controller;
    const heard: { health: ZplHealth | null } = { health: null };
    const asked = question(PATIENT_MS, (health) => {
      heard.health = health;
    });
    const { signal } = controller;
    let delivery: PrinterDelivery | null = null;
    try {
      delivery = await transport.deliver(
        address,
        { question: asked, begin: () => null, signal },
        QUESTION_LIMITS,
      );
    } catch (thrown) {
      parts.log.error('asking a printer how it is ended in an unforeseen way', faultInLog(thrown));
    }
    // A label came first: it is asked after that one.
    if (asking !== controller || closed) return;
    asking = null;
    judge(heard.health, delivery);
    tell();
    plan();
  }

  /** In trouble a label is not sent into its memory, where it would wait for a roll unseen. */
  const deliverAsked = async (
    job: PrinterJob,
    why: string,
    limits: PrinterLimits,
  ): Promise<PrinterDelivery> => {
    const said = { anything: false };
    const asked = question(BEFORE_LABEL_MS, (health) => {
      said.anything = true;
      hear(health);
    });
    const begin = (): Uint8Array | null => (said.anything ? job.begin() : null);
    const delivery = await transport.deliver(address, { ...job, question: asked, begin }, limits);
    if (said.anything) return delivery;
    away = notReached(delivery);
    return delivery.outcome === 'withheld'
      ? { outcome: 'not-started', detail: why, reached: true }
      : delivery;
  };

  const noteSent = (delivery: PrinterDelivery): void => {
    if (delivery.outcome !== 'sent' && delivery.outcome !== 'unacknowledged') return;
    forget();
    wasThere = true;
    isDue = true;
    questions = 0;
    nextPauseMs = AFTER_LAST_LABEL_MS;
    if (delivery.outcome === 'sent') return;
    lingering += 1;
    void delivery.later.then(() => {
      lingering -= 1;
      plan();
    });
  };

  return {
    async deliver(job, limits) {
      stopAsking();
      const delivery =
        trouble && holdsLabels()
          ? await deliverAsked(job, trouble.trouble, limits)
          : await transport.deliver(address, job, limits);
      noteSent(delivery);
      tell();
      return delivery;
    },
    atRest() {
      resting = true;
      plan();
    },
    said: saidOf,
    close() {
      closed = true;
      stopAsking();
    },
  };
}
