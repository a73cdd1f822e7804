// Which tables are copied to the site's PostgreSQL database: all but those that can be read from the service again. So a
// table that is added later is copied, unless somebody names it here.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Read from the service, worked out from what was read, or about this file alone. */
const READ_AGAIN: ReadonlySet<string> = new Set([
  'commit_count',
  'copy_change',
  'copy_state',
  'label_code',
  'label_code_asked',
  'odd_record',
  'patient_answer',
  'person',
  'registration_said',
  'sqlite_sequence',
]);
const isReadAgain = (name: string): boolean =>
  READ_AGAIN.has(name) || name.startsWith('mirror_') || name.startsWith('person_search');

/**
 * Columns that are not copied. Of a print job that is what goes to the printer: up to a megabyte, removed after days, and not
 * to be sent by another machine, which cannot know what was printed meanwhile.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { print_job: ['bytes', 'reprint_bytes'] };

/**
 * Tables whose rows are added and removed, and never changed. Their changes name the row only, which is read where it is when it
 * is copied: an answer to a command may be long, and writing it twice would be most of what the copy costs the command.
 */
const WRITTEN_ONCE: ReadonlySet<string> = new Set(['activity', 'command_answer']);

/** Stands in a change for a row that is read where it is. */
export const AS_IT_IS = '';

/** Settings about this machine or about what it has read; another one begins without them. */
const OWN_SETTINGS = [
  'boardAges',
  'diskTriedAtMs',
  'machineClockAheadMs',
  'productsNotTold',
  'productsWithdrawn',
  'refusalShapes',
  'registrationsNotListed',
  'registrationsVanished',
];

/** A copied table. */
export interface CopiedTable {
  readonly name: string;
  /** Of the primary key, in its order. */
  readonly keyColumns: readonly string[];
  readonly columns: readonly { readonly name: string; readonly isBlob: boolean }[];
  /** Its rows are never changed, so a change of it may hold {@link AS_IT_IS}. */
  readonly isWrittenOnce: boolean;
  /** What a row that cannot be null has where its column was left out. */
  readonly emptyBlobs: readonly string[];
}

/** The copied tables of this database as its schema is now, by name. */
export function copiedTables(db: Db): CopiedTable[] {
  const names = all<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  );
  return names.flatMap(({ name }) => (isReadAgain(name) ? [] : [tableOf(db, name)]));
}

