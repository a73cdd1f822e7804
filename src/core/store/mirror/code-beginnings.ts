// Which code a scanner that has sent its beginning will send: TRF codes, and the codes of labels that the service has told.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** No code has a character after it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Two of a kind tell that there is more than one. In each index the shortest is first: the beginning itself, where it is a code. */
const twoOf = (column: string, table: string): string => `
  SELECT code FROM (SELECT DISTINCT ${column} COLLATE NOCASE AS code FROM ${table}
    WHERE ${column} >= @from COLLATE NOCASE AND ${column} < @to COLLATE NOCASE
    ORDER BY ${column} COLLATE NOCASE LIMIT 2)`;

const BEGINNING_SO = [
  twoOf('trf_code', 'mirror_registration'),
  twoOf('label_sample_id', 'mirror_registration'),
  twoOf('code', 'label_code'),
].join(' UNION ALL ');

export type CodeBegun =
  { readonly kind: 'none' } | { readonly kind: 'several' } | { readonly kind: 'one'; readonly code: string };

/**
 * The only code here that begins so, in any case; the beginning itself where that is one already. `none`: no code begins so.
 * `several`: the next characters will tell.
 *
 *     codeBeginningWith(db, 'DRW-7K') // { kind: 'one', code: 'DRW-7K2M9Q' }
 */
export function codeBeginningWith(db: Db, beginning: string): CodeBegun {
  const rows = all<{ code: string }>(db, BEGINNING_SO, { from: beginning, to: beginning + LAST_CHARACTER });
  const codes = new Map(rows.map(({ code }) => [code.toUpperCase(), code]));
  const [one] = codes.size === 1 ? codes.values() : [codes.get(beginning.toUpperCase())];
  if (one !== undefined) return { kind: 'one', code: one };
  return { kind: codes.size === 0 ? 'none' : 'several' };
}
