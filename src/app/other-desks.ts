// Desks of other services in the same data folder. Each service has a database of its own, so a desk that is started with another
// address begins with nothing: today's visits, labels, people and what waits to be sent stay in the database of before.
import { basename, join } from 'node:path';
import type { SiteNotice } from '../core/engine-parts.ts';
import { readClosedStore } from '../core/store/closed-store.ts';
import type { ClosedStore } from '../core/store/closed-store.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import { formerStoresIn, isAnythingOf, liveStoresIn, storeFile } from './data-files.ts';
import { madeForWords, serviceWords } from './made-for.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { StartProblem } from './start-problem.ts';

/** Another desk in the folder than the one that is used. */
interface OtherDesk {
  /** The name of its database in the data folder. */
  readonly name: string;
  /** Null: it cannot be read. */
  readonly held: ClosedStore | null;
}

/**
 * The path of a service's database, also where its name is of an address that the settings do not know: the service has moved, once or
 * twice, and the first address was taken out of them, or it was written otherwise when an earlier version made the file. The database
 * says itself for which service it was used last.
 */
export function ownStoreFile(folder: string, service: ManagedSettings['service'], key: Uint8Array): string {
  const named = storeFile(folder, service);
  if (!service || isAnythingOf(folder, basename(named))) return named;
  const [only, ...more] = liveStoresIn(folder).filter((name) =>
    isUsedFor(lookAt(folder, name, key), service),
  );
  return only === undefined || more.length > 0 ? named : join(folder, only);
}

/** Whether a desk was used last for this service, wherever that was then. */
const isUsedFor = ({ held }: OtherDesk, service: NonNullable<ManagedSettings['service']>): boolean =>
  held?.madeFor != null &&
  [service.address, ...service.formerAddresses]
    .map((address) => serviceWords({ address, brand: service.brand }))
    .includes(madeForWords(held.madeFor));

/** The desks of other services than that of `file`, in the same folder. */
export function otherDesksIn(folder: string, file: string, key: Uint8Array): OtherDesk[] {
  return liveStoresIn(folder)
    .filter((name) => name !== basename(file))
    .map((name) => lookAt(folder, name, key));
}

const lookAt = (folder: string, name: string, key: Uint8Array): OtherDesk => ({
  name,
  held: readClosedStore(join(folder, name), key),
});

const serviceOf = ({ held }: OtherDesk): string | null => (held?.madeFor ? madeForWords(held.madeFor) : null);

const changesWords = (count: number): string => (count === 1 ? '1 change waits' : `${count} changes wait`);
const unsentWords = (count: number): string =>
  count === 0 ? 'nothing waits to be sent' : `${changesWords(count)} to be sent`;

/** @example 'the desk of https://lab.example.org in desk-live-3f2a.db (last used at 14:02 on 15-Mar-2026; 3 changes wait to be sent)' */
function deskWords(desk: OtherDesk, timeZone: string): string {
  const { name, held } = desk;
  const what = `the desk of ${serviceOf(desk) ?? 'another service'} in ${name}`;
  if (held === null) return `${what} (it cannot be read)`;
  if (held.savedAtMs === null) return `${what} (${unsentWords(held.unsent)})`;
  const { date, time } = wallClockAt(held.savedAtMs, timeZone);
  return `${what} (last used at ${time} on ${formatDate(date)}; ${unsentWords(held.unsent)})`;
}

/**
 * Refuses a start that would begin with nothing where there is a desk already: nobody would know where their visits and what they
 * saved are. Whether the laboratory has moved its service, or this is another one, only a person knows.
 *
 * @throws StartProblem; nothing was changed
 */
export async function requireOwnDesk(options: {
  readonly folder: string;
  readonly settings: ManagedSettings;
  readonly databaseKey: () => Promise<Uint8Array>;
  readonly mayBeginEmpty: boolean;
}): Promise<void> {
  const { folder, settings } = options;
  const { service, timeZone } = settings;
  if (!service) return;
  const used = basename(storeFile(folder, service));
  const present = liveStoresIn(folder);
  const isThere = isAnythingOf(folder, used);
  const others = present.filter((name) => name !== used);
  const former = formerStoresIn(folder, service).filter((name) => others.includes(name));
  if (isThere ? former.length === 0 : options.mayBeginEmpty || others.length === 0) return;
  const key = await options.databaseKey();
  if (!isThere && present.includes(basename(ownStoreFile(folder, service, key)))) return;
  const wordsOf = (desks: readonly OtherDesk[]): string =>
    desks.map((desk) => deskWords(desk, timeZone)).join(', and ');
  const look = (names: readonly string[]): OtherDesk[] => names.map((name) => lookAt(folder, name, key));
  if (isThere) {
    throw new StartProblem(
      `Nothing was changed: ${folder} holds ${wordsOf(look([used, ...former]))}, and service.formerAddresses of the managed settings says that both are of one service. One of them can go on: move the files of the other one, whose names begin alike, to another folder, and keep them there. Without the former address in the settings the first of them goes on as it is, and what waits in the other is told.`,
    );
  }
  const found = look(others);
  throw new StartProblem(
    `Nothing was changed: the managed settings name ${serviceWords(service)}, for which there is no desk in ${folder}. There is ${wordsOf(found)}. ${movedWords(found, service)}If it is another service, start once with --new-desk: an empty desk is begun; the one of before stays, and opens again when the settings name its service. Else correct the settings.`,
  );
}

/** What to do where the laboratory has moved its service; nothing where the brand is another one. */
function movedWords(found: readonly OtherDesk[], { brand }: NonNullable<ManagedSettings['service']>): string {
  const madeFor = found.flatMap(({ held }) => (held?.madeFor ? [held.madeFor] : []));
  if (madeFor.length === found.length && madeFor.every((other) => other.brand !== brand)) return '';
  const [only] = madeFor;
  const address = found.length === 1 && only ? `"${only.address}"` : 'its former address';
  return `If it is the same service, which has moved or whose address was wrong before, add ${address} to service.formerAddresses of the managed settings: the desk goes on with all it has, and sends what waits to the new address. `;
}

/**
 * So that what waits in the live databases of the folder is not forgotten there during training, or while this is a further desk.
 * Neither has their key, so nobody can tell whether anything waits. Null: there are none.
 */
export function idleLiveDesksWords(folder: string): string | null {
  const names = liveStoresIn(folder);
  if (names.length === 0) return null;
  const [what, whatever] =
    names.length === 1 ? ['a live desk', 'in it'] : [`${names.length} live desks`, 'in them'];
  return `${folder} also holds ${what} (${names.join(', ')}). Whatever waits to be sent ${whatever} is sent only once Drawdesk is started with its managed settings (--config).`;
}

/** So that what waits in the database of another service is not forgotten there. */
export function waitingElsewhereNotices(others: readonly OtherDesk[]): SiteNotice[] {
  return others.flatMap((desk): SiteNotice[] => {
    const unsent = desk.held?.unsent ?? 0;
    if (unsent === 0) return [];
    const service = serviceOf(desk);
    const where = service === null ? desk.name : `${desk.name}, the desk of ${service}`;
    const how = `They are sent when Drawdesk is started with that service in its managed settings; if it is this one, which has moved, its former address belongs in service.formerAddresses there.`;
    return [
      {
        id: `waiting-elsewhere-${desk.name}-${unsent}`,
        kind: 'waiting-elsewhere',
        detail: `${changesWords(unsent)} in ${where}. ${how}`,
      },
    ];
  });
}
