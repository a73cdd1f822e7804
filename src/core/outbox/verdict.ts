// The result of an attempt, as data: the next state of the row, and what the answer changes in the store.
import type { ActivityDetailOf } from '../../domain/activity.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Touched } from '../line/gateway.ts';
import type { Resolution } from '../store/outbox/outbox.ts';

type SlotEntryKind = 'slot-booked-over' | 'slot-held-again' | 'slot-moved' | 'slot-held-elsewhere';

/** An entry of the activity about an attempt; written in the transaction that moves the row. */
export type Entry = {
  [Kind in SlotEntryKind]: { readonly kind: Kind; readonly about: ActivityDetailOf<Kind> };
}[SlotEntryKind];

/** What an executor returns: what becomes of the row, told apart by `to`. Made with the functions below. */
export type Verdict = {
  readonly entry?: Entry;
  /** The service was asked whether it has the change, and answered as it should. */
  readonly looked?: boolean;
} & (
  | /** Carried out. `apply` runs in the transaction that confirms the row, and returns the records that were changed. */
    { readonly to: 'confirmed'; readonly apply?: () => readonly Touched[] }
    /**
     * Not carried out; tried again after `delayMs`, or after the usual growing pause when it is null. `counted` is
     * false when the attempt is not to count, because its failure says nothing about this change.
     */
  | {
      readonly to: 'pending';
      readonly error: AppError | null;
      readonly delayMs: number | null;
      readonly counted: boolean;
      readonly resolution?: Resolution;
      /** Runs in the transaction that puts the row back. */
      readonly apply?: () => void;
    }
  /**
   * Perhaps carried out; verified after `delayMs`, or after the usual growing pause when it is null. `counted` is false
   * when nothing failed and the row only waits until looking is worth it.
   */
  | {
      readonly to: 'unknown';
      readonly error: AppError | null;
      readonly delayMs: number | null;
      readonly counted: boolean;
      readonly resolution?: Resolution;
    }
  /** A person has to decide. `answer`: what the service said, for comparing it with what was asked. */
  | {
      readonly to: 'conflict' | 'refused' | 'needs-human';
      readonly error: AppError;
      readonly answer?: unknown;
      readonly resolution?: Resolution;
      /** It was a look that the service refused, perhaps after it had carried the change out. */
      readonly byLook?: true;
    }
  /** Given up by the desk itself, because a later change made it unnecessary. */
  | { readonly to: 'discarded'; readonly resolution: Resolution }
);

/**
 * The change was carried out.
 *
 *     return confirmed(() => {
 *       upsertPatients(db, [patient], nowMs);
 *       return [{ kind: 'patient', serverId: patient.id }];
 *     });
 */
export const confirmed = (apply?: () => readonly Touched[]): Verdict =>
  apply ? { to: 'confirmed', apply } : { to: 'confirmed' };
/**
 * The change was not carried out: it is sent again. `delayMs`: 0 for at once, null for the usual growing pause.
 *
 *     verify: async () => again(), // repeating it is harmless
 */
export const again = (delayMs: number | null = 0, resolution?: Resolution): Verdict => ({
  to: 'pending',
  error: null,
  delayMs,
  counted: true,
  ...(resolution === undefined ? {} : { resolution }),
});
/**
 * It is not known whether the change was carried out: it is verified after `delayMs`, or the usual growing pause.
 *
 *     if (!read.ok) return inDoubt(read.error);
 */
export const inDoubt = (error: AppError | null, delayMs: number | null = null): Verdict => ({
  to: 'unknown',
  error,
  delayMs,
  counted: true,
});
/**
 * The service took the change, and answered with something else than was asked for, or did not keep it: it is verified. That outlives
 * what the looks meet, so that a service which does so each time is not asked for ever.
 *
 */
export const notAsAsked = (
  row: { readonly resolution: Resolution },
  error: AppError,
  delayMs: number | null = null,
): Verdict => ({
  ...(inDoubt(error, delayMs) as Extract<Verdict, { to: 'unknown' }>),
  resolution: { ...row.resolution, notAsAsked: true },
});
/**
 * The same, and a person decides where it is said a second time: one answer can be damaged on its way, or be given
 * before everything was stored. `answer` is what they are shown.
 *
 *     return conflictOnceSaidTwice(row, error, { answer: kept, delayMs: SHOWN_WITHIN_MS });
 */
export const conflictOnceSaidTwice = (
  row: { readonly resolution: Resolution },
  error: AppError,
  { answer, delayMs = null }: { readonly answer?: unknown; readonly delayMs?: number | null } = {},
): Verdict =>
  row.resolution.notAsAsked === true ? forHuman('conflict', error, answer) : notAsAsked(row, error, delayMs);
/**
 * The row stays in doubt because it is too early to say: it is verified after `delayMs`. That is no failed attempt. If it
 * were counted, the one read that fails after two minutes of waiting would be repeated only after the longest pause.
 *
 *     return restMs > 0 ? tooEarly(row, restMs) : again();
 */
export const tooEarly = (row: { readonly lastError: AppError | null }, delayMs: number): Verdict => ({
  to: 'unknown',
  error: row.lastError,
  delayMs,
  counted: false,
});
/**
 * What was found by asking the service, which answered as it should: looks that failed before are no row with later ones.
 *
 *     return looked(restMs > 0 ? tooEarly(row, restMs) : again());
 */
export const looked = (verdict: Verdict): Verdict => ({ ...verdict, looked: true });
/**
 * The change cannot go on by itself: a person has to decide. `answer` is kept for them to compare.
 *
 *     return forHuman('conflict', conflict('changed', 'another patient was assigned meanwhile'), registration);
 */
export const forHuman = (
  to: 'conflict' | 'refused' | 'needs-human',
  error: AppError,
  answer?: unknown,
): Verdict & { readonly to: 'conflict' | 'refused' | 'needs-human' } => ({
  to,
  error,
  ...(answer === undefined ? {} : { answer }),
});
