// For which service a database was made. Its file's name says so on this machine; the copy has no names of files, and another machine may
// be started with other settings. So it stands in the database as well, and whoever makes a desk from a copy looks at it.
import { z } from 'zod';
import { WITHOUT_COMPILING } from '../contract/without-compiling.ts';
import type { Log } from '../core/ports/machine.ts';
import { readSetting, writeSetting } from '../core/store/desk/settings.ts';
import type { Settings } from '../core/store/desk/settings.ts';
import type { Db } from '../core/store/open.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import { inOneSpelling } from './data-files.ts';
import type { ServiceIdentity } from './data-files.ts';
import { StartProblem } from './start-problem.ts';

type MadeFor = Settings['madeFor']['madeFor'];

const madeForOf = (service: ServiceIdentity): MadeFor =>
  service && { address: inOneSpelling(service.address), brand: service.brand };

const isSame = (one: MadeFor, other: MadeFor): boolean =>
  one?.address === other?.address && one?.brand === other?.brand;

/** As {@link serviceWords}, of what a database says. */
export const madeForWords = (madeFor: MadeFor): string =>
  madeFor === null
    ? 'training'
    : `${madeFor.address}${madeFor.brand === null ? '' : ` (brand ${madeFor.brand})`}`;

/**
 * Which service a desk is for, in words: `training`, or its address and brand.
 *
 *     serviceWords({ address: 'https://lab.example.org', brand: 'City' }) // 'https://lab.example.org (brand City)'
 */
export const serviceWords = (service: ServiceIdentity): string => madeForWords(madeForOf(service));

/** For which other service the desk was used last, in words; null where it was this one, or where none was noted. */
export function notedOtherwise(db: Db, service: ServiceIdentity): string | null {
  const noted = notedIn(db);
  return noted === undefined || isSame(noted, madeForOf(service)) ? null : madeForWords(noted);
}

/** Writes it down where it does not stand yet. A desk that cannot write starts all the same: its copy does not grow either. */
export function noteMadeFor(db: Db, service: ServiceIdentity, log: Log): void {
  try {
    const madeFor = madeForOf(service);
    const noted = notedIn(db);
    if (noted === undefined || !isSame(noted, madeFor)) writeSetting(db, 'madeFor', { madeFor });
  } catch (thrown) {
    log.warn('for which service this database is could not be noted in it', faultInLog(thrown));
  }
}

/** Null: training; undefined: a version that did not note it wrote the database, and it is none of training. */
function notedIn(db: Db): MadeFor | undefined {
  const { madeFor } = readSetting(db, 'madeFor') ?? {};
  if (madeFor !== undefined) return madeFor;
  // Each desk in training notes where its spare printer is.
  return readSetting(db, 'trainingSparePort') === null ? undefined : null;
}

/** Of a copy, and of the machine that is to take over from it. */
interface TakingOver {
  readonly service: ServiceIdentity;
  readonly site: string;
}

/** Null where the copy may be of this service; else why it is none of it. */
function otherServiceWords(noted: MadeFor | undefined, { service, site }: TakingOver): string | null {
  const madeFor = madeForOf(service);
  if (noted === undefined || isSame(noted, madeFor)) return null;
  const isMoved = (service?.formerAddresses ?? []).some((address) =>
    isSame(noted, madeForOf(service && { ...service, address })),
  );
  return isMoved
    ? null
    : `the copy of the site ${site} is of ${madeForWords(noted)}, and the managed settings are for ${madeForWords(madeFor)}.`;
}

const copiedMadeFor = z.object({ address: z.string(), brand: z.string().nullable() });

/**
 * Refuses the copy of another service before it is brought here, by what its site desk has written beside it. An earlier version
 * wrote nothing of it: then {@link requireMadeFor} decides. `isReplaced`: that desk saves nothing any more.
 *
 * @throws StartProblem
 */
export function requireCopyMadeFor(written: unknown, taking: TakingOver, isReplaced: boolean): void {
  const read = copiedMadeFor.safeParse(written, WITHOUT_COMPILING);
  refuse(read.success ? otherServiceWords(read.data, taking) : null, isReplaced);
}

/**
 * Refuses what was copied from a desk of another service. Real people's records would lie beside an open key in training, and what
 * one service must learn would be sent to another. `isReplaced`: the machine that made the copy saves nothing any more.
 *
 * @throws StartProblem
 */
export function requireMadeFor(db: Db, taking: TakingOver, isReplaced: boolean): void {
  refuse(otherServiceWords(notedIn(db), taking), isReplaced);
}

function refuse(words: string | null, isReplaced: boolean): void {
  if (words === null) return;
  throw new StartProblem(
    isReplaced
      ? `Nothing was made here: ${words} The machine that was the site desk saves nothing any more: start again with --take-over and the managed settings that it had.`
      : `Nothing was changed: ${words} The machine that is the site desk goes on. Correct the managed settings, or leave out --take-over.`,
  );
}
