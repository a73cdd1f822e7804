// How an attempt ended, as data: what becomes of the row, and what the answer changes in the store with it.
import type { AppError } from '../../domain/app-error.ts';
import type { Touched } from '../line/gateway.ts';
import type { OutboxRow, Resolution } from '../store/outbox/outbox.ts';

export type Verdict =
  /** Done and proven. `apply` runs in the transaction that confirms the row, and names what it touched. */
  | { readonly to: 'confirmed'; readonly apply?: () => readonly Touched[] }
  /** Not done, and to be tried again after `delayMs`; `counted` is false when the attempt proves nothing about the row. */
  | {
      readonly to: 'pending';
      readonly error: AppError | null;
      readonly delayMs: number | null;
      readonly counted: boolean;
      readonly resolution?: Resolution;
      /** Runs in the transaction that puts the row back. Returns another row whose slot is now booked over, if any. */
      readonly apply?: () => OutboxRow;
    }
  /** Done or not; to be looked at again after `delayMs`, or after the usual growing pause when null. */
  | { readonly to: 'unknown'; readonly error: AppError | null; readonly delayMs: number | null }
  /** For a person to decide. */
  | {
      readonly to: 'conflict' | 'refused' | 'needs-human';
      readonly error: AppError;
      readonly answer?: unknown;
    }
  /** Given up because a later change made it pointless. */
  | { readonly to: 'discarded'; readonly resolution: Resolution };

export const confirmed = (apply?: () => readonly Touched[]): Verdict =>
  apply ? { to: 'confirmed', apply } : { to: 'confirmed' };
export const again = (delayMs: number | null = 0): Verdict => ({
  to: 'pending',
  error: null,
  delayMs,
  counted: true,
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
): Verdict => ({ to, error, ...(answer === undefined ? {} : { answer }) });
