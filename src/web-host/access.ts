// Decides who may use this web host. There are three ways in, each for a limited time:
// - the token of a link: opens one window. That window may ask again, in case the answer never reached it;
// - a bearer token: authorises the requests of a window during one run of the desk, as long as the window is there;
// - a session: lets a window return after a reload or after a restart of the desk. The window proves that it knows the
// session's secret and never sends the secret itself. On disk only the signed-out sessions are kept. A session's secret
// is computed from its id and a key that can only be had by opening the data folder.
import { randomBytes } from 'node:crypto';
import type { DeskProof, OpenedSession, ProofParts } from '../contract/desk-proof.ts';
import { derivedSecret, digestOf, isSame, newSecret, proofOf } from './proof.ts';

/** A bearer that was not used for this long ends: its window is gone. The window can return by its session. */
const BEARER_IDLE_MS = 15 * 60_000;
/** A session lives for a day, so that a window works again the next morning. An open window renews it every hour. */
const SESSION_LIVES_MS = 24 * 3_600_000;
/** A session ends after this time, however often it was renewed. */
const SESSION_LIVES_AT_MOST_MS = 30 * 86_400_000;
/** A window must answer a challenge within this time. */
const CHALLENGE_LIVES_MS = 30_000;
/** A window needs one bearer. Copies of the window, and bearers whose answer was lost, need some more. */
const MOST_BEARERS_OF_A_SESSION = 16;
/** A clock may be corrected a little. A session from further in the future was not made by this desk. */
const CLOCK_LEEWAY_MS = 10 * 60_000;

/** The name under which a second start of the desk proves itself, to ask the running desk for a link. */
export const DOOR = 'door';

/** The answer to a challenge. The proof also covers the port, which both sides know. */
export interface Proven extends Omit<ProofParts, 'port'> {
  readonly proof: string;
}

/** Who may use the web host; see the top of this file. */
export interface Access {
  /** Makes a token that opens one window within `livesMs` milliseconds. `onUsed` is called when it was used. */
  makeToken(livesMs: number, onUsed?: () => void): string;
  /**
   * Opens a session for a valid token; null when the token is unknown, too old, or was used by another window.
   * `windowNonce` is the window's own random text: with it the same window gets its session again after it was reloaded
   * before the answer came.
   */
  exchange(token: string, windowNonce: string): OpenedSession | null;
  /** The first step of a return: proves to the window that this is the desk. Null when the session is over. */
  challenge(party: string, windowNonce: string): DeskProof | null;
  /** The second step: opens and renews the session of a window that proved its secret; null when the proof is wrong. */
  resume(proven: Proven): OpenedSession | null;
  /** Whether a second start of the desk proved that it can open the data folder. */
  isDoorProven(proven: Omit<Proven, 'party'>): boolean;
  /** The family of the bearer's session; null when the bearer is not valid. Each call keeps the bearer alive. */
  familyOf(bearer: string): string | null;
  /** Ends all sessions and bearers of a family for good. */
  signOut(family: string): void;
}

export interface AccessOptions {
  /** The key from which all session secrets are computed. The same at each start on the same data folder. */
  readonly master: Uint8Array;
  readonly port: () => number;
  /** Sessions that began earlier (ms since the epoch) are not accepted. */
  readonly sessionsFromMs?: number;
  /** Signed-out families. The value says until when one of their sessions could live (ms since the epoch). */
  readonly signedOut?: ReadonlyMap<string, number>;
  readonly onSignedOut?: (signedOut: ReadonlyMap<string, number>) => void;
  readonly nowMs?: () => number;
  readonly monotonicMs?: () => number;
}

interface SessionFacts {
  /** Stays the same when a session is renewed and when its window is copied. */
  readonly family: string;
  readonly startedAtMs: number;
  readonly issuedAtMs: number;
}

interface Token {
  readonly diesAtMs: number;
  readonly onUsed: (() => void) | undefined;
  /** The window that used it first, and the session that it got; null while nobody did. */
  opened: { readonly windowDigest: string; readonly family: string; readonly startedAtMs: number } | null;
}

interface Bearer {
  readonly family: string;
  usedAtMs: number;
}

