// The rows of the board, in a list that stays quick with hundreds of them.
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import {
  elementScroll,
  useVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import type { VisitRow } from '../../../contract/views.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { bearsSharedName } from '../../shared/people/shared-names.ts';
import { useDensity, type Density } from '../../ui/density.ts';
import { useRowHeights, type RowHeights } from '../../ui/row-heights.ts';
import { createRowKeys, useMotion } from '../../ui/row-keys.ts';
import { afterPaint, usePainted } from '../../ui/use-painted.ts';
import { BoardLine } from './board-line.tsx';
import { nowIndex, type BoardOrder } from './board-rows.ts';
import css from './board.module.css';

/** The least height of a row; a long name makes it higher. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { large: 66, compact: 40 };
/** Up to here every row is in the page, so that a browser's own search and a screen reader find all of them. */
const WHOLE_UP_TO = 200;
/** Of a longer list, so many rows before and behind those in sight are in the page. */
const ROWS_AHEAD = 8;
/** The header, the heading and the days are about this high. */
const ABOVE_PX = 250;

/** Tells the height of what scrolls once it is laid out. To ask for it would lay out everything twice. */
function observeHeight(
  virtual: Virtualizer<HTMLDivElement, HTMLElement>,
  tell: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  const element = virtual.scrollElement;
  if (!element) return undefined;
  const size = new ResizeObserver(() => tell({ width: element.clientWidth, height: element.clientHeight }));
  size.observe(element);
  return () => size.disconnect();
}

/** A list that is where it should be is left alone: to scroll it waits for the layout of a screen that is still being made. */
const scrollUnlessThere: typeof elementScroll = (offset, options, virtual) => {
  const isAtBeginning = virtual.scrollOffset === 0 && offset + (options.adjustments ?? 0) === 0;
  if (!isAtBeginning) elementScroll(offset, options, virtual);
};

/**
 * Rows come into the page in twos, and as many leave it in the same frame: what a frame costs before its first row is then paid
 * half as often while somebody scrolls. The same list of numbers as long as they are the same, so that nothing is drawn between.
 */
function useRowsInTwos(): (range: Range) => number[] {
  const mostInSight = useRef(0);
  const given = useRef<number[]>([]);
  return useCallback(({ startIndex, endIndex, overscan, count }) => {
    mostInSight.current = Math.max(mostInSight.current, endIndex - startIndex + 1);
    const even = startIndex - (startIndex % 2);
    const first = Math.max(0, even - overscan);
    const last = Math.min(count - 1, even + mostInSight.current + overscan);
    if (given.current[0] !== first || given.current.at(-1) !== last)
      given.current = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return given.current;
  }, []);
}

export function BoardTable(props: {
  rows: readonly VisitRow[];
  value: Output<'board.get'>;
  order: BoardOrder;
  onOrder: (order: BoardOrder) => void;
  nowMs: number;
  openVisitId: string | null;
  onOpen: (visitId: string) => void;
  showNow: boolean;
  sharedNames: ReadonlySet<string>;
}) {
  const { rows, nowMs, value } = props;
  const isToday = value.date === value.today;
  const scroller = useRef<HTMLDivElement>(null);
  const density = useDensity((state) => state.density);
  // The same function from render to render: with another one the list places all rows anew, in each frame of scrolling.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const isNowShown = props.showNow;
  const lineAt = useMemo(() => (isNowShown ? nowIndex(rows, nowMs) : -1), [isNowShown, rows, nowMs]);
  // A long day is first shown near the present time. After that only the person scrolls.
  const [startAt] = useState(lineAt > 6 ? lineAt - 3 : 0);
  const isPainted = usePainted();
  const inTwos = useRowsInTwos();
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX[density],
    // Those in sight first.
    overscan: !isPainted ? 1 : rows.length <= WHOLE_UP_TO ? rows.length : ROWS_AHEAD,
    getItemKey: keyOf,
    initialOffset: startAt * ROW_HEIGHT_PX[density],
    initialRect: { width: 0, height: Math.max(ROW_HEIGHT_PX[density], window.innerHeight - ABOVE_PX) },
    observeElementRect: observeHeight,
    scrollToFn: scrollUnlessThere,
    rangeExtractor: inTwos,
    useFlushSync: false,
  });
  const watchHeight = useRowHeights((element, heightPx) =>
    virtual.resizeItem(Number(element.dataset['index']), heightPx),
  );
  const measured = useRef(density);
  // Before the browser tells the heights that the rows have now.
  useLayoutEffect(() => {
    if (measured.current === density) return;
    measured.current = density;
    virtual.measure();
  }, [virtual, density]);

  // A visit opened by a scan is brought into sight on the board as well, once the visit itself is painted: where to scroll to is known only
  // when the page is laid out, and then other rows come and it is laid out once more.
  const { openVisitId } = props;
  const openIndex = useMemo(() => rows.findIndex((row) => row.id === openVisitId), [rows, openVisitId]);
  useEffect(() => {
    if (openIndex < 0) return;
    let cancel = afterPaint(() => {
      virtual.scrollToIndex(openIndex, { align: 'auto' });
      // In a short window the list itself reaches beyond what is in sight. Its row is drawn with the next frame.
      cancel = afterPaint(() => {
        scroller.current?.querySelector(`[data-index="${openIndex}"]`)?.scrollIntoView({ block: 'nearest' });
      });
    });
    return () => cancel();
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
        aria-label={isToday ? 'Visits of today' : `Visits of ${dayWords(value.date)}`}
        aria-rowcount={rows.length + 1}
        className={css.table}
        data-density={density}
      >
        <TableHead order={props.order} onOrder={props.onOrder} />
        <div role="rowgroup" className={css.rows} style={{ height: virtual.getTotalSize() }}>
          <Rows
            items={virtual.getVirtualItems()}
            rows={rows}
            scroller={scroller}
            watchHeight={watchHeight}
            value={value}
            density={density}
            openVisitId={openVisitId}
            sharedNames={props.sharedNames}
            lineAt={lineAt}
            onOpen={props.onOpen}
          />
        </div>
      </div>
    </div>
  );
}

