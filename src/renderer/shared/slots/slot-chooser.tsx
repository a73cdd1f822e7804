// Chooses a free slot: the location, the day from its month with what is free on each, and the time from the day's slots.
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { useCutOff } from '../connection/use-cut-off.ts';
import { AsOf } from '../dates/as-of.tsx';
import { dayWords, distanceWords } from '../dates/day-words.ts';
import { monthOf } from '../dates/month-days.ts';
import { MonthGrid } from '../dates/month-grid.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import { keptWords, notToldWords } from '../words/kept-words.ts';
import { DayOfSlots } from './day-of-slots.tsx';
import { PlaceChoice } from './place-choice.tsx';
import type { Slot, SlotStanding } from './slots-by-hour.ts';
import { useReadAnew } from './use-read-anew.ts';
import css from './slots.module.css';

/** What is chosen; `date` empty: no day yet. `startsAtMs` in milliseconds since the epoch, null: no time yet. */
export interface ChosenSlot {
  readonly locationId: string;
  readonly date: string;
  readonly startsAtMs: number | null;
}

/**
 * Another day or location takes the chosen time away, because it is another one there.
 * @example <SlotChooser session={session} chosen={{ locationId, date: '', startsAtMs: null }} onChoose={keep} />
 */
export function SlotChooser(props: {
  session: Output<'session.get'>;
  chosen: ChosenSlot;
  /** Takes the focus when the choice is complained about. */
  id?: string | undefined;
  problem?: string | undefined;
  onChoose: (chosen: ChosenSlot) => void;
}) {
  const { session, chosen, onChoose } = props;
  const { today, timeZone, locations } = session;
  const { locationId } = chosen;
  const date = isCalendarDate(chosen.date) ? chosen.date : null;
  const [turnedTo, setTurnedTo] = useState<string | null>(null);
  const month = turnedTo ?? monthOf(date ?? today);
  const calendar = useQuery('slots.month', { month, locationId });
  useReadAnew(calendar.value?.asOfMs ?? null, calendar.refresh);
  const isCutOff = useCutOff();
  const [refused, setRefused] = useState<string | null>(null);
  const problem = props.problem ?? refused;
  return (
    <div className={css.chooser} id={props.id} tabIndex={-1} role="group" aria-label="Day and time">
      <PlaceChoice
        locations={locations}
        own={session.location?.id ?? ''}
        shown={locationId}
        onChoose={(id) => onChoose({ ...chosen, locationId: id, startsAtMs: null })}
      />
      {problem !== null && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.sides}>
        <div className={css.day}>
          <MonthGrid
            month={month}
            days={calendar.value?.days ?? null}
            chosen={date}
            today={today}
            onMonth={setTurnedTo}
            onChoose={(day) => {
              const isOver = day < today;
              setRefused(isOver ? `${dayWords(day)} is over. Choose today or a later day.` : null);
              if (!isOver) onChoose({ ...chosen, date: day, startsAtMs: null });
            }}
          />
          {calendar.error && !calendar.value && <ErrorNotice error={calendar.error} />}
          {calendar.value && (isCutOff || !calendar.value.live) && (
            <p className={css.quiet} role="status">
              {calendar.value.asOfMs === null
                ? `${notToldWords(calendar.value.problem)} This month was never read: which days are free is not known.`
                : keptWords(calendar.value.problem, 'these days are as they were read last')}{' '}
              <AsOf asOfMs={calendar.value.asOfMs} timeZone={timeZone} />
            </p>
          )}
        </div>
        {date === null ? (
          <p className={css.quiet}>Choose a day to see its times.</p>
        ) : (
          <DayTimes
            key={`${locationId} ${date}`}
            date={date}
            today={today}
            timeZone={timeZone}
            chosen={chosen}
            onChoose={(startsAtMs) => onChoose({ ...chosen, date, startsAtMs })}
          />
        )}
      </div>
    </div>
  );
}

function DayTimes(props: {
  date: string;
  today: string;
  timeZone: string;
  chosen: ChosenSlot;
  onChoose: (startsAtMs: number) => void;
}) {
  const { date, today, timeZone, chosen } = props;
  return (
    <div className={css.day}>
      <h3>
        {dayWords(date)}, {distanceWords(date, today)}
      </h3>
      <DayOfSlots
        date={date}
        today={today}
        timeZone={timeZone}
        locationId={chosen.locationId}
        words={WORDS}
        chosenMs={chosen.startsAtMs}
        cell={(slot, standing, tabIndex) => (
          <TimeButton
            slot={slot}
            standing={standing}
            tabIndex={tabIndex}
            timeZone={timeZone}
            isChosen={chosen.startsAtMs === slot.startsAtMs}
            onChoose={() => props.onChoose(slot.startsAtMs)}
          />
        )}
      />
    </div>
  );
}

const WORDS = {
  over: 'This day is over. Choose another one.',
  cutOff: 'It may refuse a slot that was taken since.',
};

function TimeButton(props: {
  slot: Slot;
  standing: SlotStanding;
  tabIndex: 0 | -1;
  timeZone: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { standing, isChosen } = props;
  const { time } = shownClockAt(props.slot.startsAtMs, props.timeZone);
  if (standing !== 'free') {
    return (
      <span className={classNames(css.slot, css[standing])}>
        {time}
        <span className="visually-hidden"> {standing}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={props.tabIndex}
      className={classNames(css.slot, css.free, isChosen && css.chosen)}
      aria-pressed={isChosen}
      onClick={props.onChoose}
    >
      {time}
    </button>
  );
}
