// How an attempt ended, as data: what becomes of the row, and what the answer changes in the store with it.
import type { ActivityDetailOf } from '../../domain/activity.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Touched } from '../line/gateway.ts';
import type { Resolution } from '../store/outbox/outbox.ts';

type SlotEntryKind = 'slot-booked-over' | 'slot-held-again' | 'slot-moved' | 'slot-held-elsewhere';

/** What the activity says of it; written in the transaction that moves the row. */
export type Entry = {
  [Kind in SlotEntryKind]: { readonly kind: Kind; readonly about: ActivityDetailOf<Kind> };
}[SlotEntryKind];

export type Verdict = { readonly entry?: Entry } & (
  | /** Done and proven. `apply` runs in the transaction that confirms the row, and names what it touched. */
    { readonly to: 'confirmed'; readonly apply?: () => readonly Touched[] }
    /** Not done, and to be tried again after `delayMs`; `counted` is false when the attempt proves nothing about the row. */
  | {
      readonly to: 'pending';
      readonly error: AppError | null;
      readonly delayMs: number | null;
      readonly counted: boolean;
      readonly resolution?: Resolution;
      /** Runs in the transaction that puts the row back. */
      readonly apply?: () => void;
    }
  /** Done or not; to be looked at again after `delayMs`, or after the usual growing pause when null. */
  | { readonly to: 'unknown'; readonly error: AppError | null; readonly delayMs: number | null }
  /** For a person to decide. */
  | {
      readonly to: 'conflict' | 'refused' | 'needs-human';
      readonly error: AppError;
      readonly answer?: unknown;
      readonly resolution?: Resolution;
    }
  /** Discarded by the desk, because a later change replaced it. */
  | { readonly to: 'discarded'; readonly resolution: Resolution }
);

export const confirmed = (apply?: () => readonly Touched[]): Verdict =>
  apply ? { to: 'confirmed', apply } : { to: 'confirmed' };
export const again = (delayMs: number | null = 0, resolution?: Resolution): Verdict => ({
  to: 'pending',
  error: null,
  delayMs,
  counted: true,
  ...(resolution === undefined ? {} : { resolution }),
});
export const inDoubt = (error: AppError | null, delayMs: number | null = null): Verdict => ({
  to: 'unknown',
  error,
  delayMs,
});
export const forHuman = (
  to: 'conflict' | 'refused' | 'needs-human',
  error: AppError,
  answer?: unknown,
): Verdict & { readonly to: 'conflict' | 'refused' | 'needs-human' } => ({
  to,
  error,
  ...(answer === undefined ? {} : { answer }),
});
