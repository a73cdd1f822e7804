// The name of this window for what is typed in it. It says nothing about anybody, and lasts as long as the tab. A tab that is duplicated
// begins with a copy of all that the first one keeps, so with its name: a lock on the name tells that it is in use, and the copy
// takes another one.

const WINDOW_KEPT_AS = 'drawdesk.window';
/** The page before a reload holds the lock until it is gone; what was typed there must not be lost over it. */
const RELOADED_WAITS_MS = 10_000;
const WAITS_MS = 1_000;
const TRIES_EVERY_MS = 100;

/** What a tab offers for it; `locks` is missing in an older browser. */
interface Tab {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly isReloaded: boolean;
}

/**
 * Resolves to a name that no other window has, and that is this window's until its tab is closed. Without locks a duplicated tab has the
 * first one's.
 */
export async function claimWindowId({ storage, locks, isReloaded }: Tab): Promise<string> {
  const kept = storage.getItem(WINDOW_KEPT_AS);
  const waitMs = isReloaded ? RELOADED_WAITS_MS : WAITS_MS;
  if (kept !== null && (locks === undefined || (await isOurs(locks, kept, waitMs)))) return kept;
  const made = crypto.randomUUID();
  storage.setItem(WINDOW_KEPT_AS, made);
  // Nobody else can have it: it is only to be seen as in use.
  if (locks) void isOurs(locks, made, waitMs);
  return made;
}

/**
 * Takes the lock of the name for as long as the page is there. False where another page has it all the time. It is tried again and again
 * and not queued for: a copy that stood in the queue would be given the name whenever the first tab is reloaded.
 */
async function isOurs(locks: NonNullable<Tab['locks']>, id: string, waitMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += TRIES_EVERY_MS) {
    if (await isTaken(locks, id)) return true;
    if (waitedMs >= waitMs) return false;
    await new Promise((resume) => setTimeout(resume, TRIES_EVERY_MS));
  }
}

/** Resolves once the browser has answered, however long that takes: as long as it has not, nobody is said to have the name. */
function isTaken(locks: NonNullable<Tab['locks']>, id: string): Promise<boolean> {
  return new Promise((answer) => {
    locks
      .request(`${WINDOW_KEPT_AS}:${id}`, { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock === null ? null : new Promise<never>(() => undefined);
      })
      // A browser that refuses locks altogether tells no more than one that has none.
      .catch(() => answer(true));
  });
}

let claimed: Promise<string> | null = null;
let known: string | null = null;

/** The name of this window where it is known, as it is once anything that was kept has been read. */
export const knownWindowId = (): string | null => known;

/** The name of this window. Asked for when the page is there: nothing of the first screen waits for it. */
export function windowIdOfDrafts(): Promise<string> {
  claimed ??= claimWindowId({
    storage: window.sessionStorage,
    locks: 'locks' in navigator ? navigator.locks : undefined,
    isReloaded: performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
  });
  void claimed.then((id) => {
    known = id;
  });
  return claimed;
}
