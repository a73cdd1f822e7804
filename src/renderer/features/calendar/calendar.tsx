// The calendar: when there is room, month by month and slot by slot, and the way to book a person for a day ahead.
import { CalendarDays, CalendarPlus, ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import { isCalendarDate, wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { dayWords, distanceWords } from '../../shared/dates/day-words.ts';
import { monthOf } from '../../shared/dates/month-days.ts';
import { MonthGrid } from '../../shared/dates/month-grid.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { slotsByHour, standingOf, withoutPast, type Slot } from './slots-by-hour.ts';
import css from './calendar.module.css';

type Session = Output<'session.get'>;

export function Calendar() {
  const session = useSession();
  if (!session) return <SkeletonRows count={6} label="The calendar is being read" />;
  if (!session.location) {
    return (
      <EmptyState icon={<CalendarDays size={26} />} title="The location of this desk is not known yet">
        The calendar comes as soon as the service has been read.
      </EmptyState>
    );
  }
  return <Months session={session} own={session.location.id} />;
}

function Months({ session, own }: { session: Session; own: string }) {
  const [, navigate] = useLocation();
  const { date: asked } = useParams<{ date?: string }>();
  const { today, timeZone } = session;
  const chosen = asked !== undefined && isCalendarDate(asked) ? asked : today;
  // The month of the chosen day is shown until somebody looks at another month.
  const [turned, setTurned] = useState<{ from: string; month: string } | null>(null);
  const month = turned?.from === chosen ? turned.month : monthOf(chosen);
  const [place, setPlace] = useState(own);
  const locationId = session.locations.some(({ id }) => id === place) ? place : own;
  const calendar = useQuery('slots.month', { month, locationId });
  const counted = useQuery(
    'board.days',
    locationId === own ? { from: `${month}-01`, count: 31 } : skip,
  ).value;
  // An answer that was kept from before the connection went down says that it is live.
  const isCutOff = useCutOff();
  const goTo = (date: string): void => navigate(links.calendarDay(date));
  useAction({ id: 'calendar-today', words: 'Today', key: 'T', run: () => goTo(today) });

  return (
    <Screen
      title="Calendar"
      aside={
        <>
          {calendar.value && <AsOf asOfMs={calendar.value.asOfMs} timeZone={timeZone} />}
          {session.locations.length > 1 && (
            <SelectField label="Location" labelHidden value={locationId} onChange={setPlace}>
              {session.locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <Button hint="T" onClick={() => goTo(today)}>
            Today
          </Button>
        </>
      }
    >
      {calendar.error && !calendar.value && <ErrorNotice error={calendar.error} />}
      <div className={css.sides}>
        <Panel title="Days">
          <MonthGrid
            month={month}
            days={calendar.value?.days ?? null}
            visits={counted ? new Map(counted.days.map(({ date, visits }) => [date, visits])) : undefined}
            chosen={chosen}
            today={today}
            onChoose={goTo}
            onMonth={(next) => setTurned({ from: chosen, month: next })}
          />
          {calendar.value && (isCutOff || !calendar.value.live) && (
            <p className={css.quiet} role="status">
              {calendar.value.asOfMs === null
                ? 'The service cannot be asked, and this month was never read: which days are free is not known.'
                : 'The service cannot be asked: these days are as they were read last.'}
            </p>
          )}
        </Panel>
        <Day
          key={`${locationId} ${chosen}`}
          date={chosen}
          locationId={locationId}
          isOwn={locationId === own}
          session={session}
          visits={counted?.days.find(({ date }) => date === chosen)?.visits ?? null}
        />
      </div>
    </Screen>
  );
}

function Day(props: {
  date: string;
  locationId: string;
  isOwn: boolean;
  session: Session;
  visits: number | null;
}) {
  const { date, session, isOwn, visits } = props;
  const { today, timeZone } = session;
  const nowMs = useNowMs(60_000);
  const isOver = date < today;
  const isCutOff = useCutOff();
  const slots = useQuery('slots.list', isOver ? skip : { date, locationId: props.locationId });
  const list = slots.value?.slots ?? [];
  const shown = withoutPast(slotsByHour(list, timeZone), nowMs);
  const free = list.filter((slot) => standingOf(slot, nowMs) === 'free').length;
  const distance = distanceWords(date, today);
  return (
    <Panel
      title={`${dayWords(date)}, ${distance}`}
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
          <p className={css.summary}>
            <strong>{freeWords(free, list.length, slots.value.asOfMs)}</strong>
            <AsOf asOfMs={slots.value.asOfMs} timeZone={timeZone} />
          </p>
          {(isCutOff || !slots.value.live) && (
            <p className={css.quiet} role="status">
              The service cannot be asked. A slot is only asked for until it can, and somebody else may have
              it by then.
            </p>
          )}
          {!isOwn && (
            <p className={css.quiet}>
              This desk works at another location. Choose this one under “Desk settings” to book here.
            </p>
          )}
          {shown.hidden && <p className={css.quiet}>Earlier slots of this day are past.</p>}
          {shown.hours.length > 0 && (
            <table className={css.hours} aria-label={`Slots of ${dayWords(date)}`}>
              <tbody>
                {shown.hours.map(({ hour, slots: ofHour }) => (
                  <tr key={ofHour[0]?.id}>
                    <th scope="row">{hour}</th>
                    <td>
                      <ul>
                        {ofHour.map((slot) => (
                          <li key={slot.id}>
                            <SlotCell
                              slot={slot}
                              date={date}
                              nowMs={nowMs}
                              timeZone={timeZone}
                              mayBook={isOwn}
                            />
                          </li>
                        ))}
                      </ul>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {isOwn && free > 0 && (
            <a className={classNames(css.link, css.book)} href={hrefOf(links.bookOn(date))}>
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

function freeWords(free: number, all: number, asOfMs: number | null): string {
  if (all === 0) return asOfMs === null ? 'Not known: never read' : 'Closed: there are no slots on this day';
  return free === 0 ? 'Full: no slot is free' : free === 1 ? '1 free slot' : `${free} free slots`;
}

function SlotCell(props: { slot: Slot; date: string; nowMs: number; timeZone: string; mayBook: boolean }) {
  const { slot } = props;
  const { time } = wallClockAt(slot.startsAtMs, props.timeZone);
  const standing = standingOf(slot, props.nowMs);
  if (standing === 'free' && props.mayBook) {
    return (
      <a className={classNames(css.slot, css.free)} href={hrefOf(links.bookSlot(props.date, slot.id))}>
        {time}
      </a>
    );
  }
  return (
    <span className={classNames(css.slot, css[standing])}>
      {time}
      <span className="visually-hidden"> {standing}</span>
    </span>
  );
}
