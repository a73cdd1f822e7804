// The rows of the list. Only those in sight are in the page and are asked for, so that ten thousand open as quickly as ten.
import { CircleCheckBig, TriangleAlert, UserRoundX } from 'lucide-react';
import {
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import type { Input, Output } from '../../../contract/index.ts';
import type { RegistrationRowView } from '../../../contract/registration-views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { questionOf } from '../../host/query-cache.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { withoutCodeWords } from '../../shared/registration/status-words.ts';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useRowWindow } from '../../ui/row-window.ts';
import { useMedia } from '../../ui/use-media.ts';
import { afterPaint } from '../../ui/use-painted.ts';
import { otherPage, PAGE_ROWS, pageOf } from './list-pages.ts';
import { contestedWords } from './contested-words.ts';
import css from './registrations.module.css';
import { mayNeedCut, nameSize, ROW_HEIGHTS } from './row-height.ts';
import { Unbroken } from '../../ui/unbroken.tsx';

const ROWS_AHEAD = 8;
/** The head of the table is the first row of those that screen readers count. */
const FIRST_ROW_INDEX = 2;

type List = Output<'registrations.list'>;

interface TableProps {
  /** What `first` was narrowed by. */
  filter: NonNullable<Input<'registrations.list'>['filter']>;
  /** The first part of the list. */
  first: List;
  /** False: it is narrowed otherwise by now, and nobody gets a row that may be another one when the answer is there. */
  isCurrent: boolean;
  timeZone: string;
  today: string;
}

export function RegistrationTable(props: TableProps) {
  // Asked for here and not beside the rows, which are gone through many times a second while somebody scrolls.
  const rowHeightPx = useRowHeight();
  return <Table {...props} rowHeightPx={rowHeightPx} />;
}

function Table(props: TableProps & { rowHeightPx: number }) {
  const { filter, first, timeZone, today, rowHeightPx } = props;
  const desk = useDesk();
  const { total } = first;
  const rows = useRowWindow({ count: total, rowHeightPx, rowsAhead: ROWS_AHEAD });
  const { scroller, toBeginning } = rows;
  const one = pageOf(rows.first);
  const other = otherPage(rows, total, rows.isBackward);
  const ask = (page: number) => ({ filter, from: page * PAGE_ROWS, count: PAGE_ROWS });
  const ofOne = useQuery('registrations.list', one === 0 ? skip : ask(one)).value;
  // The first part is there already.
  const ofOther = useQuery('registrations.list', other === one || other === 0 ? skip : ask(other)).value;
  const answerOf = (page: number): List | null => {
    if (page === 0) return first;
    if (page === one) return ofOne;
    // An element that waits for its next row may show one of none of these parts.
    return page === other ? ofOther : null;
  };

  // Another filter is another list, which is read from its beginning.
  const filterText = JSON.stringify(filter);
  const shownText = useRef(filterText);
  useLayoutEffect(() => {
    if (shownText.current === filterText) return;
    shownText.current = filterText;
    toBeginning();
  }, [filterText, toBeginning]);

  // Of another list those in sight are drawn first; nobody sees the others before that.
  const settled = useAfterPaint(first);
  const rowAt = (index: number): RegistrationRowView | undefined => {
    const answer = index > rows.lastInSight && index < PAGE_ROWS ? settled : answerOf(pageOf(index));
    return answer?.rows[index % PAGE_ROWS];
  };
  const askAhead = (event: PointerEvent<HTMLDivElement>): void => {
    const pressed = (event.target as Element).closest('[data-row]')?.getAttribute('aria-rowindex');
    const row = pressed == null ? undefined : rowAt(Number(pressed) - FIRST_ROW_INDEX);
    if (row) desk.askAhead(questionOf('registrations.get', { registrationId: row.id }));
  };

  const lines = rows.placed.map(({ id: index, key }) => {
    const topPx = index * rowHeightPx;
    return (
      <Line key={key} row={rowAt(index)} index={index} topPx={topPx} timeZone={timeZone} today={today} />
    );
  });
  return (
    <div
      className={css.scroller}
      ref={scroller}
      inert={!props.isCurrent}
      onKeyDown={moveFocus}
      onPointerDown={askAhead}
    >
      <div role="table" aria-label="Registrations" aria-rowcount={total + 1} className={css.table}>
        <TableHead />
        <div role="rowgroup" className={css.rows} style={{ height: total * rowHeightPx }}>
          {lines}
        </div>
      </div>
    </div>
  );
}

function useRowHeight(): number {
  const isNarrow = useMedia(`(max-width: ${ROW_HEIGHTS.narrow.upToPx}px)`);
  const isStacked = useMedia(`(max-width: ${ROW_HEIGHTS.stacked.upToPx}px)`);
  return ROW_HEIGHTS[isStacked ? 'stacked' : isNarrow ? 'narrow' : 'wide'].heightPx;
}

