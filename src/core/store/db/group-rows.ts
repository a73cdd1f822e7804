// Rows of one query, put together by what they belong to.

/**
 * The rows under each key, in the order of the query. Keys without a row are left out.
 *
 *     groupRows(rows, (row) => row.visit_id, toPaper).get(visitId) ?? []
 */
export function groupRows<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  return new Map(Array.from(Map.groupBy(rows, keyOf), ([key, group]) => [key, group.map(valueOf)]));
}
