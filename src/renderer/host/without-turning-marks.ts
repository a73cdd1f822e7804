// Takes marks that turn writing round out of what the engine answers. Texts come from others: comments, reasons, names of products.
// With such a mark in it a text is shown backwards, from there to the end of its line: `12.5 \u202Egnihton` would read
// `12.5 nothing`. Letters written from right to left need no mark, and look as they should.

/**
 * Embeddings, overrides, isolates and their ends. The weak marks that spelling needs (U+200E, U+200F, U+061C) turn nothing round,
 * and neither does a text that is set apart by a whole pair (U+2068, U+2069), as the engine does with names: it only keeps the
 * text's own order to itself.
 */
const TURNING_MARKS = /(\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g;
const HAS_MARK = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Parts of names stay as they are: a confirmed identity is sent back with the name as the record has it, and `formatName` shows
 * it without what nobody sees.
 */
const NAME_FIELDS: ReadonlySet<string> = new Set(['firstName', 'lastName']);

const isRecord = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Almost always there is none, and then nothing is copied. */
function hasMark(value: unknown): boolean {
  if (typeof value === 'string') return HAS_MARK.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMark);
  if (!isRecord(value)) return false;
  for (const key in value) if (hasMark(value[key])) return true;
  return false;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(TURNING_MARKS, '$1');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, NAME_FIELDS.has(key) ? part : cleaned(part)]),
  );
}

/** The same value without such marks in any text of it, however deep; the value itself where there are none. */
export function withoutTurningMarks<Value>(value: Value): Value {
  return hasMark(value) ? (cleaned(value) as Value) : value;
}
