// What the rest of the engine asks of the sync.
import type { EnteredPerson } from '../domain/change.ts';
import type { ConnectionStatus } from './line/connection.ts';
import type { Touched } from './line/gateway.ts';
import type { DayInSight } from './pull/days-in-sight.ts';
import type { Hints } from './pull/hints.ts';
import type { OutboxCounts } from './store/outbox/outbox.ts';
import type { SyncNotice } from './sync-notices.ts';

/**
 * How old the data on the board is. Times are in milliseconds since the epoch by the service's clock; null before that
 * part was read at all.
 */
export interface BoardFreshness {
  /** All changes up to this time are on today's board: the older one of the next two. */
  readonly asOfMs: number | null;
  /** Each of today's open visits was read after this time. */
  readonly visitsAsOfMs: number | null;
  /** All bookings made before this time are known. */
  readonly newBookingsAsOfMs: number | null;
  /** Everything was read after this time, bookings of other days included: they can be moved to today. */
  readonly everythingAsOfMs: number | null;
  /** False until the first reading since the start has brought the board, or has failed for good. */
  readonly firstPullDone: boolean;
}

export interface Sync {
  start(): void;
  /** A change was written to the outbox: it is sent as soon as it may be. */
  wake(): void;
  /** Reads everything now; where the connection is down, it is tried first. */
  pullNow(): void;
  /** The network was switched on or off: the connection is tested at once instead of after its pause. */
  networkSwitched(): void;
  /** The service's time has been changed: one request asks for it, now and beside what is being read, which may have to wait. */
  hearTime(): void;
  connection(): ConnectionStatus;
  /** The service's events, as hints at what to read; null: this desk takes none. */
  readonly hints: Pick<Hints, 'take' | 'heard'> | null;
  /** Somebody looks at the board of a day (`YYYY-MM-DD`) at a location: its appointments are read before those of other days. */
  lookedAt(day: DayInSight): void;
  /**
   * Somebody stands at the desk for these registrations (local ids): the label of each is read at once, before those of others. For one
   * that the service has not made yet this is done once it has.
   */
  labelsNeeded(registrationIds: readonly string[]): void;
  /** How old the shown data is, and whether the first reading since the start is over. */
  freshness(): BoardFreshness;
  /**
   * True while the service is being read, or will be within a second: data that is missing may come at any moment.
   * False while the connection is down.
   */
  isReading(): boolean;
  counts(): OutboxCounts;
  /**
   * True while the disk is full or fails. Nothing is sent then, because the results could not be stored.
   */
  isDiskStuck(): boolean;
  /**
   * Tells what a write outside the sync ended with. Where the disk was the reason, {@link isDiskStuck} is true until a
   * write succeeds, which is tried again by itself. Never throws.
   */
  diskFailed(thrown: unknown): void;
  /**
   * The service's time, milliseconds since the epoch: this machine's time, corrected by the Date header of the answers.
   */
  serverNowMs(): number;
  /**
   * To be called before an operation asks the service for records that it keeps. The function it returns leaves out of the
   * answer what must not be kept: records of which a change of ours was confirmed meanwhile, as they show what was before it.
   *
   *     const stillCurrent = sync.asking();
   *     const { items } = await service.orders.registrations(orderId);
   *     upsertRegistrations(db, stillCurrent('registration', items), nowMs);
   */
  asking(): <Record extends { readonly id: string }>(
    kind: Touched['kind'],
    records: readonly Record[],
  ) => Record[];
  /** How far the service's clock is ahead of this machine's, in milliseconds; null until the service has told its time. */
  clockAheadMs(): number | null;
  /** The same of a time that the service tells and that is not believed; null while there is none. */
  clockDoubtedAheadMs(): number | null;
  notices(): readonly SyncNotice[];
  /**
   * The next seven are a person's decisions about a row of the outbox (core/outbox/decisions.ts). They run inside the
   * caller's transaction and throw AppException when the row's state does not allow them.
   */
  retry(rowId: string): void;
  bookOver(rowId: string): void;
  discard(rowId: string, reason: string): void;
  editPatient(rowId: string, entered: EnteredPerson): void;
  linkExisting(rowId: string): void;
  repeat(rowId: string): void;
  settle(rowId: string, madeId: string | null): void;
  /** Begins nothing new; resolves when nothing is under way any more. The store can be closed then. */
  close(): Promise<void>;
}