interface RowsProps {
  items: readonly VirtualItem[];
  rows: readonly VisitRow[];
  scroller: RefObject<HTMLDivElement | null>;
  watchHeight: RowHeights['watch'];
  value: Output<'board.get'>;
  density: Density;
  openVisitId: string | null;
  sharedNames: ReadonlySet<string>;
  lineAt: number;
  onOpen: (visitId: string) => void;
}

/** The rows in the page. While the board is scrolled the element of a row that leaves shows the next one that comes. */
const Rows = memo(function Rows(props: RowsProps) {
  const { items, rows, value, lineAt, openVisitId } = props;
  const motion = useMotion(props.scroller);
  const [keys] = useState(createRowKeys<string>);
  const places = new Map<string, VirtualItem>();
  for (const item of items) {
    const row = rows[item.index];
    if (row) places.set(row.id, item);
  }
  // As many rows come as leave, so no element has to wait in the page for its next row.
  const placed = keys.of([...places.keys()], motion, () => false);
  return placed.map(({ id, key }) => {
    const item = places.get(id);
    const row = item && rows[item.index];
    return (
      row && (
        <BoardLine
          key={key}
          row={row}
          index={item.index}
          topPx={item.start}
          watchHeight={props.watchHeight}
          density={props.density}
          timeZone={value.timeZone}
          today={value.today}
          boardDate={value.date}
          isLongest={row.id === value.longestWaitingVisitId}
          alertMinutes={value.waitAlertMinutes}
          isOpen={row.id === openVisitId}
          nameIsShared={bearsSharedName(row, props.sharedNames)}
          nowLine={item.index === lineAt && item.index > 0}
          onOpen={props.onOpen}
        />
      )
    );
  });
});

const TableHead = memo(function TableHead(props: {
  order: BoardOrder;
  onOrder: (order: BoardOrder) => void;
}) {
  const { order, onOrder } = props;
  return (
    <div role="rowgroup" className={css.tableHead}>
      <div role="row" aria-rowindex={1} className={css.columns}>
        <SortedBy words="Time" by="time" order={order} onOrder={onOrder} />
        <span role="columnheader">Person</span>
        <span role="columnheader" className={css.what}>
          What for
        </span>
        <SortedBy words="State" by="state" order={order} onOrder={onOrder} className={css.state} />
        <span role="columnheader" className={css.right}>
          Waiting
        </span>
      </div>
    </div>
  );
});

/** A column by which the board can be ordered. */
function SortedBy(props: {
  words: string;
  by: BoardOrder;
  order: BoardOrder;
  onOrder: (order: BoardOrder) => void;
  className?: string | undefined;
}) {
  const isOrder = props.order === props.by;
  return (
    <span role="columnheader" aria-sort={isOrder ? 'ascending' : 'none'} className={props.className}>
      <button
        type="button"
        className={css.sort}
        aria-description={`Orders the board by ${props.by}`}
        onClick={() => props.onOrder(props.by)}
      >
        {props.words}
        {isOrder && <ArrowDown aria-hidden="true" size={14} />}
      </button>
    </span>
  );
}
