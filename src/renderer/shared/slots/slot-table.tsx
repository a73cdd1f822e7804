// The slots of a day, one line for each hour. What a slot is on the screen (a link, a button, a word) is the caller's.
import type { KeyboardEvent, ReactNode } from 'react';
import { slotsByHour, withoutPast, standingOf, type Slot, type SlotStanding } from './slots-by-hour.ts';
import css from './slots.module.css';

/**
 * `slots` are in the order of time; `cell` draws one. The arrows go from one that can be pressed to the next.
 * @example <SlotTable slots={slots} label="Slots of Monday" timeZone={timeZone} nowMs={nowMs} cell={(slot) => …} />
 */
export function SlotTable(props: {
  slots: readonly Slot[];
  label: string;
  timeZone: string;
  nowMs: number;
  cell: (slot: Slot, standing: SlotStanding) => ReactNode;
}) {
  const { slots, timeZone, nowMs } = props;
  const shown = withoutPast(slotsByHour(slots, timeZone), nowMs);
  return (
    <>
      {shown.hidden && <p className={css.quiet}>Earlier slots of this day are past.</p>}
      {shown.hours.length > 0 && (
        <table className={css.hours} aria-label={props.label} onKeyDown={goByArrows}>
          <tbody>
            {shown.hours.map(({ hour, slots: ofHour }) => (
              <tr key={ofHour[0]?.id}>
                <th scope="row">{hour}</th>
                <td>
                  <ul>
                    {ofHour.map((slot) => (
                      <li key={slot.id}>{props.cell(slot, standingOf(slot, nowMs))}</li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Left and right lead to the slot before and after, up and down to the one above and below; past and taken ones are skipped. */
function goByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const here = event.target as HTMLElement;
  const row = here.closest('tr');
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const leftOf = (element: HTMLElement): number => element.getBoundingClientRect().left;
  const nearest = (rows: readonly (HTMLElement | null)[]): HTMLElement | undefined =>
    rows
      .map((one) => [...(one?.querySelectorAll<HTMLElement>('a, button') ?? [])])
      .find((ofRow) => ofRow.length > 0)
      ?.sort((a, b) => Math.abs(leftOf(a) - leftOf(here)) - Math.abs(leftOf(b) - leftOf(here)))[0];
  const rows = [...event.currentTarget.querySelectorAll('tr')];
  const at = rows.indexOf(row);
  const ways: Partial<Record<string, HTMLElement | undefined>> = {
    ArrowRight: all[all.indexOf(here) + 1],
    ArrowLeft: all[all.indexOf(here) - 1],
    ArrowDown: nearest(rows.slice(at + 1)),
    ArrowUp: nearest(rows.slice(0, at).reverse()),
  };
  if (!(event.key in ways)) return;
  event.preventDefault();
  ways[event.key]?.focus();
}

/** How many slots of a day are free, as `7 free slots`. `asOfMs` null: the day was never read. */
export function freeWords(free: number, all: number, asOfMs: number | null): string {
  if (all === 0) return asOfMs === null ? 'Not known: never read' : 'Closed: there are no slots on this day';
  return free === 0 ? 'Full: no slot is free' : free === 1 ? '1 free slot' : `${free} free slots`;
}
