// A day with its slots: each free one leads to a booking, or takes the appointment that is being moved.
import { CalendarPlus, ClipboardList } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { dayWords, distanceWords } from '../../shared/dates/day-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { mayMove } from '../../shared/visit/visit-words.ts';
import { freeWords, SlotTable } from '../../shared/slots/slot-table.tsx';
import { standingOf, type Slot, type SlotStanding } from '../../shared/slots/slots-by-hour.ts';
import slotCss from '../../shared/slots/slots.module.css';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDropOn } from './drag.ts';
import css from './calendar.module.css';

export interface DaySlotsProps {
  date: string;
  locationId: string;
  /** This desk's own location. */
  own: string;
  session: Output<'session.get'>;
  visits: number | null;
  /** Whose appointment is being moved; null while nobody's is. */
  moving: VisitDetail | null;
  onTarget: (visitId: string, startsAtMs: number) => void;
}

export function DaySlots(props: DaySlotsProps) {
  const { date, session, visits, moving } = props;
  const { today, timeZone } = session;
  const isOwn = props.locationId === props.own;
  const nowMs = useNowMs(60_000);
  const isOver = date < today;
  const isCutOff = useCutOff();
  const slots = useQuery('slots.list', isOver ? skip : { date, locationId: props.locationId });
  const list = slots.value?.slots ?? [];
  const free = list.filter((slot) => standingOf(slot, nowMs) === 'free').length;
  return (
    <Panel
      title={`${dayWords(date)}, ${distanceWords(date, today)}`}
      aside={
        isOwn && (
          <a className={css.link} href={hrefOf(date === today ? links.board : links.day(date))}>
            <ClipboardList aria-hidden="true" size={17} />
            {boardWords(visits)}
          </a>
        )
      }
    >
      {isOver && <p className={css.quiet}>This day is over: nothing can be booked on it.</p>}
      {slots.error && !slots.value && <ErrorNotice error={slots.error} />}
      {!isOver && !slots.value && !slots.error && <SkeletonRows count={5} label="The slots are being read" />}
      {slots.value && (
        <>
          <p className={slotCss.summary}>
            <strong>{freeWords(free, list.length, slots.value.asOfMs)}</strong>
            <AsOf asOfMs={slots.value.asOfMs} timeZone={timeZone} />
          </p>
          {(isCutOff || !slots.value.live) && (
            <p className={css.quiet} role="status">
              The service cannot be asked. A slot is only asked for until it can, and somebody else may have
              it by then.
            </p>
          )}
          {!isOwn && moving === null && (
            <p className={css.quiet}>
              This desk works at another location. Whoever is booked here stands on the board of this one.
            </p>
          )}
          {moving !== null && (
            <p className={css.quiet}>
              Only a free slot can be chosen: the service moves no appointment onto a time that is taken or
              closed.
            </p>
          )}
          <SlotTable
            slots={list}
            label={`Slots of ${dayWords(date)}`}
            timeZone={timeZone}
            nowMs={nowMs}
            cell={(slot, standing) => <SlotCell {...props} slot={slot} standing={standing} />}
          />
          {free > 0 && moving === null && (
            <a
              className={classNames(css.link, css.book)}
              href={hrefOf(isOwn ? links.bookOn(date) : links.bookElsewhere(date, 'any', props.locationId))}
            >
              <CalendarPlus aria-hidden="true" size={18} />
              Book somebody for {date === today ? 'today' : 'this day'}
            </a>
          )}
        </>
      )}
    </Panel>
  );
}

function boardWords(visits: number | null): string {
  if (visits === null || visits === 0) return 'Board of this day';
  return visits === 1 ? '1 visit: board' : `${visits} visits: board`;
}

function SlotCell(props: DaySlotsProps & { slot: Slot; standing: SlotStanding }) {
  const { slot, standing, moving } = props;
  const { time } = wallClockAt(slot.startsAtMs, props.session.timeZone);
  const drops = useDropOn({ kind: 'slot', startsAtMs: slot.startsAtMs });
  if (standing === 'free' && moving !== null && mayMove(moving)) {
    return (
      <button
        type="button"
        className={classNames(slotCss.slot, slotCss.free)}
        aria-label={`Move to ${time}`}
        onClick={() => props.onTarget(moving.id, slot.startsAtMs)}
        {...drops}
      >
        {time}
      </button>
    );
  }
  if (standing === 'free' && moving === null) {
    return (
      <a
        className={classNames(slotCss.slot, slotCss.free)}
        draggable={false}
        href={hrefOf(
          props.locationId === props.own
            ? links.bookSlot(props.date, slot.id)
            : links.bookElsewhere(props.date, slot.id, props.locationId),
        )}
        {...drops}
      >
        {time}
      </a>
    );
  }
  const isItsOwn =
    moving?.appointment?.startsAtMs === slot.startsAtMs && moving.locationId === props.locationId;
  return (
    <span
      className={classNames(slotCss.slot, slotCss[standing], isItsOwn && slotCss.here)}
      {...(standing === 'free' ? drops : {})}
    >
      {time}
      <span className="visually-hidden"> {isItsOwn ? 'stands here now' : standing}</span>
    </span>
  );
}
