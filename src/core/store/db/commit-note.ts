// A small file beside the database that holds the number of the last commit. The database's log can vanish or be damaged
// without a trace in the database: SQLite then drops what was in it and says nothing. The note tells that it was there.
import { createHash } from 'node:crypto';
import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Log } from '../../ports.ts';
import type { Commit } from './commit-count.ts';
import { identityOf } from './file-identity.ts';

/** Fixed, so that each note lies exactly over the one before it, in one block of any disk. */
const NOTE_BYTES = 128;

const noteFile = (file: string): string => `${file}.last-commit`;

const checkOf = ({ count, atMs }: Commit): string =>
  createHash('sha256').update(`${count} ${atMs}`).digest('hex').slice(0, 16);

function textOf(commit: Commit): string {
  return `${JSON.stringify({ ...commit, check: checkOf(commit) }).padEnd(NOTE_BYTES - 1)}\n`;
}

/** What the note beside `file` says; null where there is none, or none that can be read. */
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

export interface CommitNote {
  /** Notes a commit that is on the disk already. It costs some microseconds: nobody waits for the disk here. */
  write(commit: Commit): void;
  /** Asks the disk to take what was noted, without waiting for it; makes the file anew where it was removed. */
  settle(): void;
  close(): void;
}

/**
 * Opens the note for writing. Nothing here throws: a note that cannot be written only takes away the notice of a loss.
 *
 * The note is written after its commit and need not be on the disk before the next one: a note that is too old raises no
 * alarm, and a process that is killed leaves what it wrote with the system. Only a power cut in the seconds before the
 * note is settled, together with a loss of the log, would go unnoticed.
 */
export function openCommitNote(file: string, log: Log): CommitNote {
  let handle: number | null = null;
  let identity: string | null = null;
  let last: Commit | null = null;
  let unsettled = false;
  let failing = false;

  const failed = (thrown: unknown): void => {
    if (!failing) log.warn('the last commit cannot be noted', { error: String(thrown) });
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

  // Neither made empty nor appended to: the note before is good until the new one lies over it.
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
      }
      writeSync(handle, textOf(commit), 0, 'latin1');
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
