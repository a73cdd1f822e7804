// The desk's log: JSON lines in a file that only its owner can read, never patient data.
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { Log } from '../core/ports.ts';

const LARGEST_BYTES = 5_000_000;

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
  /** Writes out what is buffered. */
  close(): void;
}

/** Opens the log at `file`; one that has grown past 5 MB is kept beside it as `.old`. */
export function openFileLog(file: string, level: 'debug' | 'info' = 'info'): FileLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) renameSync(file, `${file}.old`);
  const destination = pino.destination({ dest: file, mode: 0o600, sync: true });
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: WITHHELD.flatMap((name) => [name, `*.${name}`]), censor: 'withheld' },
    },
    destination,
  );
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
    close: () => {
      destination.flushSync();
      destination.end();
    },
  };
}
