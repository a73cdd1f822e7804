// Which registrations a code leads to that is none of their own names: the number of an order, as far as this desk has read the
// order, and what the service said to bar codes that were asked for.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdsOf } from '../outbox/id-map.ts';

const NUMBER = `COALESCE(body ->> '$.order_number', body ->> '$.number')`;

/** An order's registrations are known from the list of the order, from each of them, or both. */
const LED_TO = `
  WITH code (value) AS (SELECT value FROM json_each(@codes)),
  numbered (order_id) AS (SELECT mirror_order.id FROM code JOIN mirror_order ON ${NUMBER} = code.value COLLATE NOCASE),
  led_to (id) AS (
    SELECT told.value ->> '$.id' FROM numbered
      JOIN mirror_order_part AS part ON part.order_id = numbered.order_id AND part.part = 'registrations',
      json_each(part.body) AS told
    UNION SELECT linked.registration_id FROM numbered
      JOIN mirror_registration_part AS linked
        ON linked.part = 'order' AND linked.answer ->> '$[0].linkedId' = numbered.order_id
    UNION SELECT registration_id FROM code JOIN mirror_barcode_answer ON mirror_barcode_answer.code = code.value
  )
  SELECT id FROM mirror_registration WHERE id IN (SELECT id FROM led_to) ORDER BY created_on, trf_code, id`;

/**
 * Registrations (local ids) that are stored here and to which one of the codes leads, without those that have it as their own code;
 * see `findRegistrations` for these. An order may have more at the service than are known here.
 */
export function registrationsLedTo(db: Db, codes: readonly string[]): string[] {
  if (codes.length === 0) return [];
  const ids = all<{ id: string }>(db, LED_TO, { codes: JSON.stringify(codes) }).map((row) => row.id);
  const locals = localIdsOf(db, 'registration', ids);
  return ids.map((id) => locals.get(id) ?? id);
}

/** Keeps to which registrations (the service's ids) the service said that a code leads; what it said before is forgotten. */
export function saveBarcodeAnswer(db: Db, code: string, registrationIds: readonly string[]): void {
  run(db, 'DELETE FROM mirror_barcode_answer WHERE code = ?', [code]);
  run(
    db,
    'INSERT OR IGNORE INTO mirror_barcode_answer (code, registration_id) SELECT @code, value FROM json_each(@ids)',
    { code, ids: JSON.stringify(registrationIds) },
  );
}