function tableOf(db: Db, name: string): CopiedTable {
  const info = all<{ name: string; type: string; pk: number }>(
    db,
    'SELECT name, type, pk FROM pragma_table_info(?)',
    [name],
  );
  const leftOut = LEFT_OUT[name] ?? [];
  return {
    name,
    keyColumns: info
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    columns: info
      .filter((column) => !leftOut.includes(column.name))
      .map((column) => ({ name: column.name, isBlob: column.type === 'BLOB' })),
    isWrittenOnce: WRITTEN_ONCE.has(name),
    emptyBlobs: leftOut,
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const keyOf = ({ keyColumns }: CopiedTable, row: string): string =>
  `json_array(${keyColumns.map((column) => `${row}.${quoted(column)}`).join(', ')})`;

/** JSON has no bytes, so they are written in hexadecimal. */
const valueOf = (row: string, { name, isBlob }: CopiedTable['columns'][number]): string =>
  isBlob
    ? `CASE WHEN ${row}.${quoted(name)} IS NULL THEN NULL ELSE hex(${row}.${quoted(name)}) END`
    : `${row}.${quoted(name)}`;

const rowOf = ({ columns }: CopiedTable, row: string): string =>
  `json_object(${columns.map((column) => `${text(column.name)}, ${valueOf(row, column)}`).join(', ')})`;

const addedRowOf = (table: CopiedTable, row: string): string =>
  table.isWrittenOnce ? text(AS_IT_IS) : rowOf(table, row);

const isCopied = ({ name }: CopiedTable, row: string): string =>
  name === 'setting' ? `${row}.key NOT IN (${OWN_SETTINGS.map(text).join(', ')})` : '1';

/** The commit under way is one more than the last: it is counted when it ends. */
const COMMIT = '(SELECT coalesce(max(count), 0) + 1 FROM commit_count)';

const note = (table: CopiedTable, key: string, row: string, condition: string): string =>
  `INSERT INTO copy_change (commit_count, table_name, row_key, row)
     SELECT ${COMMIT}, ${text(table.name)}, ${key}, ${row} WHERE ${condition};`;

const isRenamed = ({ keyColumns }: CopiedTable): string =>
  keyColumns.map((column) => `old.${quoted(column)} IS NOT new.${quoted(column)}`).join(' OR ');

/** Names of the triggers that write the changes of a table. */
const triggerNames = (name: string): string[] =>
  ['added', 'changed', 'gone'].map((what) => `copy_${name}_${what}`);

/** The SQL that makes the triggers of a table. */
export function triggersOf(table: CopiedTable): string {
  const [added, changed, gone] = triggerNames(table.name).map(quoted);
  const on = quoted(table.name);
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  return `
CREATE TRIGGER ${added} AFTER INSERT ON ${on} BEGIN
  ${note(table, keyOf(table, 'new'), addedRowOf(table, 'new'), isCopied(table, 'new'))}
END;
CREATE TRIGGER ${changed} AFTER UPDATE OF ${columns} ON ${on} BEGIN
  ${note(table, keyOf(table, 'old'), 'NULL', isRenamed(table))}
  ${note(table, keyOf(table, 'new'), rowOf(table, 'new'), isCopied(table, 'new'))}
END;
CREATE TRIGGER ${gone} AFTER DELETE ON ${on} BEGIN
  ${note(table, keyOf(table, 'old'), 'NULL', isCopied(table, 'old'))}
END;`;
}

/** The SQL that writes every row of a table as a change, of no commit (0). */
export function everyRowOf(table: CopiedTable): string {
  return `INSERT INTO copy_change (commit_count, table_name, row_key, row)
    SELECT 0, ${text(table.name)}, ${keyOf(table, 'held')}, ${addedRowOf(table, 'held')}
    FROM ${quoted(table.name)} AS held WHERE ${isCopied(table, 'held')};`;
}

/** The SQL that puts a row into a table, in place of any that it cannot be beside; its parameters are the values of `columns`. */
export function insertOf(table: CopiedTable, columns: CopiedTable['columns']): string {
  const names = [...columns.map(({ name }) => name), ...table.emptyBlobs];
  const values = [
    ...columns.map(({ isBlob }) => (isBlob ? 'unhex(?)' : '?')),
    ...table.emptyBlobs.map(() => "x''"),
  ];
  return `REPLACE INTO ${quoted(table.name)} (${names.map(quoted).join(', ')}) VALUES (${values.join(', ')})`;
}

/** The SQL that reads the keys of all rows, as they stand in a change: rows of {key}. */
export const keysOf = (table: CopiedTable): string =>
  `SELECT ${keyOf(table, 'held')} AS key FROM ${quoted(table.name)} AS held`;

/** The SQL that removes the row of a key, as it stands in a change; parameter: the key. */
export const removalOf = (table: CopiedTable): string =>
  `DELETE FROM ${quoted(table.name)} AS held WHERE ${isRowOf(table)}`;

/** The SQL that reads a row as JSON by its key; parameter: the key as in a change. No row: it is not there any more. */
export function rowByKeyOf(table: CopiedTable): string {
  return `SELECT ${rowOf(table, 'held')} AS row FROM ${quoted(table.name)} AS held WHERE ${isRowOf(table)}`;
}

const isRowOf = ({ keyColumns }: CopiedTable): string =>
  keyColumns
    .map((column, index) => `held.${quoted(column)} = json_extract(@key, '$[${index}]')`)
    .join(' AND ');
