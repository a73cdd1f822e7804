// Who has signed in at which window. A sign-in is a handle that nobody can guess. It lives in memory only, so that it ends
// with the desk, and whoever signed in is looked up anew at each call, so that a change of role works at once.
import { createHash } from 'node:crypto';
import { FREE_TRIES, pinWaitMs } from '../domain/staff.ts';
import type { Role, SignInWay } from '../domain/staff.ts';
import { isPin } from './pin-hash.ts';
import type { Clock, Random } from './ports/machine.ts';
import type { SaveIfPossible } from './save-if-possible.ts';
import type { Db } from './store/db/database.ts';
import { readSetting } from './store/desk/settings.ts';
import { findStaff, hasManager, setWrongPins } from './store/desk/staff.ts';
import type { StaffMember } from './store/desk/staff.ts';

/** A window says so itself when it locks. This much later the engine ends what a window that is gone has left behind. */
const LEEWAY_MS = 60_000;

/** A desk that is started anew for each try, where tries cannot be counted on the disk, is one of these. */
const UNCOUNTED_WAIT_MS = 60_000;

/** See `staff.me` in the contract. */
export type SignInState = 'initials' | 'pin' | 'set-up';

/** What became of a PIN that somebody has entered; see `staff.signIn` in the contract. */
export type PinCheck =
  { readonly kind: 'right' | 'wrong' } | { readonly kind: 'wait' | 'uncounted'; readonly waitMs: number };

export interface SignIns {
  state(): SignInState;
  /** Whether the desk goes on by initials although it will have sign-in; true at most during set-up. */
  mayPutOff(): boolean;
  /**
   * Who has signed in with this handle and still works here; null when the handle is no longer good, or was given to
   * another desk. `deskId` null: the site desk itself.
   */
  personOf(handle: string | undefined, deskId: string | null): StaffMember | null;
  /** The role with which whoever has this handle signed in; null where the handle is no longer good. */
  roleAtSignIn(handle: string | undefined): Role | null;
  /** Signs somebody in, at one desk, who has proven to be them. Returns the handle. */
  begin(initials: string, deskId: string | null): string;
  /** Somebody is there: the sign-in goes on. */
  renew(handle: string | undefined): void;
  end(handle: string | undefined): void;
  /** Ends every sign-in of one person, but for the one with the handle `but`. */
  endAllOf(initials: string, but?: string): void;
  /** Ends every sign-in at a further desk. */
  endAllAt(deskId: string): void;
  /** How long nobody can sign in as this person, in milliseconds; 0: one can. */
  waitMs(member: StaffMember): number;
  /**
   * Compares a PIN. A try is counted on the disk before the PIN is looked at: neither many tries at once nor ending the
   * desk gets anybody more of them. Where nothing can be saved, as on a full disk, they are counted in memory, the first wrong one
   * makes the next wait, and none is looked at in the first minute of the desk, whose end forgets them: people must still be let in to
   * see what is there.
   */
  check(member: StaffMember & { readonly pinHash: string }, pin: string): Promise<PinCheck>;
  /** Forgets the wait, and what was counted in memory; what was counted on the disk `setPinHash` has forgotten. */
  forgetWait(initials: string): void;
}

interface SignIn {
  readonly initials: string;
  readonly deskId: string | null;
  readonly role: Role | null;
  readonly seen: { monotonicMs: number; wallMs: number };
}

const digestOf = (handle: string): string => createHash('sha256').update(handle).digest('base64url');

