// A small file beside the database that holds the number of the last commit. If the database's log is removed or
// damaged, SQLite drops the commits in it without an error. The note shows that they existed, so the loss is noticed.
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, fdatasync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import type { Log } from '../../ports/machine.ts';
import type { Commit } from './commit-count.ts';
import { areOfTwoFiles, identityOf, originOf } from './file-identity.ts';

/** Always the same length, so that each note overwrites the one before it completely, within one block of a disk. */
const NOTE_BYTES = 128;

const noteFile = (file: string): string => `${file}.last-commit`;

const checkOf = ({ count, atMs }: Commit): string =>
  createHash('sha256').update(`${count} ${atMs}`).digest('hex').slice(0, 16);

function textOf(commit: Commit, origin: string | null): string {
  const note = JSON.stringify({ ...commit, check: checkOf(commit), ...(origin === null ? {} : { origin }) });
  return `${note.padEnd(NOTE_BYTES - 1)}\n`;
}

/**
 * Whether the database is a copy of the one that the note was last written beside: both were moved here, or put back from an older day.
 * False where that cannot be told, as of a note of an earlier version.
 */
export function isCopied(file: string): boolean {
  try {
    const { origin } = JSON.parse(readFileSync(noteFile(file), 'utf8')) as Record<string, unknown>;
    const found = originOf(file);
    return typeof origin === 'string' && found !== null && areOfTwoFiles(origin, found);
  } catch {
    return false;
  }
}

/** The commit in the note beside `file`; null when there is no note or it cannot be read. */
export function readCommitNote(file: string): Commit | null {
  try {
    const { count, atMs, check } = JSON.parse(readFileSync(noteFile(file), 'utf8')) as Record<
      string,
      unknown
    >;
    if (!Number.isSafeInteger(count) || !Number.isSafeInteger(atMs)) return null;
    const commit = { count: Number(count), atMs: Number(atMs) };
    return check === checkOf(commit) ? commit : null;
  } catch {
    return null;
  }
}

/**
 * Makes a note of this account readable, whatever its mode is.
 *
 * @throws the system's error where there is a note and it cannot be read: it would look as if there were none, and a loss would not be
 *   noticed
 */
export function makeCommitNoteReadable(file: string): void {
  const path = noteFile(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if ((found.mode & OWNER_USES) !== OWNER_USES) {
    try {
      chmodSync(path, found.mode | OWNER_USES);
    } catch {
      // It belongs to another account, or the disk is read-only. What counts is whether it can be read.
    }
  }
  readFileSync(path);
}

const OWNER_USES = 0o600;

export interface CommitNote {
  /** Notes a commit that is on the disk already. Takes some microseconds, because it does not wait for the disk. */
  write(commit: Commit): void;
  /** Asks the system to put the note on the disk, without waiting for it. Makes a new file when it was removed. */
  settle(): void;
  close(): void;
}

/**
 * Opens the note for writing. Nothing here throws: without a note only a later loss would not be noticed.
 *
 * The note is written after its commit, and the next commit does not wait until the note is on the disk. That is
 * enough: a note that is too old causes no false alarm, and the system keeps what a killed process wrote. The one case
 * that is not noticed is a power cut in the seconds before `settle` together with a loss of the log.
 */
export function openCommitNote(file: string, log: Log): CommitNote {
  let handle: number | null = null;
  let identity: string | null = null;
  let origin: string | null = null;
  let last: Commit | null = null;
  let unsettled = false;
  let failing = false;

  const failed = (thrown: unknown): void => {
    if (!failing) {
      log.warn('the note of the last commit cannot be written, so a loss may not be noticed', {
        error: String(thrown),
      });
    }
    failing = true;
  };

  const close = (): void => {
    if (handle === null) return;
    const closing = handle;
    handle = null;
    try {
      closeSync(closing);
    } catch (thrown) {
      failed(thrown);
    }
  };

  // The file is neither emptied nor appended to, because the old note must stay readable until the new one overwrites
  // it.
  const open = (): number => {
    try {
      return openSync(noteFile(file), 'r+');
    } catch {
      return openSync(noteFile(file), 'wx', 0o600);
    }
  };

  const write = (commit: Commit): void => {
    last = commit;
    try {
      if (handle === null) {
        handle = open();
        identity = identityOf(noteFile(file));
        origin = originOf(file);
      }
      writeSync(handle, textOf(commit, origin), 0, 'latin1');
      unsettled = true;
      failing = false;
    } catch (thrown) {
      failed(thrown);
      close();
    }
  };

  return {
    write,
    settle() {
      try {
        if (last !== null && (handle === null || identityOf(noteFile(file)) !== identity)) {
          close();
          write(last);
        }
        if (handle === null || !unsettled) return;
        unsettled = false;
        fdatasync(handle, (error) => {
          if (error && handle !== null) failed(error);
        });
      } catch (thrown) {
        failed(thrown);
      }
    },
    close,
  };
}
