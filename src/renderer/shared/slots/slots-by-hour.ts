// The slots of a day as they are laid out: one line for each hour. Pure.
import type { Output } from '../../../contract/index.ts';
import { shownClockAt } from '../../../domain/site-time.ts';

export type Slot = Output<'slots.list'>['slots'][number];

export interface HourOfSlots {
  /** `09`; an hour that occurs twice when summer time ends has two lines, `01 BST` and `01 GMT`. */
  readonly hour: string;
  readonly slots: readonly Slot[];
}

/** `slots` are in the order of time. */
export function slotsByHour(slots: readonly Slot[], timeZone: string): HourOfSlots[] {
  const hours: { hour: string; slots: Slot[] }[] = [];
  for (const slot of slots) {
    const { time } = shownClockAt(slot.startsAtMs, timeZone);
    const hour = `${time.slice(0, 2)}${time.slice(5)}`;
    const last = hours.at(-1);
    if (last?.hour === hour) last.slots.push(slot);
    else hours.push({ hour, slots: [slot] });
  }
  return hours;
}

/** Leaves out the first hours whose slots are all past; `hidden` tells whether there were any. */
export function withoutPast(
  hours: readonly HourOfSlots[],
  nowMs: number,
): { readonly hours: readonly HourOfSlots[]; readonly hidden: boolean } {
  const first = hours.findIndex(({ slots }) => slots.some((slot) => standingOf(slot, nowMs) !== 'past'));
  return { hours: first < 0 ? [] : hours.slice(first), hidden: first !== 0 && hours.length > 0 };
}

export type SlotStanding = 'free' | 'taken' | 'past';

export function standingOf(slot: Slot, nowMs: number): SlotStanding {
  if (slot.past || slot.startsAtMs <= nowMs) return 'past';
  return slot.available ? 'free' : 'taken';
}
