// The names of the files in a data folder that hold patient data, and a list of those that exist.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DeskMode } from './secrets.ts';

const TRAINING_STORE = 'desk-training.db';
const TRAINING_SERVICE = 'training-service.db';
const TRAINING_TRAYS = 'training-trays.db';
const LIVE_PREFIX = 'desk-live-';

/**
 * The service that a database belongs to; null for training. `formerAddresses`: where that same service was before.
 */
export type ServiceIdentity = {
  readonly address: string;
  readonly formerAddresses?: readonly string[];
  readonly brand: string | null;
} | null;

/** An address as it is compared: however host and port are written in the settings, it leads to the same service. */
export const inOneSpelling = (address: string): string => new URL(address).href.replace(/\/+$/, '');

/**
 * The path of a service's database, as its name says; see also `ownStoreFile` in other-desks.ts. Each service has its own file, so a
 * change can never be sent to another service; and one file only, so that nothing that waits is left behind in another one when its
 * address is written otherwise.
 */
export function storeFile(folder: string, service: ServiceIdentity): string {
  if (!service) return join(folder, TRAINING_STORE);
  const own = liveStoreIn(folder, service);
  // A desk whose service has moved goes on with what it has, in the file that it has.
  const names = [own, ...formerStoresIn(folder, service)];
  return join(folder, names.find((name) => isAnythingOf(folder, name)) ?? own);
}

/** The databases in this folder of the addresses at which the service was before, which are there or are not. */
export function formerStoresIn(folder: string, service: NonNullable<ServiceIdentity>): string[] {
  return (service.formerAddresses ?? []).map((address) => liveStoreIn(folder, { ...service, address }));
}

/** The names of the live databases in this folder of which anything is left, be it a backup. */
export function liveStoresIn(folder: string): string[] {
  const names = encryptedFiles(folder, 'live').map((name) => /^[^.]+\.db/.exec(name)?.[0] ?? name);
  return [...new Set(names)];
}

function liveStoreIn(folder: string, service: NonNullable<ServiceIdentity>): string {
  // Earlier versions went by the address as it was written, and a desk goes on with what it has.
  const asWritten = liveStore(service);
  return isAnythingOf(folder, asWritten)
    ? asWritten
    : liveStore({ ...service, address: inOneSpelling(service.address) });
}

function liveStore({ address, brand }: NonNullable<ServiceIdentity>): string {
  const identity = JSON.stringify(['live', address, brand]);
  return `${LIVE_PREFIX}${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.db`;
}

/** The database itself, a backup of it, or what lies beside it: where that alone is left, the engine says that the database is missing. */
export const isAnythingOf = (folder: string, store: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(store));

/**
 * What is left of a desk whose database is gone, such as its backups and the note of its last change: paths. A database that is made in its
 * place would be taken for an older one at the start, and set aside. What a take-over that was cut short has left is not among them.
 */
export function leftBeside(file: string): string[] {
  const [folder, store] = [dirname(file), basename(file)];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(store) && name !== store && !name.startsWith(`${store}.part`))
    .sort()
    .map((name) => join(folder, name));
}

/** The path of the embedded service's own data file. */
export function trainingServiceFile(folder: string): string {
  return join(folder, TRAINING_SERVICE);
}

/** The path of what lies in the trays of the training printers. It is begun anew where it cannot be read, so no key is missed for it. */
export function trainingTraysFile(folder: string): string {
  return join(folder, TRAINING_TRAYS);
}

/**
 * Names of the files in this folder that are encrypted with the key of one mode: databases, backups, and damaged files
 * that were set aside. Empty files and the small files beside a database (such as `-wal`) are left out.
 */
export function encryptedFiles(folder: string, mode: DeskMode): string[] {
  const isOfMode = (name: string): boolean =>
    mode === 'live'
      ? name.startsWith(LIVE_PREFIX)
      : [TRAINING_STORE, TRAINING_SERVICE].some((own) => name.startsWith(own));
  return readdirSync(folder)
    .filter(
      (name) =>
        isOfMode(name) &&
        !/(-wal|-shm|\.key-check|\.last-commit|\.left-in-order|\.recovered|\.part)$/.test(name),
    )
    .filter((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0)
    .sort();
}
