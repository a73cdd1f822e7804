// Records as they are read: judged one by one, so that an odd one hides no other. A field on which nothing depends costs
// its record nothing; any other field that does not fit sets the record aside.
import { z } from 'zod';

/** What stands in for a field on which nothing depends, by the field's name. */
type Stopgaps = Readonly<Record<string, unknown>>;

const stopgapsOf = new WeakMap<z.ZodType, Stopgaps>();

/** Says which fields of a record nothing depends on, and what stands in their place when they do not fit. */
export function incidental<Schema extends z.ZodObject>(
  schema: Schema,
  stopgaps: { readonly [Field in keyof z.output<Schema>]?: z.output<Schema>[Field] },
): Schema {
  stopgapsOf.set(schema, stopgaps as Stopgaps);
  return schema;
}

/** A record, or a field of one, that does not fit. Carries nothing of a patient beyond the record's id. */
export interface OddRecord {
  /** The record's own id; null when that is what does not fit. */
  readonly id: string | null;
  /** Path of the first field that does not fit, such as `date_of_birth`. */
  readonly field: string;
  /** What is wrong with it; names types, never what was received. */
  readonly reason: string;
  /** True when the record is used without that field; false when it is set aside whole. */
  readonly used: boolean;
}

/** `record` is null where the whole record is set aside. */
export type JudgedRecord =
  | { readonly record: object; readonly odd: OddRecord | null }
  | { readonly record: null; readonly odd: OddRecord };

function idOf(value: unknown): string | null {
  const id =
    typeof value === 'object' && value !== null && 'id' in value ? z.guid().safeParse(value.id) : null;
  return id?.success ? id.data : null;
}

/** `price.currency`. */
export const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Judges one record by its schema. */
export function judgeRecord(schema: z.ZodType, value: unknown): JudgedRecord {
  const checked = schema.safeParse(value);
  if (checked.success) return { record: checked.data as object, odd: null };
  const [first] = checked.error.issues;
  const odd = {
    id: idOf(value),
    field: pathText(first?.path ?? []),
    reason: first?.message ?? 'does not fit',
  };
  const patched = withStopgaps(schema, value, checked.error.issues);
  return patched === null
    ? { record: null, odd: { ...odd, used: false } }
    : { record: patched, odd: { ...odd, used: true } };
}

/** The record without the fields that do not fit, or null when something depends on one of them. */
function withStopgaps(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): object | null {
  const stopgaps = stopgapsOf.get(schema);
  if (!stopgaps || !(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return null;
  const fields = new Set(issues.map((issue) => String(issue.path[0])));
  if (![...fields].every((field) => Object.hasOwn(stopgaps, field))) return null;
  // Every issue is known by now, so whatever is not among them fits.
  const came = value as Readonly<Record<string, unknown>>;
  const known = Object.keys(schema.shape).filter((field) => fields.has(field) || Object.hasOwn(came, field));
  return Object.fromEntries(known.map((field) => [field, fields.has(field) ? stopgaps[field] : came[field]]));
}

/** The schema of the records in a list, be it a page or a plain array; null for anything else. */
export function recordSchemaOf(
  schema: z.ZodType,
): { readonly record: z.ZodType; readonly isPage: boolean } | null {
  if (schema instanceof z.ZodArray) return { record: schema.element as z.ZodType, isPage: false };
  if (!(schema instanceof z.ZodObject)) return null;
  const items: unknown = schema.shape['items'];
  return items instanceof z.ZodArray ? { record: items.element as z.ZodType, isPage: true } : null;
}

/** True for the schema of a record that has an id of its own. */
export function isRecordSchema(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && 'id' in schema.shape;
}

/** Judges the records of a list one by one: the good ones, in order, and what was odd. */
export function judgeRecords(
  schema: z.ZodType,
  values: readonly unknown[],
): { readonly records: unknown[]; readonly odd: OddRecord[] } {
  const records: unknown[] = [];
  const odd: OddRecord[] = [];
  for (const value of values) {
    const judged = judgeRecord(schema, value);
    if (judged.odd) odd.push(judged.odd);
    if (judged.record !== null) records.push(judged.record);
  }
  return { records, odd };
}
