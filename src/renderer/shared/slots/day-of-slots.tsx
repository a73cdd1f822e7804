// The slots of one day with what is to be said of them: how many are free, how old that is, and that the service cannot be asked.
import type { ReactNode } from 'react';
import { useNowMs } from '../../host/service-clock.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCutOff } from '../connection/use-cut-off.ts';
import { AsOf } from '../dates/as-of.tsx';
import { dayWords } from '../dates/day-words.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import { notToldWords } from '../words/kept-words.ts';
import { freeWords } from './free-words.ts';
import { SlotTable, type SlotCell } from './slot-table.tsx';
import { standingOf } from './slots-by-hour.ts';
import { useReadAnew } from './use-read-anew.ts';
import css from './slots.module.css';

/**
 * `date` and `today` as `YYYY-MM-DD`; of a day that is over nothing is asked.
 * @example <DayOfSlots date={date} today={today} timeZone={zone} locationId={id} words={words} cell={(slot) => …} />
 */
export function DayOfSlots(props: {
  date: string;
  today: string;
  timeZone: string;
  locationId: string;
  /** What is said of a day that is over, and what follows from it that the service does not tell. */
  words: { readonly over: string; readonly cutOff: string };
  /** Stands above the slots, once they are known. */
  note?: ReactNode;
  /** The start of the slot that is chosen; null while none is. */
  chosenMs?: number | null | undefined;
  cell: SlotCell;
  /** What follows the slots; `free`: how many of them are. */
  after?: (free: number) => ReactNode;
}) {
  const { date, timeZone, words } = props;
  const nowMs = useNowMs(60_000);
  const isCutOff = useCutOff();
  const isOver = date < props.today;
  const { value, error, refresh } = useQuery(
    'slots.list',
    isOver ? skip : { date, locationId: props.locationId },
  );
  useReadAnew(value?.asOfMs ?? null, refresh);
  if (isOver) return <p className={css.quiet}>{words.over}</p>;
  if (!value) {
    return error ? (
      <ErrorNotice error={error} />
    ) : (
      <SkeletonRows count={5} label="The slots are being read" />
    );
  }
  const { slots, asOfMs, live } = value;
  const free = slots.filter((slot) => standingOf(slot, nowMs) === 'free').length;
  return (
    <>
      <p className={css.summary}>
        <strong>{freeWords(slots, nowMs, asOfMs)}</strong>
        <AsOf asOfMs={asOfMs} timeZone={timeZone} />
      </p>
      {(isCutOff || !live) && (
        <p className={css.quiet} role="status">
          {notToldWords(value.problem)} {words.cutOff}
        </p>
      )}
      {props.note}
      <SlotTable
        slots={slots}
        label={`Slots of ${dayWords(date)}`}
        timeZone={timeZone}
        nowMs={nowMs}
        chosenMs={props.chosenMs}
        cell={props.cell}
      />
      {props.after?.(free)}
    </>
  );
}
