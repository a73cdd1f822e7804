// The day that is booked, and the calendar to choose another one.
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '../../host/use-query.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { dayWords, distanceWords } from '../../shared/dates/day-words.ts';
import { monthOf } from '../../shared/dates/month-days.ts';
import { MonthGrid } from '../../shared/dates/month-grid.tsx';
import { useReadAnew } from '../../shared/slots/use-read-anew.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords } from '../../shared/words/kept-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './walk-in.module.css';

export function DayChoice(props: {
  date: string;
  today: string;
  timeZone: string;
  /** Another location than the desk's; null for its own. */
  locationId: string | null;
  onChoose: (date: string) => void;
}) {
  const { date, today } = props;
  const [open, setOpen] = useState(false);
  const show = (): void => setOpen(true);
  useAction({ id: 'another-day', words: 'Another day', key: 'Y', run: show });
  return (
    <p className={css.day}>
      <span className={css.dayWords}>
        <strong>{date === today ? 'Today' : dayWords(date)}</strong>
        {date !== today && <span className={css.quiet}>{distanceWords(date, today)}</span>}
      </span>
      <Button size="small" icon={<CalendarDays />} hint="Y" onClick={show}>
        Another day
      </Button>
      {open && (
        <DayDialog
          {...props}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            props.onChoose(chosen);
          }}
        />
      )}
    </p>
  );
}

function DayDialog(props: {
  date: string;
  today: string;
  timeZone: string;
  /** Another location than the desk's; null for its own. */
  locationId: string | null;
  onChoose: (date: string) => void;
  onClose: () => void;
}) {
  const { date, today } = props;
  const [month, setMonth] = useState(monthOf(date));
  const [refused, setRefused] = useState<string | null>(null);
  const calendar = useQuery('slots.month', {
    month,
    ...(props.locationId === null ? {} : { locationId: props.locationId }),
  });
  useReadAnew(calendar.value?.asOfMs ?? null, calendar.refresh);
  return (
    <Dialog title="Which day?" onClose={props.onClose}>
      <MonthGrid
        month={month}
        days={calendar.value?.days ?? null}
        chosen={date}
        today={today}
        onMonth={setMonth}
        onChoose={(chosen) => {
          if (chosen < today) setRefused(`${dayWords(chosen)} is over. Choose today or a later day.`);
          else props.onChoose(chosen);
        }}
      />
      {refused !== null && (
        <p className={css.over} role="alert">
          {refused}
        </p>
      )}
      {calendar.error && !calendar.value && <ErrorNotice error={calendar.error} />}
      {calendar.value && (
        <p className={css.quiet}>
          {!calendar.value.live && `${keptWords(calendar.value.problem, 'days are as they were read last')} `}
          <AsOf asOfMs={calendar.value.asOfMs} timeZone={props.timeZone} />
        </p>
      )}
    </Dialog>
  );
}
