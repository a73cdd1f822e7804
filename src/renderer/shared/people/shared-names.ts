// Names that two people of one day have. Pure functions.
import type { VisitRow } from '../../../contract/views.ts';
import { searchableName } from '../../../domain/person-name.ts';

/** A name in the form in which names are compared. Names of plain letters, which most are, skip the slow conversion. */
function nameKey({ lastName, firstName }: { lastName: string; firstName: string }): string {
  const plain = `${lastName} ${firstName}`.toLowerCase();
  return /^[a-z ]*$/.test(plain) ? plain : searchableName(plain);
}

/** By the rows of an answer, as long as that is kept: board and open visit ask each time that they are drawn. */
const known = new WeakMap<readonly VisitRow[], ReadonlySet<string>>();

/** The names that two different people of the day have, because so a wrong tube is easily labelled. */
export function sharedNames(rows: readonly VisitRow[]): ReadonlySet<string> {
  const shared = known.get(rows) ?? findShared(rows);
  known.set(rows, shared);
  return shared;
}

function findShared(rows: readonly VisitRow[]): ReadonlySet<string> {
  const bearers = new Map<string, string>();
  const shared = new Set<string>();
  for (const { person } of rows) {
    if (!person) continue;
    const name = nameKey(person);
    const other = bearers.get(name);
    if (other !== undefined && other !== person.id) shared.add(name);
    bearers.set(name, person.id);
  }
  return shared;
}

export function bearsSharedName(row: VisitRow, shared: ReadonlySet<string>): boolean {
  return row.person !== null && shared.has(nameKey(row.person));
}
