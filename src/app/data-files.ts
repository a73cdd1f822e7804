// The names of the files that hold people's data in a data folder, and which of them are there.
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskMode } from './secrets.ts';

const TRAINING_STORE = 'desk-training.db';
const TRAINING_SERVICE = 'training-service.db';
const LIVE_PREFIX = 'desk-live-';

/** Which service a database belongs to; null is training. */
export type ServiceIdentity = { readonly address: string; readonly brand: string | null } | null;

/** One database file for each service, so that a row can only ever be sent to the service it was made for. */
export function storeFile(folder: string, service: ServiceIdentity): string {
  if (!service) return join(folder, TRAINING_STORE);
  const identity = JSON.stringify(['live', service.address, service.brand]);
  return join(folder, `${LIVE_PREFIX}${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.db`);
}

/** The embedded service's own data. */
export function trainingServiceFile(folder: string): string {
  return join(folder, TRAINING_SERVICE);
}

/**
 * Names of the databases, backups and files set aside that one mode's key has encrypted in this folder. Empty files
 * hold nothing and do not count; nor do the small files that only go with a database.
 */
export function encryptedFiles(folder: string, mode: DeskMode): string[] {
  const isOfMode = (name: string): boolean =>
    mode === 'live'
      ? name.startsWith(LIVE_PREFIX)
      : [TRAINING_STORE, TRAINING_SERVICE].some((own) => name.startsWith(own));
  return readdirSync(folder)
    .filter((name) => isOfMode(name) && !/(-wal|-shm|\.key-check|\.part)$/.test(name))
    .filter((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0)
    .sort();
}
