// Makes a backup of the store by itself, each hour and sooner after a first start, and says for people since when none could be made.
import { errorCode } from '../domain/error-code.ts';
import type { Topic } from '../contract/events.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import type { Clock, Log } from './ports/machine.ts';
import type { Store } from './store/open.ts';
import { isDamage } from './store/db/connect.ts';

export interface BackupTrouble {
  readonly kind: 'not-backed-up';
  /** Stays the same for as long as since when, and why, do: the words change with the day. */
  readonly id: string;
  /** In words for a person: since when, and why where that is known. */
  readonly detail: string;
}

export interface Backups {
  start(): void;
  /** Null while backups are made, and for the first hours in which they are not. */
  trouble(): BackupTrouble | null;
  /** Begins none any more; resolves when none is being made. Never fails. */
  close(): Promise<void>;
}

const HOUR_MS = 60 * 60_000;
const BACKUP_MS = HOUR_MS;
/** The pauses before the first backups after a first start or a recovery, when no backup has what is entered. */
const FIRST_BACKUPS_MS = [60_000, 10 * 60_000];
/** A disk that is full for an hour often has room again before anybody comes to look. */
const OVERDUE_MS = 3 * HOUR_MS;
/** While people are told: whoever has made room sees soon that it helped. Each try writes until the disk takes no more. */
const AFTER_TROUBLE_MS = 10 * 60_000;
/** With a backup as old as this it is said at the first failure: some desks are never on for as long as {@link OVERDUE_MS}. */
const TOO_OLD_MS = 24 * HOUR_MS;

/** Beginnings of the codes of SQLite and of the system, and what they mean. The first one that fits counts. */
const REASONS: readonly (readonly [code: string, words: string])[] = [
  ['SQLITE_FULL', 'the disk has too little room'],
  ['ENOSPC', 'the disk has too little room'],
  ['EDQUOT', 'the disk has too little room'],
  ['SQLITE_READONLY', 'nothing may be written beside the data file'],
  ['EROFS', 'nothing may be written beside the data file'],
  ['EACCES', 'nothing may be written beside the data file'],
  ['EPERM', 'nothing may be written beside the data file'],
  ['SQLITE_CANTOPEN', 'no new file can be made beside the data file'],
  ['SQLITE_IOERR', 'the disk cannot be read or written'],
  ['EIO', 'the disk cannot be read or written'],
];

/** Why a backup failed, in words for a person; null where that is not known. */
function reasonOf(thrown: unknown): string | null {
  if (isDamage(thrown)) return 'the data file is damaged';
  const code = errorCode(thrown) ?? '';
  return REASONS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}

export interface BackupsOptions {
  readonly store: Pick<Store, 'backUp' | 'isBackedUp' | 'backedUpAtMs' | 'isLost'>;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly log: Log;
  readonly onChange: (topics: Topic[]) => void;
}

/** Backups that have all failed since one that went. */
interface Failing {
  /** When the first of them was due, by the time that nobody can set. */
  readonly dueMs: number;
  /** Why the last of them failed; null where that is not known. */
  readonly reason: string | null;
  /** When the newest backup was made, in milliseconds since the epoch; null when there is none. */
  readonly lastMs: number | null;
}

/** Begins nothing before {@link Backups.start}. */
export function createBackups({ store, clock, timeZone, log, onChange }: BackupsOptions): Backups {
  let closed = false;
  /** Never fails. */
  let backingUp: Promise<void> = Promise.resolve();
  let cancel: () => void = () => {};
  let failing: Failing | null = null;
  /** What the screens were last told to ask for. */
  let said: string | null = null;

  function backUpAgain([pauseMs = BACKUP_MS, ...laterMs]: readonly number[]): void {
    cancel = clock.after(pauseMs, () => {
      const dueMs = clock.monotonicMs();
      backingUp = store
        .backUp()
        .then(
          () => {
            failing = null;
            log.debug('backup made');
          },
          (thrown: unknown) => failed(thrown, dueMs),
        )
        .then(() => {
          if (closed) return;
          sayWhatChanged();
          backUpAgain(said === null ? laterMs : [AFTER_TROUBLE_MS, ...laterMs]);
        });
    });
  }

  /** The next backup is tried all the same. */
  function failed(thrown: unknown, dueMs: number): void {
    // A desk that closes may cut its backup short. That says nothing of the disk.
    if (closed) return;
    log.error('backup failed', { error: String(thrown) });
    failing = { dueMs: failing?.dueMs ?? dueMs, reason: reasonOf(thrown), lastMs: newestMs() };
  }

  function sayWhatChanged(): void {
    const detail = trouble()?.detail ?? null;
    if (detail === said) return;
    said = detail;
    onChange(['session']);
  }

  /** Null also where the folder of the backups cannot be read. */
  function newestMs(): number | null {
    try {
      return store.backedUpAtMs();
    } catch {
      return null;
    }
  }

  function trouble(): BackupTrouble | null {
    // Of a store that was lost its own notice says more.
    if (failing === null || store.isLost()) return null;
    const { lastMs } = failing;
    const isTooOld = lastMs !== null && clock.nowMs() - lastMs >= TOO_OLD_MS;
    if (!isTooOld && clock.monotonicMs() - failing.dueMs < OVERDUE_MS) return null;
    const why = failing.reason === null ? '' : `: ${failing.reason}`;
    return {
      kind: 'not-backed-up',
      id: `not-backed-up-${lastMs ?? 'never'}-${failing.reason ?? ''}`,
      detail: `No backup of this desk’s records${lastMs === null ? '' : ` since ${sinceWords(lastMs)}`}${why}.`,
    };
  }

  /** The time alone, or with its date where that is not today's. */
  function sinceWords(atMs: number): string {
    const { date, time } = wallClockAt(atMs, timeZone);
    return date === wallClockAt(clock.nowMs(), timeZone).date ? time : `${time} on ${formatDate(date)}`;
  }

  return {
    start: () => backUpAgain(store.isBackedUp() ? [] : FIRST_BACKUPS_MS),
    trouble,
    async close() {
      closed = true;
      cancel();
      await backingUp;
    },
  };
}
