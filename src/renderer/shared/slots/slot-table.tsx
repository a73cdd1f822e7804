// The slots of a day, one line for each hour. What a slot is on the screen (a link, a button, a word) is the caller's.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { slotsByHour, withoutPast, standingOf, type Slot, type SlotStanding } from './slots-by-hour.ts';
import { tabStop } from './tab-stop.ts';
import css from './slots.module.css';

/** Draws a slot; `tabIndex` is for what can be pressed. */
export type SlotCell = (slot: Slot, standing: SlotStanding, tabIndex: 0 | -1) => ReactNode;

/**
 * `slots` are in the order of time; `cell` draws one, with `tabIndex` on what can be pressed. All slots together are one stop of Tab:
 * the arrows go from one that can be pressed to the next, so that what follows a day of eighty slots is not eighty keys away.
 * @example <SlotTable slots={slots} label="Slots of Monday" timeZone={zone} nowMs={nowMs} cell={(slot, standing, tabIndex) => …} />
 */
export function SlotTable(props: {
  slots: readonly Slot[];
  label: string;
  timeZone: string;
  nowMs: number;
  /** The start of the slot that is chosen; null while none is. */
  chosenMs?: number | null | undefined;
  cell: SlotCell;
}) {
  const { slots, timeZone, nowMs } = props;
  const shown = withoutPast(slotsByHour(slots, timeZone), nowMs);
  const [lastOn, setLastOn] = useState<string | null>(null);
  const wordsId = useId();
  const stop = tabStop(slots, { nowMs, lastOn, chosenMs: props.chosenMs ?? null });
  return (
    <>
      {shown.hours.length > 0 && (
        <>
          {shown.hidden && <p className={css.quiet}>Earlier slots of this day are past.</p>}
          <p id={wordsId} hidden>
            The arrow keys go from slot to slot.
          </p>
          <div
            role="grid"
            aria-label={props.label}
            aria-describedby={wordsId}
            onKeyDown={goByKeys}
            onFocus={(event) =>
              setLastOn(event.target.closest('[data-slot]')?.getAttribute('data-slot') ?? null)
            }
          >
            {shown.hours.map(({ hour, slots: ofHour }) => (
              <div key={ofHour[0]?.id} role="row" className={css.hour}>
                <span role="rowheader" className={css.hourName}>
                  {hour}
                </span>
                <div className={css.ofHour}>
                  {ofHour.map((slot) => (
                    <div key={slot.id} role="gridcell" data-slot={slot.id}>
                      {props.cell(slot, standingOf(slot, nowMs), slot.id === stop ? 0 : -1)}
                    </div>
                  ))}
                </div>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  );
}

/**
 * Left and right lead to the slot before and after, up and down to the one above and below, Home and End to the first and the last
 * of the hour and, with Ctrl, of the day; past and taken ones are skipped.
 */
function goByKeys(event: KeyboardEvent<HTMLElement>): void {
  const here = event.target as HTMLElement;
  const row = here.closest('[role=row]');
  if (!row || event.altKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const ofHour = [...row.querySelectorAll<HTMLElement>('a, button')];
  const leftOf = (element: HTMLElement): number => element.getBoundingClientRect().left;
  const nearest = (rows: readonly Element[]): HTMLElement | undefined =>
    rows
      .map((one) => [...one.querySelectorAll<HTMLElement>('a, button')])
      .find((ofRow) => ofRow.length > 0)
      ?.sort((a, b) => Math.abs(leftOf(a) - leftOf(here)) - Math.abs(leftOf(b) - leftOf(here)))[0];
  const rows = [...event.currentTarget.querySelectorAll('[role=row]')];
  const at = rows.indexOf(row);
  const ends = event.ctrlKey ? all : ofHour;
  const arrows: Partial<Record<string, HTMLElement | undefined>> = {
    ArrowRight: all[all.indexOf(here) + 1],
    ArrowLeft: all[all.indexOf(here) - 1],
    ArrowDown: nearest(rows.slice(at + 1)),
    ArrowUp: nearest(rows.slice(0, at).reverse()),
  };
  const ways = { ...(event.ctrlKey ? {} : arrows), Home: ends[0], End: ends.at(-1) };
  if (!(event.key in ways)) return;
  event.preventDefault();
  ways[event.key as keyof typeof ways]?.focus();
}
