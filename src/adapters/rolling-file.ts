// A file of text lines with a maximum size. A write that fails loses the line but never throws.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../domain/error-code.ts';

/**
 * After a failed write the file is opened again at the earliest after this time, so that a full disk is not asked for
 * every line.
 */
const RETRY_MS = 5_000;

export interface RollingFile {
  /** Appends a line. When the disk does not take it, the line is lost and counted. Never throws. */
  write(line: string): void;
  /** Number of lines lost so far. */
  lost(): number;
  close(): void;
}

export interface RollingFileOptions {
  /** A file that would grow beyond this is renamed to `.old` (replacing an earlier one) and a new file is begun. */
  readonly largestBytes: number;
  /** Told why lines are lost, as a system error code: once, and again only after a write has worked in between. */
  readonly onTrouble?: (code: string) => void;
  readonly monotonicMs?: () => number;
}

/** Opens `file` so that only its owner can read it. Makes its folder when it is missing. Never throws. */
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
      // The lines that it could not write are counted as lost already.
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
        onTrouble?.(errorCode(thrown) ?? String(thrown));
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
    // When the disk becomes full, only a part of a line may be written. Writing the rest then throws.
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
