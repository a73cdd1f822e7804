// The desk's log: JSON lines in a file that only its owner can read. It never holds patient data, and its size and its
// number of lines per minute are limited.
import { pino } from 'pino';
import type { Log } from '../core/ports/machine.ts';
import { openRollingFile } from './rolling-file.ts';

/** There are at most two files of this size: the log and the one before it. */
const LARGEST_BYTES = 5_000_000;
/**
 * The most lines of one message in a minute. Without this limit a stranger who sends bad requests could fill the log
 * with one message, and the older lines would be lost.
 */
const MOST_LINES_A_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Fields whose values are never written to the file, even when a caller logs them by mistake. */
const WITHHELD = [
  'token',
  'authorization',
  'passphrase',
  'key',
  'name',
  'firstName',
  'first_name',
  'lastName',
  'last_name',
  'dateOfBirth',
  'date_of_birth',
  'email',
  'phone',
  'phoneNumber',
  'phone_number',
  'code',
  'body',
];

export interface FileLog extends Log {
  close(): void;
}

export interface FileLogOptions {
  readonly level?: 'debug' | 'info';
  readonly largestBytes?: number;
  /** Told once why lines cannot be written, as a system error code such as `ENOSPC`. The desk goes on without them. */
  readonly onTrouble?: (code: string) => void;
  readonly monotonicMs?: () => number;
}

/** Opens the log at `file`. When it reaches 5 MB it is renamed to `.old` and a new file is begun. Never throws. */
export function openFileLog(file: string, options: FileLogOptions = {}): FileLog {
  const { level = 'info', largestBytes = LARGEST_BYTES, onTrouble } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const destination = openRollingFile(file, {
    largestBytes,
    monotonicMs,
    ...(onTrouble ? { onTrouble } : {}),
  });
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: WITHHELD.flatMap((name) => [name, `*.${name}`]), censor: 'withheld' },
    },
    destination,
  );

  let minuteBeganMs = monotonicMs();
  let lost = 0;
  const lines = new Map<string, number>();
  /** Logs how many lines were left out in the minute that ended, and how many the disk could not take. */
  const reportMissingLines = (): void => {
    for (const [message, count] of lines) {
      if (count <= MOST_LINES_A_MINUTE) continue;
      logger.warn(
        { of: message, lines: count - MOST_LINES_A_MINUTE },
        'lines left out: this message came too often in a minute',
      );
    }
    lines.clear();
    const lostNow = destination.lost();
    if (lostNow > lost)
      logger.warn({ lines: lostNow - lost }, 'lines lost: the log file could not be written for a while');
    lost = lostNow;
  };
  /** Whether one more line of this message may be written in this minute. */
  const isWithinLimit = (message: string): boolean => {
    if (monotonicMs() - minuteBeganMs >= MINUTE_MS) {
      reportMissingLines();
      minuteBeganMs = monotonicMs();
    }
    const count = (lines.get(message) ?? 0) + 1;
    lines.set(message, count);
    return count <= MOST_LINES_A_MINUTE;
  };

  const line =
    (write: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      if (logger.isLevelEnabled(write) && isWithinLimit(message)) logger[write](fields ?? {}, message);
    };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    close: () => {
      reportMissingLines();
      destination.close();
    },
  };
}