/** The value as it was when the frame before the last was painted. */
function useAfterPaint<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterPaint(() => startTransition(() => setSettled(value))), [value]);
  return settled;
}

const TableHead = memo(function TableHead() {
  return (
    <div role="rowgroup" className={css.tableHead}>
      <div role="row" aria-rowindex={1} className={css.columns}>
        <span role="columnheader">Code</span>
        <span role="columnheader">Person</span>
        <span role="columnheader" className={css.what}>
          What for
        </span>
        <span role="columnheader">Created, appointment</span>
        <span role="columnheader">Status</span>
      </div>
    </div>
  );
});

/** Up and down go from row to row, and a page at a time. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const step = steps[event.key];
  const row = (event.target as Element).closest('[data-row]');
  if (step === undefined || !row) return;
  event.preventDefault();
  let next: Element = row;
  for (let done = 0; done < Math.abs(step); done += 1) {
    const after = step > 0 ? next.nextElementSibling : next.previousElementSibling;
    if (!after?.querySelector('a')) break;
    next = after;
  }
  next.querySelector('a')?.focus();
}

interface LineProps {
  /** Undefined while it is being read. */
  row: RegistrationRowView | undefined;
  index: number;
  topPx: number;
  timeZone: string;
  today: string;
}

const Line = memo(function Line({ row, index, topPx, timeZone, today }: LineProps) {
  return (
    <div
      role="row"
      data-row=""
      aria-rowindex={index + FIRST_ROW_INDEX}
      aria-busy={row === undefined || undefined}
      className={`${css.columns} ${css.row}`}
      style={{ top: topPx }}
    >
      {row ? (
        <Cells row={row} timeZone={timeZone} today={today} />
      ) : (
        <span role="cell" className={css.coming} aria-label="Being read" />
      )}
    </div>
  );
});

/** Few elements: in a list that is scrolled, each of them is made, styled and laid out within a frame. */
function Cells({ row, timeZone, today }: { row: RegistrationRowView; timeZone: string; today: string }) {
  const products = row.productNames.join(', ');
  return (
    <>
      <span role="cell" className={`${css.cell} ${css.under}`}>
        <a className={css.open} href={hrefOf(links.registration(row.id))}>
          {row.trfCode ?? withoutCodeWords(row)}
        </a>
        <Reference row={row} />
      </span>
      <span role="cell" className={`${css.cell} ${css.under}`}>
        {row.person ? (
          <>
            <Name name={formatName(row.person)} />
            <Unbroken text={birthWords(row.person.dateOfBirth, today)} />
          </>
        ) : (
          <span className={css.missing}>
            <UserRoundX aria-hidden="true" size={16} /> No patient
          </span>
        )}
      </span>
      <span
        role="cell"
        className={classNames(css.cell, css.what, mayNeedCut('onLines', products) && css.cut)}
      >
        {products}
      </span>
      <span role="cell" className={css.cell}>
        {row.createdOn === null ? 'not known' : formatDate(row.createdOn)}
        {row.appointment && <Booked words={appointmentWords(row.appointment, timeZone)} />}
      </span>
      <span role="cell" className={`${css.cell} ${css.status}`}>
        <StatusBadge status={row.status} />
        {row.contested ? (
          <span className={css.contested}>
            <TriangleAlert aria-hidden="true" size={14} /> {contestedWords(row)}
          </span>
        ) : (
          row.resultsReady && (
            <span className={css.ready}>
              <CircleCheckBig aria-hidden="true" size={14} /> results ready
            </span>
          )
        )}
      </span>
    </>
  );
}

function Name({ name }: { name: string }) {
  const size = nameSize(name);
  return (
    <span
      className={classNames(css.name, mayNeedCut('name', name) && css.cut)}
      data-size={size}
      title={size === 'longest' ? name : undefined}
    >
      {name}
    </span>
  );
}

function Booked({ words }: { words: string }) {
  return <span className={classNames(css.booked, mayNeedCut('onLines', words) && css.cut)}>{words}</span>;
}

/** The brand's reference, with what the service does not know yet beside it. */
function Reference({ row }: { row: RegistrationRowView }) {
  const { foreignId } = row;
  const isLong = foreignId !== null && mayNeedCut('onOneLine', foreignId);
  const reference = isLong ? <span className={css.long}>{foreignId}</span> : foreignId;
  if (row.sync === 'synced') return reference;
  return (
    <span className={css.tagged}>
      {reference}
      <SyncTag tag={row.sync} />
    </span>
  );
}

function appointmentWords(
  { startsAtMs, locationName }: NonNullable<RegistrationRowView['appointment']>,
  timeZone: string,
): string {
  const { date, time } = shownClockAt(startsAtMs, timeZone);
  return `${formatDate(date)} ${time}${locationName === null ? '' : `, ${locationName}`}`;
}
