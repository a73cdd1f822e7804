// Which slots a walk-in may take, and the state of a held one. Pure functions.
import type { Output } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import type { SlotLoss } from '../../../domain/appointment-state.ts';
import { NOW_CHOICE } from './walk-in-draft.ts';

export type Slot = Output<'slots.list'>['slots'][number];

export function freeSlots(slots: readonly Slot[], nowMs: number): Slot[] {
  return slots
    .filter((slot) => slot.available && !slot.past && slot.startsAtMs > nowMs)
    .sort((a, b) => a.startsAtMs - b.startsAtMs);
}

export interface SlotToTake {
  /** Null: the present moment, outside the timetable. */
  readonly slot: Slot | null;
  /**
   * True when it is not the slot that was chosen or held before: the screen names it, and takes it only when asked to.
   */
  readonly isOther: boolean;
}

/**
 * The slot that "Hold" takes. `choice` is a slot's id, {@link NOW_CHOICE}, or null for the first free one. A choice
 * that is free no more gives way to the first free one, as another slot. `nowAllowed`: the present moment will do.
 */
export function slotToTake(
  free: readonly Slot[],
  choice: string | null,
  nowAllowed: boolean,
): SlotToTake | null {
  if (choice === NOW_CHOICE && nowAllowed) return { slot: null, isOther: false };
  const chosen = free.find((slot) => slot.id === choice);
  if (chosen) return { slot: chosen, isOther: false };
  const isOther = choice !== null;
  const first = free[0];
  if (first) return { slot: first, isOther };
  return nowAllowed ? { slot: null, isOther } : null;
}

/** Why there is no slot to take. */
export function noSlotWords({ isListed, isToday }: { isListed: boolean; isToday: boolean }): string {
  if (!isListed) return 'The free slots are still being read.';
  return isToday ? 'No slot is left today.' : 'No slot is free on this day.';
}

export type HoldState =
  /** Sent, or waiting to be sent. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'held'; readonly untilMs: number | null }
  /** The booking was confirmed: there is nothing left to hold or to confirm. */
  | { readonly kind: 'booked' }
  | { readonly kind: 'over'; readonly why: 'expired' | SlotLoss };

/** How the hold stands at `nowMs` by the service's clock; null when there is none. */
export function holdState(
  visit:
    (Pick<VisitDetail, 'appointment' | 'slotLost'> & { readonly registrations: readonly unknown[] }) | null,
  nowMs: number,
): HoldState | null {
  const appointment = visit?.appointment;
  if (!appointment) return null;
  if (visit.registrations.length > 0) return { kind: 'booked' };
  if (visit.slotLost !== null) return { kind: 'over', why: visit.slotLost };
  switch (appointment.state) {
    case 'requested':
    case 'unsure':
      return { kind: 'asked' };
    case 'held':
      if (appointment.holdExpiresAtMs !== null && appointment.holdExpiresAtMs <= nowMs) {
        return { kind: 'over', why: 'expired' };
      }
      return { kind: 'held', untilMs: appointment.holdExpiresAtMs };
    case 'confirmed':
      return { kind: 'held', untilMs: null };
    case 'released':
      return { kind: 'over', why: 'expired' };
    case 'taken':
      return { kind: 'over', why: 'taken' };
    default:
      return appointment.state satisfies never;
  }
}

/**
 * Whether a slot is held where nobody is booked from here any more: this desk was set to another location meanwhile.
 * `bookedAt`: the id of the location that is booked for, this desk's own or the one in the address; null while not known.
 */
export const isStranded = (visit: { readonly locationId: string } | null, bookedAt: string | null): boolean =>
  visit !== null && bookedAt !== null && visit.locationId !== bookedAt;

/** Whether a slot is held of a day that is over: it was held before midnight. `today`: `YYYY-MM-DD`; empty while not known. */
export const isOvernight = (visit: { readonly date: string } | null, today: string): boolean =>
  visit !== null && visit.date < today;
