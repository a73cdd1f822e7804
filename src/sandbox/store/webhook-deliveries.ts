// The tables of webhooks: the events to deliver, and the settings of the service.
import type { SqlDatabase } from './database.ts';

export interface DeliveryRow {
  readonly seq: number;
  readonly event: string;
  /** The id of the registration or order that the event is about. */
  readonly subject: string;
  /** The JSON that is posted. */
  readonly body: string;
  readonly created_ms: number;
  readonly attempts: number;
  /** When it is sent next; null when it will not be sent again. */
  readonly due_ms: number | null;
  readonly state: 'waiting' | 'delivered' | 'abandoned';
  readonly last_status: number | null;
  readonly last_problem: string | null;
  readonly finished_ms: number | null;
}

export interface WebhookStore {
  /** A setting of the service as a whole, null when unset. */
  setting(key: string): string | null;
  setSetting(key: string, value: string | null): void;
  addDelivery(row: Pick<DeliveryRow, 'event' | 'subject' | 'body'>, nowMs: number): void;
  /** The events that are due, without those that must wait for an earlier event about the same subject. */
  dueDeliveries(nowMs: number, limit: number): DeliveryRow[];
  saveDelivery(row: DeliveryRow): void;
  /** Newest first. */
  deliveries(limit: number): DeliveryRow[];
  addSentEmail(registrationId: string, address: string, nowMs: number): void;
}

export function createWebhookStore(db: SqlDatabase): WebhookStore {
  const setting = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const setSetting = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const clearSetting = db.prepare('DELETE FROM meta WHERE key = ?');
  const add = db.prepare(
    `INSERT INTO webhook_delivery (event, subject, body, created_ms, attempts, due_ms, state)
     VALUES (@event, @subject, @body, @nowMs, 0, @nowMs, 'waiting')`,
  );
  const due = db.prepare<[number, number], DeliveryRow>(
    `SELECT * FROM webhook_delivery AS delivery WHERE due_ms <= ? AND NOT EXISTS (
       SELECT 1 FROM webhook_delivery AS earlier
       WHERE earlier.subject = delivery.subject AND earlier.seq < delivery.seq AND earlier.state = 'waiting')
     ORDER BY due_ms, seq LIMIT ?`,
  );
  const save = db.prepare(
    `UPDATE webhook_delivery SET attempts = @attempts, due_ms = @due_ms, state = @state, last_status = @last_status,
       last_problem = @last_problem, finished_ms = @finished_ms
     WHERE seq = @seq`,
  );
  const newest = db.prepare<[number], DeliveryRow>(
    'SELECT * FROM webhook_delivery ORDER BY seq DESC LIMIT ?',
  );
  const addEmail = db.prepare('INSERT INTO sent_email (registration_id, address, sent_ms) VALUES (?, ?, ?)');
  return {
    setting: (key) => setting.get(key) ?? null,
    setSetting: (key, value) => void (value === null ? clearSetting.run(key) : setSetting.run(key, value)),
    addDelivery: ({ event, subject, body }, nowMs) => void add.run({ event, subject, body, nowMs }),
    dueDeliveries: (nowMs, limit) => due.all(nowMs, limit),
    saveDelivery: (row) => void save.run(row),
    deliveries: (limit) => newest.all(limit),
    addSentEmail: (registrationId, address, nowMs) => void addEmail.run(registrationId, address, nowMs),
  };
}
