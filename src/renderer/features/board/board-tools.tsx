// Narrows the board: to one part of it, and to a name.
import { Columns3, Printer, Search } from 'lucide-react';
import { hrefOf, links } from '../../shared/links.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/checks.tsx';
import type { BoardFilter } from './board-rows.ts';
import css from './board.module.css';

export interface Narrowing {
  readonly filter: BoardFilter;
  /** Parts of a name or of a code; empty: everybody. */
  readonly name: string;
}

export const EVERYBODY: Narrowing = { filter: 'all', name: '' };

/**
 * `counts`: null before they are known. `dayIsOver`: of whoever is not finished nobody has said what became of them; that somebody never
 * came is known of a no-show, who is finished.
 */
export function BoardTools(props: {
  narrowing: Narrowing;
  counts: Readonly<Record<BoardFilter, number>> | null;
  dayIsOver: boolean;
  /** Where the boards of all locations stand beside each other; null where there is one location only. */
  sideBySide: string | null;
  /** True on today's board: labels are printed for people who are here. */
  mayPrintLabels: boolean;
  onChange: (narrowing: Narrowing) => void;
  onPrint: () => void;
}) {
  const { narrowing, counts, onChange } = props;
  return (
    <div className={css.tools}>
      <Segments
        legend="Show"
        name="board-filter"
        value={narrowing.filter}
        onChange={(filter) => onChange({ ...narrowing, filter })}
        choices={[
          { value: 'all', words: 'Everybody', count: counts?.all },
          {
            value: 'expected',
            words: props.dayIsOver ? 'Still expected' : 'To come',
            count: counts?.expected,
          },
          { value: 'here', words: props.dayIsOver ? 'Still here' : 'Here', count: counts?.here },
          { value: 'done', words: 'Finished', count: counts?.done },
        ]}
      />
      <label className={css.find}>
        <Search aria-hidden="true" size={17} />
        <input
          type="search"
          aria-label="Show only this name"
          placeholder="Name or code"
          autoComplete="off"
          spellCheck={false}
          value={narrowing.name}
          onChange={(event) => onChange({ ...narrowing, name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange({ ...narrowing, name: '' });
          }}
        />
      </label>
      <Button size="small" icon={<Printer />} hint="E" onClick={props.onPrint}>
        Day list
      </Button>
      {props.mayPrintLabels && (
        <a className={css.beside} href={hrefOf(links.labelBatch)}>
          <Printer aria-hidden="true" size={17} /> Labels for several
        </a>
      )}
      {props.sideBySide !== null && (
        <a className={css.beside} href={hrefOf(props.sideBySide)}>
          <Columns3 aria-hidden="true" size={17} /> All locations
        </a>
      )}
    </div>
  );
}