export function createAccess(options: AccessOptions): Access {
  const { master, port, onSignedOut } = options;
  const nowMs = options.nowMs ?? Date.now;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const tokens = new Map<string, Token>();
  const bearers = new Map<string, Bearer>();
  const signedOut = new Map(options.signedOut);
  const challengeKey = randomBytes(32);

  /**
   * The times in a session id are whole seconds. A session of before may have begun in the very second from which on they count, so that
   * second is left out, and a new one begins after it.
   */
  const sessionsFromMs = Math.ceil((options.sessionsFromMs ?? 0) / 1_000) * 1_000;

  const secretOf = (party: string): string => derivedSecret(master, `${party}\nport ${port()}`);

  const isLive = ({ family, startedAtMs, issuedAtMs }: SessionFacts): boolean =>
    !signedOut.has(family) &&
    startedAtMs >= sessionsFromMs &&
    startedAtMs <= issuedAtMs &&
    issuedAtMs <= nowMs() + CLOCK_LEEWAY_MS &&
    nowMs() - issuedAtMs < SESSION_LIVES_MS &&
    nowMs() - startedAtMs < SESSION_LIVES_AT_MOST_MS;

  const liveSession = (party: string): SessionFacts | null => {
    const facts = readSessionId(party);
    return facts && isLive(facts) ? facts : null;
  };

  const dropOldBearers = (): void => {
    for (const [digest, { usedAtMs }] of bearers) {
      if (monotonicMs() - usedAtMs > BEARER_IDLE_MS) bearers.delete(digest);
    }
  };

  const open = (family: string, startedAtMs: number): OpenedSession => {
    dropOldBearers();
    const ofFamily = [...bearers].filter(([, bearer]) => bearer.family === family);
    const tooMany = Math.max(0, 1 + ofFamily.length - MOST_BEARERS_OF_A_SESSION);
    for (const [digest] of ofFamily.slice(0, tooMany)) bearers.delete(digest);
    const bearer = newSecret();
    bearers.set(digestOf(bearer), { family, usedAtMs: monotonicMs() });
    const session = writeSessionId({ family, startedAtMs, issuedAtMs: Math.max(nowMs(), startedAtMs) });
    return { session, secret: secretOf(session), bearer };
  };

  /**
   * The desk's random part of a challenge. It is not stored: it contains the time at which it was made, and a
   * signature.
   */
  const deskNonceAt = (party: string, windowNonce: string, madeAt: string): string =>
    `${madeAt}.${derivedSecret(challengeKey, [party, windowNonce, madeAt].join('\n'))}`;

  const isProven = ({ party, windowNonce, deskNonce, proof }: Proven): boolean => {
    const [madeAt = ''] = deskNonce.split('.');
    const ageMs = monotonicMs() - Number.parseInt(madeAt, 36);
    return (
      ageMs >= 0 &&
      ageMs <= CHALLENGE_LIVES_MS &&
      isSame(deskNonce, deskNonceAt(party, windowNonce, madeAt)) &&
      isSame(proof, proofOf(secretOf(party), 'window', { party, port: port(), windowNonce, deskNonce }))
    );
  };

  return {
    makeToken(livesMs, onUsed) {
      for (const [digest, { diesAtMs }] of tokens) if (monotonicMs() > diesAtMs) tokens.delete(digest);
      const token = newSecret();
      tokens.set(digestOf(token), { diesAtMs: monotonicMs() + livesMs, onUsed, opened: null });
      return token;
    },
    exchange(token, windowNonce) {
      const known = tokens.get(digestOf(token));
      if (!known || monotonicMs() > known.diesAtMs) return null;
      const windowDigest = digestOf(windowNonce);
      if (known.opened === null) {
        known.opened = {
          windowDigest,
          family: randomBytes(16).toString('base64url'),
          startedAtMs: Math.max(nowMs(), sessionsFromMs),
        };
        known.onUsed?.();
      }
      const { family, startedAtMs } = known.opened;
      if (!isSame(known.opened.windowDigest, windowDigest) || signedOut.has(family)) return null;
      return open(family, startedAtMs);
    },
    challenge(party, windowNonce) {
      if (party !== DOOR && !liveSession(party)) return null;
      const madeAt = Math.floor(monotonicMs()).toString(36);
      const nonce = deskNonceAt(party, windowNonce, madeAt);
      const parts = { party, port: port(), windowNonce, deskNonce: nonce };
      return { nonce, proof: proofOf(secretOf(party), 'desk', parts) };
    },
    resume(proven) {
      const session = liveSession(proven.party);
      return session && isProven(proven) ? open(session.family, session.startedAtMs) : null;
    },
    isDoorProven: (proven) => isProven({ ...proven, party: DOOR }),
    familyOf(bearer) {
      const known = bearers.get(digestOf(bearer));
      if (!known) return null;
      if (monotonicMs() - known.usedAtMs > BEARER_IDLE_MS) {
        bearers.delete(digestOf(bearer));
        return null;
      }
      known.usedAtMs = monotonicMs();
      return known.family;
    },
    signOut(family) {
      for (const [digest, bearer] of bearers) if (bearer.family === family) bearers.delete(digest);
      for (const [known, untilMs] of signedOut) if (nowMs() > untilMs) signedOut.delete(known);
      signedOut.set(family, nowMs() + SESSION_LIVES_MS + CLOCK_LEEWAY_MS);
      onSignedOut?.(signedOut);
    },
  };
}

/** The secret with which a second start of the desk proves that it has opened the same data folder. */
export function doorSecret(master: Uint8Array, port: number): string {
  return derivedSecret(master, `${DOOR}\nport ${port}`);
}

const SESSION_ID = /^([\w-]{22})\.([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/;

/**
 * Writes a session id: family and times in seconds. The id is public. Nobody can change it, because its secret depends
 * on it.
 */
function writeSessionId({ family, startedAtMs, issuedAtMs }: SessionFacts): string {
  const seconds = (ms: number): string => Math.floor(ms / 1_000).toString(36);
  return `${family}.${seconds(startedAtMs)}.${seconds(issuedAtMs)}`;
}

function readSessionId(id: string): SessionFacts | null {
  const [, family, started = '', issued = ''] = SESSION_ID.exec(id) ?? [];
  if (family === undefined) return null;
  const ms = (seconds: string): number => Number.parseInt(seconds, 36) * 1_000;
  return { family, startedAtMs: ms(started), issuedAtMs: ms(issued) };
}
