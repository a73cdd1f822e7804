// Orders. Their table is called `purchase`, because ORDER is a keyword of SQL.
import type { SqlDatabase } from './database.ts';

export interface OrderRow {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly payment_status: string;
  readonly shipping_status: string;
  readonly shipping_id: string;
  readonly shipping_date: string | null;
  readonly customer_id: string;
  /** JSON of the address record, or null. */
  readonly address: string | null;
  /** JSON list of order lines. */
  readonly items: string;
  readonly total_minor: number;
  readonly created_ms: number;
  /** When its parcel reaches the next stage; null when there is none. */
  readonly due_ms: number | null;
}

export interface OrderStore {
  order(id: string): OrderRow | undefined;
  orderByNumber(number: string): OrderRow | undefined;
  addOrder(row: OrderRow): void;
  saveOrder(row: OrderRow): void;
  dueOrders(nowMs: number): OrderRow[];
  nextOrderDueMs(): number | null;
  countOrders(): number;
}

export function createOrderStore(db: SqlDatabase): OrderStore {
  const byId = db.prepare<[string], OrderRow>('SELECT * FROM purchase WHERE id = ?');
  const byNumber = db.prepare<[string], OrderRow>('SELECT * FROM purchase WHERE number = ?');
  const add = db.prepare(
    `INSERT INTO purchase (id, number, status, payment_status, shipping_status, shipping_id, shipping_date, customer_id,
       address, items, total_minor, created_ms, due_ms)
     VALUES (@id, @number, @status, @payment_status, @shipping_status, @shipping_id, @shipping_date, @customer_id,
       @address, @items, @total_minor, @created_ms, @due_ms)`,
  );
  const save = db.prepare(
    `UPDATE purchase SET status = @status, payment_status = @payment_status, shipping_status = @shipping_status,
       due_ms = @due_ms
     WHERE id = @id`,
  );
  const due = db.prepare<[number], OrderRow>(
    'SELECT * FROM purchase WHERE due_ms <= ? ORDER BY due_ms LIMIT 500',
  );
  const nextDue = db
    .prepare<[], number | null>('SELECT min(due_ms) FROM purchase WHERE due_ms IS NOT NULL')
    .pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM purchase').pluck();
  return {
    order: (id) => byId.get(id.toLowerCase()),
    orderByNumber: (number) => byNumber.get(number),
    addOrder: (row) => void add.run(row),
    saveOrder: (row) => void save.run(row),
    dueOrders: (nowMs) => due.all(nowMs),
    nextOrderDueMs: () => nextDue.get() ?? null,
    countOrders: () => count.get() as number,
  };
}
