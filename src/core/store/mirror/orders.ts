// Orders as the service told them: those made here, and those that this desk was led to. The service has no list of
// orders, so no others are known.
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** The records that belong to an order, each read when it is asked for. */
export const ORDER_PARTS = [
  'registrations',
  'items',
  'customer',
  'address',
  'shipping',
  'appointments',
] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

/** An order at the service. Its fields are not published, so they are kept as they came. */
export interface StoredOrder {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly knownAtMs: number;
  /** Null for an order of which only its making is known. */
  readonly fetchedAtMs: number | null;
}

export interface StoredOrderPart {
  /** What the service answered; null where it says that there is none. */
  readonly body: unknown;
  readonly fetchedAtMs: number;
}

interface OrderTableRow {
  id: string;
  body: string;
  known_at_ms: number;
  fetched_at_ms: number | null;
}

const toOrder = (row: OrderTableRow): StoredOrder => ({
  id: row.id,
  body: JSON.parse(row.body) as Readonly<Record<string, unknown>>,
  knownAtMs: row.known_at_ms,
  fetchedAtMs: row.fetched_at_ms,
});

/** Keeps an order as it was read. */
export function saveOrder(db: Db, order: { readonly id: string }, nowMs: number): void {
  run(
    db,
    `INSERT INTO mirror_order (id, body, known_at_ms, fetched_at_ms) VALUES (@id, @body, @nowMs, @nowMs)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    { id: order.id, body: JSON.stringify(order), nowMs },
  );
}

/**
 * Keeps an order as a registration led to it. The service may tell less of it there than when it is asked for the order
 * itself: what is left out stays as it was read before.
 */
export function saveLinkedOrder(db: Db, order: { readonly id: string }, nowMs: number): void {
  saveOrder(db, { ...findOrder(db, order.id)?.body, ...order }, nowMs);
}

/** Keeps that there is such an order, which was made here or named by somebody, and was not read yet. */
export function noteOrder(db: Db, orderId: string, nowMs: number): void {
  run(db, `INSERT OR IGNORE INTO mirror_order (id, body, known_at_ms) VALUES (?, ?, ?)`, [
    orderId,
    JSON.stringify({ id: orderId }),
    nowMs,
  ]);
}

/** Null when this desk knows no such order (the service's id). */
export function findOrder(db: Db, orderId: string): StoredOrder | null {
  const row = get<OrderTableRow>(db, 'SELECT * FROM mirror_order WHERE id = ?', [orderId]);
  return row && toOrder(row);
}

/** The service's ids of the `count` orders that this desk came to know last, the latest first. */
export function listOrderIds(db: Db, count: number): string[] {
  return all<{ id: string }>(db, 'SELECT id FROM mirror_order ORDER BY known_at_ms DESC, id LIMIT ?', [
    count,
  ]).map((row) => row.id);
}

export function countOrders(db: Db): number {
  return get<{ found: number }>(db, 'SELECT count(*) AS found FROM mirror_order')?.found ?? 0;
}

/** Those of these orders (the service's ids) that are known here. */
export function knownOrderIds(db: Db, orderIds: Iterable<string>): string[] {
  return all<{ id: string }>(db, 'SELECT id FROM mirror_order WHERE id IN (SELECT value FROM json_each(?))', [
    JSON.stringify([...orderIds]),
  ]).map((row) => row.id);
}

/** All orders that are known here, the latest first. */
export function listOrders(db: Db): StoredOrder[] {
  return all<OrderTableRow>(db, 'SELECT * FROM mirror_order ORDER BY known_at_ms DESC, id').map(toOrder);
}

export function saveOrderPart(
  db: Db,
  of: { readonly orderId: string; readonly part: OrderPart },
  body: unknown,
  nowMs: number,
): void {
  run(
    db,
    `INSERT INTO mirror_order_part (order_id, part, body, fetched_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id, part) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [of.orderId, of.part, body === null ? null : JSON.stringify(body), nowMs],
  );
}

/** Null while the part was never read. */
export function findOrderPart(
  db: Db,
  of: { readonly orderId: string; readonly part: OrderPart },
): StoredOrderPart | null {
  const row = get<{ body: string | null; fetched_at_ms: number }>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_order_part WHERE order_id = ? AND part = ?',
    [of.orderId, of.part],
  );
  return (
    row && {
      body: row.body === null ? null : (JSON.parse(row.body) as unknown),
      fetchedAtMs: row.fetched_at_ms,
    }
  );
}

/** The service's ids of the registrations of an order (its id at the service) when that was last read; none where it never was. */
export function registrationsOfOrder(db: Db, orderId: string): string[] {
  const part = findOrderPart(db, { orderId, part: 'registrations' });
  return ((part?.body ?? []) as { readonly id: string }[]).map(({ id }) => id);
}
