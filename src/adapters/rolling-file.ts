// A file of lines that never grows past a size and never stops whoever writes to it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Between two tries to open a file that could not be written: a full disk is asked again, not a thousand times a second. */
const RETRY_MS = 5_000;

export interface RollingFile {
  /** Appends a line, or loses it where the disk does not take it. Never throws. */
  write(line: string): void;
  /** Lines lost so far. */
  lost(): number;
  close(): void;
}

export interface RollingFileOptions {
  /** A file that reaches this is kept as `.old`, in place of an earlier one, and a new one begun. */
  readonly largestBytes: number;
  /** Told once, until it has worked again, why lines are being lost (an error code of the system). */
  readonly onTrouble?: (code: string) => void;
  readonly monotonicMs?: () => number;
}

/** Opens `file` for its owner only, making its folder where it is missing. */
export function openRollingFile(file: string, options: RollingFileOptions): RollingFile {
  const { largestBytes, onTrouble, monotonicMs = () => performance.now() } = options;
  let handle: number | null = null;
  let size = 0;
  let lost = 0;
  let troubledAtMs: number | null = null;
  let closed = false;

  const open = (): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    handle = openSync(file, 'a', 0o600);
    size = fstatSync(handle).size;
  };
  const shut = (): void => {
    if (handle === null) return;
    const open = handle;
    handle = null;
    try {
      closeSync(open);
    } catch {
      // What it could not write is counted as lost already.
    }
  };
  const attempt = (work: () => void): boolean => {
    try {
      work();
      troubledAtMs = null;
      return true;
    } catch (thrown) {
      shut();
      if (troubledAtMs === null) {
        onTrouble?.(thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown));
      }
      troubledAtMs = monotonicMs();
      return false;
    }
  };
  const append = (line: string): void => {
    if (handle === null) open();
    const bytes = Buffer.from(line);
    if (size > 0 && size + bytes.length > largestBytes) {
      shut();
      renameSync(file, `${file}.old`);
      open();
    }
    if (handle === null) return;
    // A disk that fills up takes a part of a line; the rest of it is tried at once and fails.
    for (let from = 0; from < bytes.length;) from += writeSync(handle, bytes, from);
    size += bytes.length;
  };

  attempt(open);
  return {
    write(line) {
      const waits = troubledAtMs !== null && monotonicMs() - troubledAtMs < RETRY_MS;
      if (closed || waits || !attempt(() => append(line))) lost += 1;
    },
    lost: () => lost,
    close() {
      closed = true;
      shut();
    },
  };
}
