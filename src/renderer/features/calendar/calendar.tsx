// The calendar: when there is room, month by month and slot by slot; the way to book a person for a day ahead, and to move
// somebody who is booked.
import { CalendarDays } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { monthOf } from '../../shared/dates/month-days.ts';
import { MonthGrid } from '../../shared/dates/month-grid.tsx';
import { links } from '../../shared/links.ts';
import { PlaceChoice } from '../../shared/slots/place-choice.tsx';
import { useReadAnew } from '../../shared/slots/use-read-anew.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords, notToldWords } from '../../shared/words/kept-words.ts';
import { NO_PLACE_WORDS, noPlaceOf, noPlaceRemedy } from '../../shared/words/no-place-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BookedList } from './booked-list.tsx';
import { DaySlots } from './day-slots.tsx';
import { dropOn, useHeld, type DropTarget } from './drag.ts';
import { HeldAppointment } from './held-appointment.tsx';
import { ConfirmMove, MovingBar } from './moving.tsx';
import css from './calendar.module.css';

type Session = Output<'session.get'>;

export function Calendar() {
  const session = useSession();
  if (!session) return <SkeletonRows count={6} label="The calendar is being read" />;
  if (!session.location) {
    const noPlace = noPlaceOf(session) ?? 'not-read';
    const remedy = noPlaceRemedy(noPlace, session);
    return (
      <EmptyState icon={<CalendarDays size={26} />} title={NO_PLACE_WORDS[noPlace].title} heading>
        {remedy === '' ? 'The calendar comes as soon as the service has been read.' : remedy}
      </EmptyState>
    );
  }
  return <Months session={session} own={session.location.id} />;
}

function Months({ session, own }: { session: Session; own: string }) {
  const [, navigate] = useLocation();
  const { date: asked, visitId: movingId = null } = useParams<{ date?: string; visitId?: string }>();
  const { today, timeZone, locations } = session;
  const chosen = asked !== undefined && isCalendarDate(asked) ? asked : today;
  const moving = useQuery('visits.get', movingId === null ? skip : { visitId: movingId });
  const [target, setTarget] = useState<{ visitId: string; startsAtMs: number } | null>(null);
  // The month of the chosen day is shown until somebody looks at another month.
  const [turned, setTurned] = useState<{ from: string; month: string } | null>(null);
  const month = turned?.from === chosen ? turned.month : monthOf(chosen);
  const [place, setPlace] = useState<string | null>(null);
  // Somebody who is moved is shown where they are booked, until another location is chosen.
  const wantedPlace = place ?? moving.value?.locationId ?? own;
  const locationId = locations.some(({ id }) => id === wantedPlace) ? wantedPlace : own;
  const calendar = useQuery('slots.month', { month, locationId });
  useReadAnew(calendar.value?.asOfMs ?? null, calendar.refresh);
  const counted = useQuery('board.days', { from: `${month}-01`, count: 31, locationId }).value;
  // An answer that was kept from before the connection went down says that it is live.
  const isCutOff = useCutOff();
  const goTo = (date: string, visitId = movingId): void =>
    navigate(visitId === null ? links.calendarDay(date) : links.moveAppointment(date, visitId));
  useAction({ id: 'calendar-today', words: 'Today', key: 'T', run: () => goTo(today) });
  const isHolding = useHeld(({ held }) => held !== null);
  const over = useHeld(({ held }) => held?.over ?? null);
  const held = isHolding ? { over } : null;
  function drop(visitId: string, onto: DropTarget): void {
    if (onto.kind === 'slot') return setTarget({ visitId, startsAtMs: onto.startsAtMs });
    if (onto.kind === 'place') setPlace(onto.locationId);
    goTo(onto.kind === 'day' ? onto.date : chosen, visitId);
  }
  // Whoever comes by a key, or from a visit, goes on by keys: the arrows choose another day. What was pressed keeps the focus.
  const isMoving = moving.value !== null;
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const day = document.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"] button');
    // A short window shows the calendar from its heading on.
    day?.focus({ preventScroll: !isMoving });
  }, [isMoving]);

  return (
    <Screen
      title="Calendar"
      aside={
        <>
          {calendar.value && <AsOf asOfMs={calendar.value.asOfMs} timeZone={timeZone} />}
          <Button hint="T" onClick={() => goTo(today)}>
            Today
          </Button>
        </>
      }
      below={
        <PlaceChoice
          locations={locations}
          own={own}
          shown={locationId}
          onChoose={setPlace}
          drops={(id) => dropOn(held, { kind: 'place', locationId: id })}
        />
      }
    >
      {movingId !== null && moving.error && !moving.value && <ErrorNotice error={moving.error} />}
      {moving.value && (
        <MovingBar
          visit={moving.value}
          timeZone={timeZone}
          onStop={() => navigate(links.calendarDay(chosen))}
        />
      )}
      {calendar.error && !calendar.value && <ErrorNotice error={calendar.error} />}
      <div className={css.sides}>
        <Panel title="Days">
          <MonthGrid
            month={month}
            days={calendar.value?.days ?? null}
            visits={counted?.days}
            chosen={chosen}
            today={today}
            onChoose={(date) => goTo(date)}
            onMonth={(next) => setTurned({ from: chosen, month: next })}
            drops={(date) => (date < today ? {} : dropOn(held, { kind: 'day', date }))}
          />
          {calendar.value && (isCutOff || !calendar.value.live) && (
            <p className={css.quiet} role="status">
              {calendar.value.asOfMs === null
                ? `${notToldWords(calendar.value.problem)} This month was never read: which days are free is not known.`
                : keptWords(calendar.value.problem, 'these days are as they were read last')}
            </p>
          )}
        </Panel>
        <DaySlots
          key={`slots ${locationId} ${chosen}`}
          date={chosen}
          locationId={locationId}
          own={own}
          session={session}
          visits={counted?.days.find(({ date }) => date === chosen)?.visits ?? null}
          moving={moving.value}
          onTarget={(visitId, startsAtMs) => setTarget({ visitId, startsAtMs })}
        />
        <BookedList
          key={`booked ${locationId} ${chosen}`}
          date={chosen}
          locationId={locationId}
          timeZone={timeZone}
          movingId={movingId}
          onMove={(visitId) => goTo(chosen, visitId)}
          onDrop={drop}
        />
      </div>
      <HeldAppointment timeZone={timeZone} locations={locations} />
      {target && (
        <AskFirst
          visitId={target.visitId}
          to={{ locationId, startsAtMs: target.startsAtMs }}
          session={session}
          onClose={() => setTarget(null)}
          onMoved={(date, isHere) => {
            setTarget(null);
            // The board of a location is shown at its own desk only.
            navigate(isHere ? links.visitOnDay(date, target.visitId) : links.calendarDay(date));
          }}
        />
      )}
    </Screen>
  );
}

/** The visit as it is now: it may have changed since it was taken up. */
function AskFirst(props: {
  visitId: string;
  to: { locationId: string; startsAtMs: number };
  session: Session;
  onClose: () => void;
  onMoved: (date: string, isHere: boolean) => void;
}) {
  const { session } = props;
  const visit = useQuery('visits.get', { visitId: props.visitId }).value;
  if (!visit) return null;
  return (
    <ConfirmMove
      visit={visit}
      to={props.to}
      locations={session.locations}
      timeZone={session.timeZone}
      onClose={props.onClose}
      onMoved={(moved) => props.onMoved(moved.date, moved.locationId === session.location?.id)}
    />
  );
}