export function createSignIns(options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly way: SignInWay;
  readonly idleMinutes: number;
  readonly saveIfPossible: SaveIfPossible;
}): SignIns {
  const { db, clock, random, saveIfPossible } = options;
  const open = new Map<string, SignIn>();
  // Wrong PINs in a row, of those whose tries cannot be counted on the disk.
  const uncounted = new Map<string, number>();
  // By the clock that only grows: setting the machine's clock makes no wait shorter.
  const startedAtMs = clock.monotonicMs();
  const waits = new Map<string, number>();

  /** Counts a try as a wrong one; returns how many there are in a row with it. Null: it cannot be counted on the disk, and is too early. */
  const count = (initials: string): number | null => {
    const wrongPins = Math.max(findStaff(db, initials)?.wrongPins ?? 0, uncounted.get(initials) ?? 0) + 1;
    if (saveIfPossible(() => setWrongPins(db, initials, wrongPins))) {
      uncounted.delete(initials);
      return wrongPins;
    }
    if (clock.monotonicMs() < startedAtMs + UNCOUNTED_WAIT_MS) return null;
    const atLeast = Math.max(wrongPins, FREE_TRIES);
    uncounted.set(initials, atLeast);
    return atLeast;
  };

  const now = (): SignIn['seen'] => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() });
  /** By both clocks: one stands still while the machine sleeps, the other can be set back. */
  const isIdle = ({ seen }: SignIn): boolean => {
    const limitMs = options.idleMinutes * 60_000 + LEEWAY_MS;
    const { monotonicMs, wallMs } = now();
    return monotonicMs - seen.monotonicMs > limitMs || wallMs - seen.wallMs > limitMs;
  };
  const find = (handle: string | undefined): SignIn | null => {
    if (handle === undefined) return null;
    const digest = digestOf(handle);
    const found = open.get(digest);
    if (!found) return null;
    if (!isIdle(found)) return found;
    open.delete(digest);
    return null;
  };

  const waitMs: SignIns['waitMs'] = ({ initials, wrongPins }) => {
    // After a start the whole wait begins anew: how much of it had passed is not known for certain.
    const untilMs = waits.get(initials) ?? startedAtMs + pinWaitMs(wrongPins);
    return Math.max(0, Math.ceil(untilMs - clock.monotonicMs()));
  };

  return {
    state() {
      if (options.way === 'initials') return 'initials';
      return hasManager(db) ? 'pin' : 'set-up';
    },
    mayPutOff: () => readSetting(db, 'peopleFromBefore') === true,
    personOf(handle, deskId) {
      const found = find(handle);
      if (found?.deskId !== deskId) return null;
      const member = findStaff(db, found.initials);
      return member?.active === true ? member : null;
    },
    roleAtSignIn: (handle) => find(handle)?.role ?? null,
    begin(initials, deskId) {
      for (const [digest, signIn] of open) if (isIdle(signIn)) open.delete(digest);
      const handle = random.uuid();
      const role = findStaff(db, initials)?.role ?? null;
      open.set(digestOf(handle), { initials, deskId, role, seen: now() });
      return handle;
    },
    renew(handle) {
      const found = find(handle);
      if (found) Object.assign(found.seen, now());
    },
    end: (handle) => void (handle !== undefined && open.delete(digestOf(handle))),
    endAllOf(initials, but) {
      const kept = but === undefined ? null : digestOf(but);
      for (const [digest, signIn] of open) {
        if (signIn.initials === initials && digest !== kept) open.delete(digest);
      }
    },
    endAllAt(deskId) {
      for (const [digest, signIn] of open) if (signIn.deskId === deskId) open.delete(digest);
    },
    waitMs,
    async check({ initials, pinHash }, pin) {
      // Read anew: other tries may have been counted since the caller looked.
      const wrongBefore = findStaff(db, initials);
      const left = wrongBefore ? waitMs(wrongBefore) : 0;
      if (left > 0) return { kind: 'wait', waitMs: left };
      const wrongPins = count(initials);
      if (wrongPins === null) {
        return {
          kind: 'uncounted',
          waitMs: Math.ceil(startedAtMs + UNCOUNTED_WAIT_MS - clock.monotonicMs()),
        };
      }
      waits.set(initials, clock.monotonicMs() + pinWaitMs(wrongPins));
      if (!(await isPin(pin, pinHash))) return { kind: 'wrong' };
      saveIfPossible(() => setWrongPins(db, initials, 0));
      uncounted.delete(initials);
      waits.delete(initials);
      return { kind: 'right' };
    },
    forgetWait(initials) {
      waits.delete(initials);
      uncounted.delete(initials);
    },
  };
}
