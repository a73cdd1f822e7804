// One visit on the board.
import {
  ArrowRightLeft,
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  FileQuestionMark,
  FileX2,
  Footprints,
  OctagonAlert,
  RotateCcw,
  TriangleAlert,
  UserRoundX,
} from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import type { VisitRow } from '../../../contract/views.ts';
import { isPossibleBirth } from '../../../domain/date-of-birth.ts';
import { hasWholeName } from '../../../domain/person-name.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { waitingWords } from '../../../domain/span-words.ts';
import { useMinutesSince } from '../../host/service-clock.ts';
import { ofDayWords } from '../../shared/dates/day-words.ts';
import { useWait } from '../../shared/dates/use-wait.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Density } from '../../ui/density.ts';
import type { RowHeights } from '../../ui/row-heights.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { SameNameMark } from '../../shared/people/same-name-today.tsx';
import { SLOT_STATE_WORDS } from '../../shared/slots/slot-state-words.ts';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import {
  elsewhereWords,
  isDoneElsewhere,
  movedFromWords,
  visitName,
} from '../../shared/visit/visit-words.ts';
import { troubleTag } from '../../shared/visit/trouble-words.ts';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { WaitMark } from '../../shared/visit/wait-mark.tsx';
import { boardTimeMs, LATE_MINUTES, lateFromMs } from './board-rows.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './board.module.css';

export interface BoardLineProps {
  row: VisitRow;
  index: number;
  topPx: number;
  /** Tells the list how high the row is. */
  watchHeight: RowHeights['watch'];
  density: Density;
  timeZone: string;
  today: string;
  /** The day of the board. */
  boardDate: string;
  isLongest: boolean;
  alertMinutes: number;
  isOpen: boolean;
  nowLine: boolean;
  /** Somebody else of today has the same name. */
  nameIsShared: boolean;
  onOpen: (visitId: string) => void;
}

/** A text of so many characters stands on two lines at most; only longer ones may have to be cut. */
const SURELY_WHOLE = 24;

