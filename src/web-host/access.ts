// Who may use this web host. Three things open doors, each for a bounded time:
// - a link's token, once;
// - a bearer, for one run of the desk, while its window is there;
// - a session, with which a window comes back after a reload or a restart of the desk, by proof and never by showing it.
// Nothing of this is kept on the disk but which sessions were ended: a session's secret is derived from its id and a key
// that only the opened data folder gives.
import { randomBytes } from 'node:crypto';
import type { DeskProof, OpenedSession, ProofParts } from '../contract/desk-proof.ts';
import { derivedSecret, digestOf, isSame, newSecret, proofOf } from './proof.ts';

/** A window without a stream or a request for so long has gone; it comes back by its session. */
const BEARER_IDLE_MS = 15 * 60_000;
/** A night and a morning; a window that is there renews it every hour. */
const SESSION_LIVES_MS = 24 * 3_600_000;
/** However often it is renewed. */
const SESSION_LIVES_AT_MOST_MS = 30 * 86_400_000;
const CHALLENGE_LIVES_MS = 30_000;
/** A window has one; its copies and what a lost answer left share the rest. */
const MOST_BEARERS_OF_A_SESSION = 16;
/** Clocks are set; a session from further in the future was not made here. */
const CLOCK_LEEWAY_MS = 10 * 60_000;

/** The party of a second start of the desk, which opens the data folder and asks for a link. */
export const DOOR = 'door';

/** The answer to a challenge: everything of the proof but the port, which both know. */
export interface Proven extends Omit<ProofParts, 'port'> {
  readonly proof: string;
}

export interface Access {
  /** A token that opens one window, within `livesMs`. `onUsed` is called when it has. */
  makeToken(livesMs: number, onUsed?: () => void): string;
  /** Opens a window for whoever presents a good token; null otherwise. */
  exchange(token: string): OpenedSession | null;
  /** Proves the desk to whoever says that it knows the party's secret; null for a session that is over. */
  challenge(party: string, windowNonce: string): DeskProof | null;
  /** Lets a window in that has proven its session, and renews that; null otherwise. */
  resume(proven: Proven): OpenedSession | null;
  /** Whether a second start of the desk has proven that it can open the data folder. */
  isDoorProven(proven: Omit<Proven, 'party'>): boolean;
  /** The family of the bearer's session; null when it opens nothing. Being asked for keeps it alive. */
  familyOf(bearer: string): string | null;
  /** Ends a family of sessions for good, with every bearer. */
  signOut(family: string): void;
}

export interface AccessOptions {
  /** What all session secrets are derived from; the same at each start on the same data folder. */
  readonly master: Uint8Array;
  readonly port: () => number;
  /** Sessions begun earlier (ms since the epoch) are over. */
  readonly sessionsFromMs?: number;
  /** Families that were signed out, each until when its sessions could have lived (ms since the epoch). */
  readonly signedOut?: ReadonlyMap<string, number>;
  readonly onSignedOut?: (signedOut: ReadonlyMap<string, number>) => void;
  readonly nowMs?: () => number;
  readonly monotonicMs?: () => number;
}

interface SessionFacts {
  /** The same for a session and all that it was renewed to, and for a copied window. */
  readonly family: string;
  readonly startedAtMs: number;
  readonly issuedAtMs: number;
}

interface Bearer {
  readonly family: string;
  usedAtMs: number;
}

export function createAccess(options: AccessOptions): Access {
  const { master, port, onSignedOut } = options;
  const nowMs = options.nowMs ?? Date.now;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const tokens = new Map<string, { readonly diesAtMs: number; readonly onUsed: (() => void) | undefined }>();
  const bearers = new Map<string, Bearer>();
  const signedOut = new Map(options.signedOut);
  const challengeKey = randomBytes(32);

  const secretOf = (party: string): string => derivedSecret(master, `${party}\nport ${port()}`);

  const isLive = ({ family, startedAtMs, issuedAtMs }: SessionFacts): boolean =>
    !signedOut.has(family) &&
    // A session knows its times in whole seconds.
    startedAtMs + 1_000 > (options.sessionsFromMs ?? 0) &&
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
    const session = writeSessionId({ family, startedAtMs, issuedAtMs: nowMs() });
    return { session, secret: secretOf(session), bearer };
  };

  /** Kept nowhere: it says itself when it was made, and by whom. */
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
      tokens.set(digestOf(token), { diesAtMs: monotonicMs() + livesMs, onUsed });
      return token;
    },
    exchange(token) {
      const digest = digestOf(token);
      const known = tokens.get(digest);
      tokens.delete(digest);
      if (!known || monotonicMs() > known.diesAtMs) return null;
      known.onUsed?.();
      return open(randomBytes(16).toString('base64url'), nowMs());
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

/** The door's secret, for a second start of the desk that has opened the same data folder. */
export function doorSecret(master: Uint8Array, port: number): string {
  return derivedSecret(master, `${DOOR}\nport ${port}`);
}

const SESSION_ID = /^([\w-]{22})\.([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/;

/** Times in seconds. The id is no secret; what it says is true because the secret is derived from it. */
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
