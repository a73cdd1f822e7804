// The desk's log: JSON lines in a file that only its owner can read, never patient data; bounded in size and in rate.
import { pino } from 'pino';
import type { Log } from '../core/ports.ts';
import { openRollingFile } from './rolling-file.ts';

/** The log and the one before it: twice this on the disk, whatever anybody does. */
const LARGEST_BYTES = 5_000_000;
/**
 * Lines of one message in a minute. Whoever can make the desk say the same thing for ever, a stranger at its door
 * included, must not push out of the log what else it says.
 */
const MOST_LINES_A_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Fields whose values never reach the file, wherever a careless caller puts them. */
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
  /** Told once why lines are being lost, such as `ENOSPC`. A log that cannot be written stops nothing. */
  readonly onTrouble?: (code: string) => void;
  readonly monotonicMs?: () => number;
}

/** Opens the log at `file`. When it grows past 5 MB it is kept beside the new one as `.old`. Never throws. */
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
  /** What was left out of the minute that ended, and what the disk did not take, is said where the log goes on. */
  const account = (): void => {
    for (const [message, count] of lines) {
      if (count <= MOST_LINES_A_MINUTE) continue;
      logger.warn({ of: message, lines: count - MOST_LINES_A_MINUTE }, 'lines left out');
    }
    lines.clear();
    const lostNow = destination.lost();
    if (lostNow > lost) logger.warn({ lines: lostNow - lost }, 'lines lost');
    lost = lostNow;
  };
  const may = (message: string): boolean => {
    if (monotonicMs() - minuteBeganMs >= MINUTE_MS) {
      account();
      minuteBeganMs = monotonicMs();
    }
    const count = (lines.get(message) ?? 0) + 1;
    lines.set(message, count);
    return count <= MOST_LINES_A_MINUTE;
  };

  const line =
    (write: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      if (logger.isLevelEnabled(write) && may(message)) logger[write](fields ?? {}, message);
    };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    close: () => {
      account();
      destination.close();
    },
  };
}
