// Checks received records one by one, so that a wrong record does not hide the others. When only an unimportant field
// is wrong, the record is used with a replacement value in that field. Any other wrong field sets the whole record
// aside.
import { z } from 'zod';
import { id as identifier } from './value.ts';

/** Replacement values for unimportant fields, by the name of the field. */
type Stopgaps = Readonly<Record<string, unknown>>;

const stopgapsOf = new WeakMap<z.ZodType, Stopgaps>();

/**
 * Marks the unimportant fields of a record: nothing the desk decides depends on them. When one is wrong, its value in
 * `stopgaps` is used instead. Returns the same schema.
 *
 * @example const patient = incidental(patientFields, { phone_number: null });
 */
export function incidental<Schema extends z.ZodObject>(
  schema: Schema,
  stopgaps: { readonly [Field in keyof z.output<Schema>]?: z.output<Schema>[Field] },
): Schema {
  stopgapsOf.set(schema, stopgaps as Stopgaps);
  return schema;
}

/** A received record that does not match its schema. Holds no patient data except the record's id. */
export interface OddRecord {
  /** The record's id; null when the id itself is wrong. */
  readonly id: string | null;
  /** Path of the first wrong field, such as `date_of_birth`. */
  readonly field: string;
  /** What is wrong with it, in words that go on after the field's name. Never the received value. */
  readonly reason: string;
  /** True when the record is used with a replacement value; false when the whole record is set aside. */
  readonly used: boolean;
}

/** The result of the check. `record` is null when the whole record is set aside; `odd` is null when all is right. */
export type JudgedRecord =
  | { readonly record: object; readonly odd: OddRecord | null }
  | { readonly record: null; readonly odd: OddRecord };

function idOf(value: unknown): string | null {
  const id =
    typeof value === 'object' && value !== null && 'id' in value ? identifier.safeParse(value.id) : null;
  return id?.success ? id.data : null;
}

/** The path of a field as text, as in `price.currency`. */
export const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Checks one record against its schema. */
export function judgeRecord(schema: z.ZodType, value: unknown): JudgedRecord {
  const checked = schema.safeParse(value);
  if (checked.success) return { record: checked.data as object, odd: null };
  const [first] = checked.error.issues;
  const odd = {
    id: idOf(value),
    field: pathText(first?.path ?? []),
    reason: first ? faultWords(first, value) : 'it does not fit',
  };
  const patched = withStopgaps(schema, value, checked.error.issues);
  return patched === null
    ? { record: null, odd: { ...odd, used: false } }
    : { record: patched, odd: { ...odd, used: true } };
}

const NO_SUCH_TYPE: Readonly<Record<string, string>> = {
  string: 'it is no text',
  number: 'it is no number',
  int: 'it is no whole number',
  boolean: 'it is neither yes nor no',
  array: 'it is no list',
  object: 'it has no parts',
};
const NO_SUCH_FORM: Readonly<Record<string, string>> = {
  date: 'it is no date (YYYY-MM-DD)',
  guid: 'it is no identifier',
};

/** What is wrong with a field, for whoever reports it to the laboratory: what came in its place, or what it is not. */
function faultWords(issue: z.core.$ZodIssue, record: unknown): string {
  const received = issue.path.reduce<unknown>(
    (of, part) => (typeof of === 'object' && of !== null ? Reflect.get(of, part) : undefined),
    record,
  );
  if (received === undefined) return 'it is missing';
  if (received === null || received === '') return 'it is empty';
  const known =
    issue.code === 'invalid_type'
      ? NO_SUCH_TYPE[issue.expected]
      : issue.code === 'invalid_format'
        ? NO_SUCH_FORM[issue.format]
        : undefined;
  if (known !== undefined) return known;
  // The interface's own checks say what a value must be; the library's words are for programmers.
  return issue.message.startsWith('must ') ? `it ${issue.message}` : 'it is not of a known form';
}

/** The record with replacement values in its wrong fields; null when one of these fields is important. */
function withStopgaps(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): object | null {
  const stopgaps = stopgapsOf.get(schema);
  if (!stopgaps || !(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return null;
  const fields = new Set(issues.map((issue) => String(issue.path[0])));
  if (![...fields].every((field) => Object.hasOwn(stopgaps, field))) return null;
  // zod reports all wrong fields at once, so every other field is right.
  const came = value as Readonly<Record<string, unknown>>;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const known = Object.entries(shape).filter(([field]) => fields.has(field) || Object.hasOwn(came, field));
  return Object.fromEntries(
    known.map(([field, form]) => [field, fields.has(field) ? stopgaps[field] : form.parse(came[field])]),
  );
}

/** The schema of the records in a list (a page or a plain array); null when the schema is not a list. */
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

/** Checks the records of a list one by one. Returns the usable ones in their order, and a report of the wrong ones. */
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
