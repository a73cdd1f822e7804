// Today's board: who comes when, what for, how they stand, and who has waited longest.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Info } from 'lucide-react';
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useQuery } from '../../host/use-query.ts';
import type { VisitRow } from '../../../contract/views.ts';
import { useWait } from '../../shared/dates/use-wait.ts';
import { useDensity, type Density } from '../../ui/density.ts';
import { bearsSharedName, sharedNames } from '../../shared/people/shared-names.ts';
import { ConnectionPopover } from '../../shared/connection/connection-details.tsx';
import { visitName } from '../../shared/visit/visit-words.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Segments } from '../../ui/checks.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { markPainted } from '../../ui/paint-mark.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BoardLine } from './board-line.tsx';
import { countRows, matchesFilter, nowIndex, type BoardFilter } from './board-rows.ts';
import { NoRows, OddRecords } from './what-is-missing.tsx';
import css from './board.module.css';

const MINUTE_MS = 60_000;
/** The least height of a row; a long name makes it higher. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { large: 66, compact: 40 };
/** Up to here every row is in the page, so that a browser's own search and a screen reader find all of them. */
const WHOLE_UP_TO = 200;

export function Board(props: { openVisitId: string | null; onOpen: (visitId: string) => void }) {
  const { openVisitId, onOpen } = props;
  const board = useQuery('board.get', {});
  const nowMs = useNowMs(MINUTE_MS);
  const [filter, setFilter] = useState<BoardFilter>('all');
  const value = board.value;
  const refresh = board.refresh;

  // A board left open over midnight turns to the new day.
  const dayNow = value ? wallClockAt(nowMs, value.timeZone).date : null;
  const today = value?.today ?? null;
  useEffect(() => {
    if (dayNow !== null && today !== null && dayNow > today) refresh();
  }, [dayNow, today, refresh]);

  const usable = value !== null && (!value.loading || value.rows.length > 0);
  useEffect(() => {
    if (usable) markPainted('drawdesk:board-usable');
  }, [usable]);

  const rows = useMemo(
    () => (value?.rows ?? []).filter((row) => matchesFilter(row, filter)),
    [value, filter],
  );
  const longest = value?.rows.find((row) => row.id === value.longestWaitingVisitId);
  // No counts before the first reading: a 0 would look like a true number.
  const counts = usable ? countRows(value.rows) : null;
  const shared = useMemo(() => sharedNames(value?.rows ?? []), [value]);

  return (
    <div className={css.board}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1>Today’s board</h1>
          {value && (
            <p className={css.under}>
              <span>{formatDate(value.date)}</span>
              {value.loading && value.asOfMs === null ? (
                <span>being read from the service…</span>
              ) : (
                <BoardAge asOfMs={value.asOfMs} timeZone={value.timeZone} />
              )}
            </p>
          )}
        </div>
        {usable && <LongestWait row={longest ?? null} />}
        <Segments
          legend="Show"
          name="board-filter"
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'all', words: 'Everybody', count: counts?.all },
            { value: 'expected', words: 'To come', count: counts?.expected },
            { value: 'here', words: 'Here', count: counts?.here },
            { value: 'done', words: 'Finished', count: counts?.done },
          ]}
        />
      </header>
      {board.error && !value && (
        <div className={css.padded}>
          <ErrorNotice error={board.error}>
            <Button size="small" onClick={refresh}>
              Try again
            </Button>
          </ErrorNotice>
        </div>
      )}
      {!usable && !board.error && <SkeletonRows count={9} label="The board is being read" />}
      {value && <OddRecords odd={value.oddRecords} />}
      {usable && rows.length === 0 && <NoRows value={value} />}
      {usable && rows.length > 0 && (
        <Rows
          rows={rows}
          longestId={value.longestWaitingVisitId}
          nowMs={nowMs}
          timeZone={value.timeZone}
          today={value.today}
          openVisitId={openVisitId}
          onOpen={onOpen}
          sharedNames={shared}
          showNow={filter === 'all' || filter === 'expected'}
        />
      )}
    </div>
  );
}

/** How old the board is; pressed, it says how old everything else is and how the connection stands. */
function BoardAge(props: { asOfMs: number | null; timeZone: string }) {
  const connection = useQuery('connection.get', {}).value;
  if (!connection) return <AsOf {...props} />;
  return (
    <ConnectionPopover
      connection={connection}
      buttonClass={css.age}
      buttonDescription="Opens how old the rest is, and how the connection is"
    >
      <AsOf {...props} />
      <Info aria-hidden="true" size={15} />
    </ConnectionPopover>
  );
}

function LongestWait({ row }: { row: VisitRow | null }) {
  const wait = useWait(row?.waitingSinceMs ?? null);
  return (
    <p className={css.longest}>
      {wait && row ? (
        <>
          <span className={css.longestWords}>Waiting longest</span>
          <span className={css.longestName}>{visitName(row)}</span>
          <span className={css.longestTime}>{wait.words}</span>
        </>
      ) : (
        <span className={css.longestWords}>Nobody is waiting</span>
      )}
    </p>
  );
}

type Value = NonNullable<ReturnType<typeof useQuery<'board.get'>>['value']>;

function Rows(props: {
  rows: Value['rows'];
  longestId: string | null;
  nowMs: number;
  timeZone: string;
  today: string;
  openVisitId: string | null;
  onOpen: (visitId: string) => void;
  showNow: boolean;
  sharedNames: ReadonlySet<string>;
}) {
  const { rows, nowMs, timeZone } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const density = useDensity((state) => state.density);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX[density],
    overscan: rows.length <= WHOLE_UP_TO ? rows.length : 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useEffect(() => virtual.measure(), [virtual, density]);
  const lineAt = props.showNow ? nowIndex(rows, nowMs) : -1;

  // A long day is first shown near the present time. After that only the person scrolls.
  const [startAt] = useState(lineAt);
  useEffect(() => {
    if (startAt > 6) virtual.scrollToIndex(startAt - 3, { align: 'start' });
  }, [startAt, virtual]);

  // A visit opened by a scan is brought into sight on the board as well.
  const openIndex = rows.findIndex((row) => row.id === props.openVisitId);
  useEffect(() => {
    if (openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, virtual]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const row = (event.target as Element).closest('[data-row]');
    if (!row) return;
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector('a')?.focus();
  }

  return (
    <div className={css.scroller} ref={scroller} onKeyDown={onKeyDown}>
      <div
        role="table"
        aria-label="Visits of today"
        aria-rowcount={rows.length + 1}
        className={css.table}
        data-density={density}
      >
        <div role="rowgroup" className={css.tableHead}>
          <div role="row" aria-rowindex={1} className={css.columns}>
            <span role="columnheader">Time</span>
            <span role="columnheader">Person</span>
            <span role="columnheader" className={css.what}>
              What for
            </span>
            <span role="columnheader" className={css.state}>
              State
            </span>
            <span role="columnheader" className={css.right}>
              Waiting
            </span>
          </div>
        </div>
        <div role="rowgroup" className={css.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <BoardLine
                  key={row.id}
                  row={row}
                  index={item.index}
                  topPx={item.start}
                  measure={virtual.measureElement}
                  timeZone={timeZone}
                  today={props.today}
                  isLongest={row.id === props.longestId}
                  isOpen={row.id === props.openVisitId}
                  nameIsShared={bearsSharedName(row, props.sharedNames)}
                  nowLine={item.index === lineAt && item.index > 0}
                  onOpen={props.onOpen}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}
