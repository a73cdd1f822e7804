// Delivers events: posts them, tries again after growing delays (measured by the sandbox's clock), then gives up.
import { errorCode } from '../../domain/error-code.ts';
import { WEBHOOK_SECRET_HEADER } from '../../wire/webhook.ts';
import type { SandboxClock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryRow } from '../store/webhook-deliveries.ts';
import type { SandboxEvent } from '../rules/world.ts';
import { webhookTarget } from './configuration.ts';

/** The delays between attempts. When the attempt after the last delay fails too, the event is abandoned. */
export const RETRY_DELAYS_MS: readonly number[] = [2_000, 10_000, 60_000, 300_000, 1_800_000];
const ANSWER_WITHIN_MS = 5_000;
const AT_ONCE = 16;
const LOG_LENGTH = 200;

/** One event in the log. */
export interface WebhookLogEntry {
  readonly event: string;
  readonly state: DeliveryRow['state'];
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_problem: string | null;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly data: unknown;
}

export interface WebhookCourier {
  /**
   * Stores an event for delivery, if an address is set. Events about one subject are delivered in the order of these
   * calls.
   */
  tell(event: SandboxEvent): void;
  /** Starts the deliveries that are due and returns at once. */
  deliverDue(): void;
  /** The latest events, newest first. */
  log(): WebhookLogEntry[];
  /** Starts no more deliveries and breaks off running ones. What was not delivered stays on disk for the next start. */
  close(): Promise<void>;
}

export function createCourier(store: Store, clock: SandboxClock): WebhookCourier {
  const underWay = new Map<number, Promise<void>>();
  const ending = new AbortController();

  async function attempt(row: DeliveryRow): Promise<void> {
    const { url, secret } = webhookTarget(store);
    if (url === null)
      return finish(row, { state: 'abandoned', status: null, problem: 'webhooks were turned off' });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === null ? {} : { [WEBHOOK_SECRET_HEADER]: secret }),
        },
        body: row.body,
        redirect: 'manual',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      if (response.status === 200) finish(row, { state: 'delivered', status: 200, problem: null });
      else failed(row, response.status, `answered ${response.status}`);
    } catch (error) {
      if (!ending.signal.aborted) failed(row, null, problemOf(error));
    }
  }

  function deliverDue(): void {
    if (ending.signal.aborted || underWay.size >= AT_ONCE) return;
    const due = store.dueDeliveries(clock.nowMs(), AT_ONCE + underWay.size);
    for (const row of due) {
      if (underWay.has(row.seq) || underWay.size >= AT_ONCE) continue;
      const ended = attempt(row).finally(() => {
        underWay.delete(row.seq);
        // The next event about the same subject was waiting for this one.
        deliverDue();
      });
      underWay.set(row.seq, ended);
    }
  }

  function failed(row: DeliveryRow, status: number | null, problem: string): void {
    const delayMs = RETRY_DELAYS_MS[row.attempts];
    if (delayMs === undefined) return finish(row, { state: 'abandoned', status, problem });
    store.saveDelivery({
      ...row,
      attempts: row.attempts + 1,
      due_ms: clock.nowMs() + delayMs,
      last_status: status,
      last_problem: problem,
    });
  }

  function finish(
    row: DeliveryRow,
    end: { state: 'delivered' | 'abandoned'; status: number | null; problem: string | null },
  ): void {
    store.saveDelivery({
      ...row,
      attempts: row.attempts + 1,
      due_ms: null,
      state: end.state,
      last_status: end.status,
      last_problem: end.problem,
      finished_ms: clock.nowMs(),
    });
  }

  return {
    tell: ({ event, subject, data }) => {
      if (webhookTarget(store).url === null) return;
      store.addDelivery({ event, subject, body: JSON.stringify({ event, data }) }, clock.nowMs());
    },
    deliverDue,
    log: () => store.deliveries(LOG_LENGTH).map(logEntry),
    close: async () => {
      ending.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'did not answer in time';
  const cause = error.cause;
  const code = errorCode(cause) ?? error.name;
  return `could not be reached (${code})`;
}

function logEntry(row: DeliveryRow): WebhookLogEntry {
  return {
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    last_status: row.last_status,
    last_problem: row.last_problem,
    created_at: new Date(row.created_ms).toISOString(),
    next_attempt_at: row.due_ms === null ? null : new Date(row.due_ms).toISOString(),
    data: (JSON.parse(row.body) as { data: unknown }).data,
  };
}
