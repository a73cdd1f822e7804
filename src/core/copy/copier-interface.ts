// What a copier is given, and what it tells; see copier.ts.
import type { CopyDatabase } from '../ports/copy.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import type { CopyState } from '../store/copy/copy-state.ts';
import type { Store } from '../store/open.ts';

export interface CopierOptions {
  readonly store: Store;
  readonly database: CopyDatabase;
  /** One whose timers never throw. */
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly site: string;
  /** This machine's name, for people at another one. */
  readonly machine: string;
  readonly timeZone: string;
  /** So long a copy that was found to have what this desk lacks is left as it is; two hours where it is not given. */
  readonly aheadKeptMs?: number | undefined;
  /** The counts for the fleet page. */
  readonly status: () => Readonly<Record<string, unknown>>;
  /** What {@link Copier.look} says has changed. */
  readonly onChange: () => void;
  /** {@link Copier.maySend} has become true. */
  readonly onMaySend: () => void;
}

/** How the copy stands. Times are milliseconds since the epoch by this machine's clock. */
export interface CopyLook {
  /**
   * `starting`: the database has not answered yet; `copying`: changes are on their way; `copied`: it has everything;
   * `unreachable`: it does not answer; `refused`: it does not accept this desk; `ahead`: it has what this desk lacks, and is left as it is for a while; `fenced`: another machine is the site desk.
   */
  readonly stage: 'starting' | 'copying' | 'copied' | 'unreachable' | 'refused' | 'ahead' | 'fenced';
  /** Why, where a person can do something about it. */
  readonly problem: string | null;
  /** The machine that is the site desk under the name that this one was given, and that this one has never been; null: none is. */
  readonly heldBy: string | null;
  /** Who works with the same data folder, so that this machine sends and prints nothing; null: nobody does. */
  readonly worksElsewhere: string | null;
  /** Since when the database has not answered; null while it does. */
  readonly unreachableSinceMs: number | null;
  /** It cannot be used as long as nobody does anything about it, or has been away for so long that people have to know. */
  readonly isToBeMended: boolean;
  /** Everything until this time is in the copy; null: not known yet. */
  readonly copiedUntilMs: number | null;
  readonly waiting: number;
  /** An earlier version prepared the database, and whoever looks after it has not brought it up to date. */
  readonly isDatabaseOld: boolean;
  readonly state: CopyState;
}

export interface Copier {
  start(): void;
  look(): CopyLook;
  /** Whether anything may be sent or printed: false until it is certain, or likely, that this is still the site desk. */
  maySend(): boolean;
  /** Somebody has seen the recovery key. Call it inside a transaction. */
  keyWasShown(atMs: number): void;
  close(): Promise<void>;
}
