// A day with its slots: each free one leads to a booking, or takes the appointment that is being moved.
import { CalendarPlus, ClipboardList } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { dayWords, distanceWords } from '../../shared/dates/day-words.ts';
import { ANY_SLOT, hrefOf, links } from '../../shared/links.ts';
import { mayMove } from '../../shared/visit/visit-words.ts';
import { DayOfSlots } from '../../shared/slots/day-of-slots.tsx';
import type { Slot, SlotStanding } from '../../shared/slots/slots-by-hour.ts';
import slotCss from '../../shared/slots/slots.module.css';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
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
      <DayOfSlots
        date={date}
        today={today}
        timeZone={timeZone}
        locationId={props.locationId}
        words={WORDS}
        note={
          <>
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
          </>
        }
        cell={(slot, standing, tabIndex) => (
          <SlotCell {...props} slot={slot} standing={standing} tabIndex={tabIndex} />
        )}
        after={(free) =>
          free > 0 &&
          moving === null && (
            <a
              className={classNames(css.link, css.book)}
              href={hrefOf(
                isOwn ? links.bookOn(date) : links.bookElsewhere(date, ANY_SLOT, props.locationId),
              )}
            >
              <CalendarPlus aria-hidden="true" size={18} />
              Book somebody for {date === today ? 'today' : 'this day'}
            </a>
          )
        }
      />
    </Panel>
  );
}

const WORDS = {
  over: 'This day is over: nothing can be booked on it.',
  cutOff: 'A slot that you choose is asked for once the service answers; somebody else may have it by then.',
};

function boardWords(visits: number | null): string {
  if (visits === null || visits === 0) return 'Board of this day';
  return visits === 1 ? '1 visit: board' : `${visits} visits: board`;
}

function SlotCell(props: DaySlotsProps & { slot: Slot; standing: SlotStanding; tabIndex: 0 | -1 }) {
  const { slot, standing, moving, tabIndex } = props;
  const { time } = shownClockAt(slot.startsAtMs, props.session.timeZone);
  const drops = useDropOn({ kind: 'slot', startsAtMs: slot.startsAtMs });
  if (standing === 'free' && moving !== null && mayMove(moving)) {
    return (
      <button
        type="button"
        tabIndex={tabIndex}
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
        tabIndex={tabIndex}
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
