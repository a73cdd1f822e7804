// A table of a few records of the desk itself, such as its people: a row for each, with its state and what can be done about it.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './record-table.module.css';
import { ScrollSideways } from './scroll-sideways.tsx';

/**
 * `label`: what its records are, for who hears it. `columns`: their headings. `hasWays`: a last column holds what can be done. `isDense`: many columns, most of them numbers. A row with
 * `data-off` is about something that is out of use. Where the table is too narrow for columns, a cell with `data-column` says these words
 * before its own.
 * @example <RecordTable label="People" columns={['Initials', 'Name']} hasWays>{people.map((person) => <tr key={person.initials}>…</tr>)}</RecordTable>
 */
export function RecordTable(props: {
  label: string;
  columns: readonly string[];
  hasWays?: boolean;
  isDense?: boolean;
  children: ReactNode;
}) {
  const { label, columns, hasWays = false, isDense = false, children } = props;
  return (
    <ScrollSideways label={label} className={css.place}>
      <table className={css.table} aria-label={label} data-dense={isDense || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasWays && (
              <th scope="col">
                <span className="visually-hidden">What to do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollSideways>
  );
}

/** What can be done about a row, in its last cell. */
export const RowWays = ({ children }: { children: ReactNode }) => (
  <span className={css.ways}>{children}</span>
);

/** A row's state: a word with its picture. `className` gives it a colour. */
export function RowState({
  icon: Icon,
  className,
  children,
}: {
  icon: LucideIcon;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classNames(css.state, className)}>
      <Icon aria-hidden="true" size={18} />
      <span>{children}</span>
    </span>
  );
}
