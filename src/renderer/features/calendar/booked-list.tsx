// Who is booked on the day, each with the way to another slot: by the button, or dragged onto a slot, a day or a location.
import { ArrowRightLeft, CalendarX2 } from 'lucide-react';
import type { VisitRow } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { mayMove, visitName } from '../../shared/visit/visit-words.ts';
import { UNREAD_SENTENCES } from '../../shared/dates/unread-words.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { keepStill, takeUp, useHeld, type DropTarget } from './drag.ts';
import css from './calendar.module.css';

export function BookedList(props: {
  date: string;
  locationId: string;
  timeZone: string;
  movingId: string | null;
  onMove: (visitId: string) => void;
  onDrop: (visitId: string, target: DropTarget) => void;
}) {
  const { date, locationId } = props;
  const board = useQuery('board.get', { date, locationId });
  const rows = (board.value?.rows ?? []).filter(
    (row) => row.date === date && row.appointment !== null && row.deskState !== 'cancelled',
  );
  return (
    <Panel title="Booked" flush>
      {!board.value && !board.error && <SkeletonRows count={4} label="The bookings are being read" />}
      {board.value && rows.length === 0 && (
        <p className={css.nobody}>
          {board.value.unread === null
            ? 'Nobody is known for this day here.'
            : UNREAD_SENTENCES[board.value.unread]}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={css.booked} aria-label="Booked" ref={keepStill}>
          {rows.map((row) => (
            <Booked key={row.id} row={row} {...props} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Booked(props: {
  row: VisitRow;
  date: string;
  timeZone: string;
  movingId: string | null;
  onMove: (visitId: string) => void;
  onDrop: (visitId: string, target: DropTarget) => void;
}) {
  const { row, timeZone } = props;
  const isHeld = useHeld(({ held }) => held?.visitId === row.id);
  const movable = mayMove(row);
  const time = row.appointment && shownClockAt(row.appointment.startsAtMs, timeZone).time;
  const name = visitName(row);
  return (
    <li
      className={classNames(
        css.bookedLine,
        movable && css.movable,
        (isHeld || props.movingId === row.id) && css.moving,
      )}
      data-about={`${time ?? ''} ${name}`}
      onPointerDown={(event) => {
        if (movable) takeUp(event, { visitId: row.id, words: `${time ?? ''} ${name}` }, props.onDrop);
      }}
    >
      <time className={css.bookedTime}>{time}</time>
      <a className={css.bookedName} draggable={false} href={hrefOf(links.visitOnDay(props.date, row.id))}>
        {name}
      </a>
      {row.appointment?.gone === true && (
        <span className={css.gone}>
          <CalendarX2 aria-hidden="true" size={14} /> No appointment at the service
        </span>
      )}
      <SyncTag tag={row.sync} />
      {movable ? (
        <Button
          size="small"
          icon={<ArrowRightLeft />}
          aria-label={`Move ${name}`}
          onClick={() => props.onMove(row.id)}
        >
          Move
        </Button>
      ) : (
        <StateBadge visit={row} />
      )}
    </li>
  );
}
