// How many badges that nobody has were scanned in a row at each desk, so that nobody tries codes until one fits.
import { badgeWaitMs } from '../domain/staff.ts';
import type { Clock } from './ports/machine.ts';
import type { SaveIfPossible } from './save-if-possible.ts';
import type { Db } from './store/db/database.ts';
import { readSetting, writeSetting } from './store/desk/settings.ts';

/** After so long without an unknown badge the count of a desk begins anew. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;

export interface BadgeTries {
  /** How long no badge is looked at there, in milliseconds; 0: now. `deskId` null: the site desk itself. */
  waitMs(deskId: string | null): number;
  /** Counts one as unknown before it is looked at. */
  count(deskId: string | null): CountedBadge;
}

export interface CountedBadge {
  /** How many there are in a row, with this one. */
  readonly unknown: number;
  /** It was known after all. A known one forgets no others: somebody could scan their own in between. */
  takeBack(): void;
}

interface Tries {
  readonly unknown: number;
  readonly atMs: number;
}

export function createBadgeTries(options: {
  readonly db: Db;
  readonly clock: Clock;
  /** Where it cannot, they are counted in memory. */
  readonly saveIfPossible: SaveIfPossible;
}): BadgeTries {
  const { db, clock, saveIfPossible } = options;
  // By the clock that only grows. After a start the whole wait begins anew, as with PINs.
  const startedMs = clock.monotonicMs();
  const tries = new Map<string, Tries>(
    Object.entries(readSetting(db, 'unknownBadges') ?? {}).map(([at, unknown]) => [
      at,
      { unknown, atMs: startedMs },
    ]),
  );

  function at(deskId: string | null): Tries {
    const found = tries.get(deskId ?? '');
    const isFresh = found && clock.monotonicMs() - found.atMs < FORGOTTEN_AFTER_MS;
    return isFresh ? found : { unknown: 0, atMs: startedMs };
  }
  function keep(deskId: string | null, now: Tries): void {
    if (now.unknown > 0) tries.set(deskId ?? '', now);
    else tries.delete(deskId ?? '');
    const counts = Object.fromEntries(Array.from(tries, ([desk, { unknown }]) => [desk, unknown]));
    saveIfPossible(() => writeSetting(db, 'unknownBadges', counts));
  }

  return {
    waitMs(deskId) {
      const { unknown, atMs } = at(deskId);
      return Math.max(0, Math.ceil(atMs + badgeWaitMs(unknown) - clock.monotonicMs()));
    },
    count(deskId) {
      const before = at(deskId);
      const counted = { unknown: before.unknown + 1, atMs: clock.monotonicMs() };
      keep(deskId, counted);
      return {
        unknown: counted.unknown,
        takeBack() {
          const now = at(deskId);
          // Meanwhile another may have been counted.
          const atMs = now.unknown === counted.unknown ? before.atMs : now.atMs;
          keep(deskId, { unknown: Math.max(0, now.unknown - 1), atMs });
        },
      };
    },
  };
}
