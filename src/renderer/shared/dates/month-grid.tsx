// A month to choose a day from: by mouse, or with arrows, Page Up, Page Down, Home, End and Enter.
import {
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  TimerOff,
  UsersRound,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { visitsWords } from '../visit/visit-words.ts';
import { dayWords, weekdayOf } from './day-words.ts';
import { UNREAD_SHORT } from './unread-words.ts';
import { addMonths, dayByKey, monthOf, monthWords, weeksOf } from './month-days.ts';
import css from './month-grid.module.css';

type Availability = Output<'slots.month'>['days'][number]['availability'];
type VisitsOfDay = Pick<Output<'board.days'>['days'][number], 'date' | 'visits' | 'unread'>;

const AVAILABILITY = {
  available: { words: 'free slots', short: 'free', Icon: CircleCheck },
  full: { words: 'full or closed', short: 'full', Icon: CircleSlash },
  ended: { words: 'no more times today', short: 'no more', Icon: TimerOff },
  past: { words: 'past', short: null, Icon: null },
  unknown: { words: 'not known', short: 'not known', Icon: CircleHelp },
} as const satisfies Record<Availability, unknown>;

export interface MonthGridProps {
  /** The month that is shown, `YYYY-MM`; `days` may still be those of another one, or null. */
  month: string;
  days: Output<'slots.month'>['days'] | null;
  /** How many people each day has, or why that may not be said; days that are not in it show nothing of the kind. */
  visits?: readonly VisitsOfDay[] | undefined;
  chosen: string | null;
  today: string;
  /** Enter or a click. */
  onChoose: (date: string) => void;
  /** Another month is looked at: by its button, or because a key left this one. */
  onMonth: (month: string) => void;
  /** What makes a day take what is dragged onto it; undefined where nothing is dragged. */
  drops?: ((date: string) => object) | undefined;
}

export function MonthGrid(props: MonthGridProps) {
  const { month, chosen, today, onMonth } = props;
  const first = `${month}-01`;
  // The day that has the keyboard focus. It belongs to the month that is shown.
  const [at, setAt] = useState(chosen ?? today);
  const on = monthOf(at) === month ? at : chosen !== null && monthOf(chosen) === month ? chosen : first;
  const takesFocus = useRef(false);
  const cell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    cell.current?.focus();
  }, [on]);
  const availability = new Map((props.days ?? []).map((day) => [day.date, day.availability]));
  const visits = new Map((props.visits ?? []).map((day) => [day.date, day]));

  function goTo(date: string): void {
    takesFocus.current = true;
    setAt(date);
    if (monthOf(date) !== month) onMonth(monthOf(date));
  }

  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <Button aria-label="Month before" look="quiet" onClick={() => onMonth(addMonths(month, -1))}>
          <ChevronLeft aria-hidden="true" size={20} />
        </Button>
        <h3 className={css.month} aria-live="polite">
          {monthWords(month)}
        </h3>
        <Button aria-label="Month after" look="quiet" onClick={() => onMonth(addMonths(month, 1))}>
          <ChevronRight aria-hidden="true" size={20} />
        </Button>
      </div>
      <table role="grid" aria-label={monthWords(month)} className={css.grid}>
        <thead>
          <tr>
            {weekNames().map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null) ?? ''}>
              {week.map((date, index) => (
                <td key={date ?? index} role="gridcell" aria-selected={date !== null && date === chosen}>
                  {date !== null && (
                    <Day
                      date={date}
                      availability={availability.get(date) ?? (date < today ? 'past' : 'unknown')}
                      isRead={props.days !== null}
                      visits={visits.get(date) ?? null}
                      isChosen={date === chosen}
                      isToday={date === today}
                      isOn={date === on}
                      buttonRef={date === on ? cell : undefined}
                      onChoose={() => {
                        setAt(date);
                        props.onChoose(date);
                      }}
                      drops={props.drops?.(date)}
                      onKey={(key) => {
                        const to = dayByKey(key, date);
                        if (to !== null) goTo(to);
                        return to !== null;
                      }}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Monday to Sunday; the first of these dates is a Monday. */
const weekNames = (): string[] => Array.from({ length: 7 }, (_, index) => weekdayOf(`2026-06-0${index + 1}`));

function Day(props: {
  date: string;
  availability: Availability;
  isRead: boolean;
  visits: VisitsOfDay | null;
  isChosen: boolean;
  isToday: boolean;
  isOn: boolean;
  buttonRef: React.Ref<HTMLButtonElement> | undefined;
  onChoose: () => void;
  drops: object | undefined;
  /** Returns whether the key led to another day. */
  onKey: (key: string) => boolean;
}) {
  const { date, isRead } = props;
  const { words, short, Icon } = AVAILABILITY[props.availability];
  const said = [dayWords(date), props.isToday && 'today', isRead && words, saidOf(props.visits)].filter(
    (part) => typeof part === 'string',
  );
  const count = visitsSign(props.visits);
  return (
    <button
      type="button"
      ref={props.buttonRef}
      tabIndex={props.isOn ? 0 : -1}
      className={classNames(
        css.day,
        css[props.availability],
        props.isChosen && css.chosen,
        props.isToday && css.today,
      )}
      aria-current={props.isToday ? 'date' : undefined}
      onClick={props.onChoose}
      {...props.drops}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (props.onKey(event.key)) event.preventDefault();
      }}
    >
      <span className="visually-hidden">{said.join(', ')}</span>
      <span aria-hidden="true" className={css.number}>
        {Number(date.slice(8))}
      </span>
      <span aria-hidden="true" className={css.state}>
        {isRead && Icon && <Icon size={13} />}
        {isRead && <span className={css.words}>{short}</span>}
        {count !== null && (
          <span className={css.visits}>
            <UsersRound size={12} />
            {count}
          </span>
        )}
      </span>
    </button>
  );
}

/** A day that was not read is not as empty as one without anybody: it may be full. */
function visitsSign(of: VisitsOfDay | null): string | null {
  if (of === null) return null;
  if (of.unread !== null) return '?';
  return of.visits === null || of.visits === 0 ? null : String(of.visits);
}

function saidOf(of: VisitsOfDay | null): string | null {
  if (of === null) return null;
  if (of.unread !== null) return `visits ${UNREAD_SHORT[of.unread]}`;
  if (of.visits === null || of.visits === 0) return null;
  return visitsWords(of.visits);
}