export const BoardLine = memo(function BoardLine(props: BoardLineProps) {
  const { row, timeZone, watchHeight, density } = props;
  const element = useRef<HTMLDivElement>(null);
  // Anew for each visit that the element shows, and for the other size of the rows, by which the list forgets all heights.
  useLayoutEffect(
    () => (element.current ? watchHeight(element.current) : undefined),
    [watchHeight, row.id, density],
  );
  const timeMs = boardTimeMs(row);
  const over =
    row.deskState === 'collected' ||
    row.deskState === 'left' ||
    row.deskState === 'cancelled' ||
    row.deskState === 'no-show' ||
    isDoneElsewhere(row);
  const wait = useWait(row.waitingSinceMs, props.alertMinutes);
  // Only on the board of today can somebody be late.
  const minutesLate = useMinutesSince(row.date === props.today ? lateFromMs(row) : null);
  const isLate = minutesLate !== null && minutesLate >= LATE_MINUTES;
  const slot =
    row.appointment && row.deskState === 'expected' ? SLOT_STATE_WORDS[row.appointment.state] : undefined;
  const elsewhere = row.appointment && elsewhereWords(row.appointment, timeZone);
  const products = row.products.join(', ');
  return (
    <div
      role="row"
      ref={element}
      data-index={props.index}
      aria-rowindex={props.index + 2}
      data-row=""
      data-state={row.deskState}
      className={classNames(
        css.row,
        css.columns,
        over && css.over,
        props.isOpen && css.open,
        props.nowLine && css.nowLine,
      )}
      style={{ top: props.topPx }}
      onClick={() => props.onOpen(row.id)}
    >
      <span role="cell" className={css.time}>
        {timeMs === null ? '—' : <time>{shownClockAt(timeMs, timeZone).time}</time>}
      </span>
      <span role="cell" className={css.person}>
        <a
          href={hrefOf(
            props.boardDate === props.today ? links.visit(row.id) : links.visitOnDay(row.date, row.id),
          )}
          className={css.name}
          aria-current={props.isOpen ? 'true' : undefined}
          onClick={(event) => event.stopPropagation()}
        >
          {visitName(row)}
        </a>
        <span className={css.facts}>
          {row.person ? (
            <span className="unbroken">{birthWords(row.person.dateOfBirth, props.today)}</span>
          ) : (
            row.trfCodes.length > 0 && <span className={css.code}>{row.trfCodes.join(', ')}</span>
          )}
          {row.troubles
            .filter(({ kind }) => kind !== 'elsewhere')
            .map((trouble) => (
              <span key={trouble.kind} className={classNames(css.tag, css.trouble)}>
                <OctagonAlert aria-hidden="true" size={13} /> {troubleTag(trouble, row.person)}
              </span>
            ))}
          {row.registrationsLost !== 'none' && (
            <span className={classNames(css.tag, css.trouble)}>
              <FileX2 aria-hidden="true" size={13} /> Registration gone at the laboratory
            </span>
          )}
          {elsewhere && (
            <span className={classNames(css.tag, css.missing)}>
              <CalendarClock aria-hidden="true" size={13} /> Appointment {elsewhere}
            </span>
          )}
          {row.appointment?.gone === true && (
            <span className={classNames(css.tag, css.missing)}>
              <CalendarX2 aria-hidden="true" size={13} /> No appointment at the service
            </span>
          )}
          {row.labels.toReprint > 0 && (
            <span className={classNames(css.tag, css.missing)}>
              <RotateCcw aria-hidden="true" size={13} /> Print a label again
            </span>
          )}
          {row.person && !hasWholeName(row.person) && (
            <span className={classNames(css.tag, css.missing)}>
              <TriangleAlert aria-hidden="true" size={13} /> Name not complete
            </span>
          )}
          {row.person?.dateOfBirth != null && !isPossibleBirth(row.person.dateOfBirth, props.today) && (
            <span className={classNames(css.tag, css.missing)}>
              <TriangleAlert aria-hidden="true" size={13} /> Date of birth wrong
            </span>
          )}
          {row.unread.length > 0 && (
            <span className={classNames(css.tag, css.missing)}>
              <FileQuestionMark aria-hidden="true" size={13} /> Not readable at the service
            </span>
          )}
          {props.nameIsShared && <SameNameMark />}
          {row.date !== props.boardDate && (
            <span className={css.tag}>
              <CalendarClock aria-hidden="true" size={13} /> {ofDayWords(row.date, props.today)}
            </span>
          )}
          {row.origin === 'walk-in' && (
            <span className={css.tag}>
              <Footprints aria-hidden="true" size={13} /> Walk-in
            </span>
          )}
          {row.origin === 'booked-here' && (
            <span className={css.tag}>
              <CalendarPlus aria-hidden="true" size={13} /> Booked here
            </span>
          )}
          {row.patientMissing && row.person !== null && (
            <span className={classNames(css.tag, css.missing)}>
              <TriangleAlert aria-hidden="true" size={13} /> Patient not assigned
            </span>
          )}
          {row.patientMissing && row.person === null && (
            <span className={classNames(css.tag, css.missing)}>
              <UserRoundX aria-hidden="true" size={13} /> Patient missing
            </span>
          )}
          {row.appointment?.movedFrom && (
            <span className={css.tag}>
              <ArrowRightLeft aria-hidden="true" size={13} />{' '}
              {movedFromWords(row.appointment.movedFrom, timeZone)}
            </span>
          )}
          {slot !== undefined && <span className={css.tag}>{slot}</span>}
          {wait?.level === 'too-long' && <WaitMark />}
          <SyncTag tag={row.sync} />
          <span className={css.whatSmall}>{products}</span>
        </span>
      </span>
      <span role="cell" className={classNames(css.what, products.length > SURELY_WHOLE && css.cut)}>
        {products}
      </span>
      <span role="cell" className={css.state}>
        <StateBadge visit={row} />
      </span>
      <span role="cell" className={css.right}>
        {wait !== null ? (
          <span className={classNames(css.wait, css[wait.level])}>
            {wait.words}
            {props.isLongest && <span className={css.longestMark}>longest</span>}
          </span>
        ) : (
          isLate && <span className={css.late}>{waitingWords(minutesLate * 60_000)} late</span>
        )}
      </span>
    </div>
  );
});
