// The board of a day: who comes when and for what, the state of each visit, and who has waited longest.
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { CalendarClock, Info } from 'lucide-react';
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import type { VisitRow } from '../../../contract/views.ts';
import { DialogToCome } from '../../shared/connection/to-come.tsx';
import { boardOfWords, dayWords } from '../../shared/dates/day-words.ts';
import { useWait } from '../../shared/dates/use-wait.ts';
import { links } from '../../shared/links.ts';
import { sharedNames } from '../../shared/people/shared-names.ts';
import { ConnectionPopover } from '../../shared/connection/connection-details.tsx';
import { waitingName } from '../../shared/visit/visit-words.ts';
import { RemovedUpTo } from '../../shared/dates/removed-up-to.tsx';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { markPainted } from '../../ui/paint-mark.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BoardTable } from './board-table.tsx';
import { BoardTools, EVERYBODY, type Narrowing } from './board-tools.tsx';
import { countRows, matchesFilter, matchesName, ordered, type BoardOrder } from './board-rows.ts';
import { DayStrip } from './day-strip.tsx';
import { NoRows, OddRecords, ToRelabel } from './what-is-missing.tsx';
import css from './board.module.css';

// With the PDF library, and only for those who print the list.
const { component: DayListDialog } = onDemand(
  async () => (await import('./day-list-dialog.tsx')).DayListDialog,
  DialogToCome,
);

const MINUTE_MS = 60_000;

export interface BoardProps {
  /** `YYYY-MM-DD`; null for today's board, whatever day that is. */
  date: string | null;
  openVisitId: string | null;
  onOpen: (visitId: string) => void;
  onGo: (path: string) => void;
}

export function Board(props: BoardProps) {
  const { date, openVisitId, onOpen, onGo } = props;
  const board = useQuery('board.get', date === null ? {} : { date });
  const session = useSession();
  const nowMs = useNowMs(MINUTE_MS);
  const [order, setOrder] = useState<BoardOrder>('time');
  const [printing, setPrinting] = useState(false);
  const value = board.value;
  const refresh = board.refresh;

  // A board left open over midnight turns to the new day.
  const dayNow = value ? wallClockAt(nowMs, value.timeZone).date : null;
  const today = value?.today ?? session?.today ?? null;
  useEffect(() => {
    if (dayNow !== null && value !== null && dayNow > value.today) refresh();
  }, [dayNow, value, refresh]);

  const shownDate = date ?? value?.date ?? today;
  const isToday = shownDate === today;
  useAction({ id: 'day-list', words: 'Day list', key: 'E', run: () => setPrinting(true) });
  // A filter is for the day that it was set on: on another day it would hide people unasked.
  const [narrowed, setNarrowed] = useState<{ on: string | null; narrowing: Narrowing }>({
    on: shownDate,
    narrowing: EVERYBODY,
  });
  const narrowing = narrowed.on === shownDate ? narrowed.narrowing : EVERYBODY;

  const usable = value !== null && (!value.loading || value.rows.length > 0);
  // Before the frame that shows it: an effect runs after that one has been painted, and the mark would be a frame too late.
  useLayoutEffect(() => {
    if (usable) markPainted('drawdesk:board-usable');
  }, [usable]);

  const rows = useMemo(
    () =>
      ordered(
        (value?.rows ?? []).filter(
          (row) => matchesFilter(row, narrowing.filter) && matchesName(row, narrowing.name),
        ),
        order,
      ),
    [value, narrowing, order],
  );
  const longest = value?.rows.find((row) => row.id === value.longestWaitingVisitId);
  // No counts before the reading: a 0 would look like a true number.
  const counts = usable && value.isRead ? countRows(value.rows) : null;
  const shared = useMemo(() => sharedNames(value?.rows ?? []), [value]);

  return (
    <div className={classNames(css.board, !isToday && css.otherDay)}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1>{isToday || shownDate === null ? 'Today’s board' : dayWords(shownDate)}</h1>
          {value && (
            <p className={css.under}>
              {isToday && <span>{formatDate(value.date)}</span>}
              {value.loading && value.asOfMs === null ? (
                <span>being read from the service…</span>
              ) : (
                <BoardAge
                  asOfMs={isToday ? value.asOfMs : value.everythingAsOfMs}
                  timeZone={value.timeZone}
                />
              )}
            </p>
          )}
        </div>
        {usable && isToday && (
          <LongestWait row={longest ?? null} isRead={value.isRead} alertMinutes={value.waitAlertMinutes} />
        )}
        <BoardTools
          narrowing={narrowing}
          counts={counts}
          dayIsOver={shownDate !== null && today !== null && shownDate < today}
          sideBySide={
            session === null || session.locations.length < 2
              ? null
              : shownDate === null || isToday
                ? links.sideBySide
                : links.sideBySideOn(shownDate)
          }
          mayPrintLabels={isToday}
          onChange={(next) => setNarrowed({ on: shownDate, narrowing: next })}
          onPrint={() => setPrinting(true)}
        />
      </header>
      {shownDate !== null && today !== null && (
        <DayStrip date={shownDate} today={today} isReading={!usable} onGo={onGo} />
      )}
      {!isToday && shownDate !== null && today !== null && (
        <p className={css.notToday} role="status">
          <CalendarClock aria-hidden="true" size={20} />
          <span>
            <strong>Not today:</strong> {boardOfWords(shownDate, today)}
          </span>
          <Button size="small" hint="B" onClick={() => onGo(links.board)}>
            Back to today
          </Button>
        </p>
      )}
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
      {!isToday && shownDate !== null && <RemovedUpTo what="visits" day={shownDate} />}
      {value && <OddRecords odd={value.oddRecords} />}
      {value && <ToRelabel rows={value.toRelabel} />}
      {usable && rows.length === 0 && <NoRows value={value} session={session} name={narrowing.name} />}
      {printing && shownDate !== null && (
        <DayListDialog date={shownDate} onClose={() => setPrinting(false)} />
      )}
      {usable && rows.length > 0 && (
        <BoardTable
          key={value.date}
          rows={rows}
          value={value}
          order={order}
          onOrder={setOrder}
          nowMs={nowMs}
          openVisitId={openVisitId}
          onOpen={onOpen}
          sharedNames={shared}
          showNow={isToday && order === 'time' && ['all', 'expected'].includes(narrowing.filter)}
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

function LongestWait(props: { row: VisitRow | null; isRead: boolean; alertMinutes: number }) {
  const { row, isRead } = props;
  const wait = useWait(row?.waitingSinceMs ?? null, props.alertMinutes);
  return (
    <p className={css.longest}>
      {wait && row ? (
        <>
          <span className={css.longestWords}>Waiting longest</span>
          <span className={css.longestName}>{waitingName(row)}</span>
          <span className={classNames(css.longestTime, css[wait.level])}>{wait.words}</span>
        </>
      ) : (
        <span className={css.longestWords}>
          {isRead ? 'Nobody is waiting' : 'Who is waiting is not known yet'}
        </span>
      )}
    </p>
  );
}
