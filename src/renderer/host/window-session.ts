// This window's session with the desk that served it: opened once by a link, kept for this tab alone, and good to come
// back with after a reload or a restart of the desk. Its secret never leaves the window: whoever answers at the desk's
// port proves to know it before this window proves the same, and before anything that a person entered is sent there.
import { proofText, type DeskProof, type OpenedSession, type ProofParts } from '../../contract/desk-proof.ts';
import { reportSiteLink } from './engine-link.ts';
import { noteBuild } from './updated-desk.ts';

/** `refused`: the session is over. `stopped`: nobody answers, or somebody who is not the desk. */
export type Entry =
  { readonly kind: 'open'; readonly bearer: string } | { readonly kind: 'refused' | 'stopped' };

export interface WindowSession {
  /** The bearer for requests; proves the session first where that is due. */
  enter(): Promise<Entry>;
  /**
   * The connection to the desk broke, or the bearer has ended: whoever answers next has to prove that it is the desk.
   */
  leave(): void;
  /** Forgets everything in this window. */
  forget(): void;
}

const KEPT_AS = 'drawdesk.session';
const LINK_KEPT_AS = 'drawdesk.link';

interface Kept {
  readonly session: string;
  readonly secret: string;
}

/** A link that nobody has answered yet. `nonce` tells the desk that it is this window that asks again. */
interface KeptLink {
  readonly token: string;
  readonly nonce: string;
}

/**
 * Keeps the token of the link that opens this window until it was answered. It is taken out of the address before, so a
 * window that is reloaded in between, or whose desk is just being started, would have nothing left to get in with. A
 * reload right after that may still bring the address as it was before: the same link keeps its nonce.
 */
export function keepLink(token: string): void {
  if (readLink()?.token === token) return;
  const link: KeptLink = { token, nonce: randomText() };
  window.sessionStorage.setItem(LINK_KEPT_AS, JSON.stringify(link));
}

function readLink(): KeptLink | null {
  const text = window.sessionStorage.getItem(LINK_KEPT_AS);
  return text === null ? null : (JSON.parse(text) as KeptLink);
}

/**
 * Opens this window with the link that was kept; null when there is none, or when it opens nothing. The session is open
 * at once: whoever took the token has given the secret in the same answer, so asking them to prove it would prove nothing.
 *
 * @throws when nobody answers, or the desk fails; the link stays kept
 */
export async function openByLink(): Promise<WindowSession | null> {
  const link = readLink();
  if (link === null) return null;
  const answer = await post('/api/session', link);
  if (answer.status >= 500) throw new Error(`The desk answered ${answer.status}.`);
  const opened = answer.ok ? ((await answer.json()) as OpenedSession) : null;
  if (opened !== null) keep(opened);
  window.sessionStorage.removeItem(LINK_KEPT_AS);
  return opened === null ? null : sessionFrom(opened.bearer);
}

/** The session kept in this tab; null when there is none. */
export function keptSession(): WindowSession | null {
  return read() === null ? null : sessionFrom(null);
}

/** `bearer` is null where the session still has to be proven. */
function sessionFrom(firstBearer: string | null): WindowSession {
  let bearer = firstBearer;
  let entering: Promise<Entry> | null = null;
  return {
    enter() {
      if (bearer !== null) return Promise.resolve({ kind: 'open', bearer });
      // Two requests at once prove the session once.
      entering ??= prove()
        .catch((): Entry => ({ kind: 'stopped' }))
        .then((entry) => {
          bearer = entry.kind === 'open' ? entry.bearer : null;
          return entry;
        })
        .finally(() => {
          entering = null;
        });
      return entering;
    },
    leave() {
      bearer = null;
    },
    forget() {
      bearer = null;
      window.sessionStorage.removeItem(KEPT_AS);
    },
  };
}

async function prove(): Promise<Entry> {
  const kept = read();
  if (kept === null) return { kind: 'refused' };
  const key = await hmacKey(kept.secret);
  const windowNonce = randomText();
  const challenge = await post('/api/challenge', { party: kept.session, nonce: windowNonce });
  if (challenge.status === 401) return { kind: 'refused' };
  if (!challenge.ok) return { kind: 'stopped' };
  const desk = (await challenge.json()) as DeskProof;
  const parts: ProofParts = {
    party: kept.session,
    port: Number(window.location.port),
    windowNonce,
    deskNonce: desk.nonce,
  };
  const isDesk = await window.crypto.subtle.verify(
    'HMAC',
    key,
    fromBase64Url(desk.proof),
    new TextEncoder().encode(proofText('desk', parts)),
  );
  if (!isDesk) return { kind: 'stopped' };
  const proof = await window.crypto.subtle.sign(
    'HMAC',
    key,
    new TextEncoder().encode(proofText('window', parts)),
  );
  const answer = await post('/api/resume', {
    party: kept.session,
    nonce: windowNonce,
    deskNonce: desk.nonce,
    proof: toBase64Url(new Uint8Array(proof)),
  });
  if (answer.status === 401) return { kind: 'refused' };
  if (!answer.ok) return { kind: 'stopped' };
  const opened = (await answer.json()) as OpenedSession;
  keep(opened);
  return { kind: 'open', bearer: opened.bearer };
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return window.crypto.subtle.importKey('raw', fromBase64Url(secret), algorithm, false, ['sign', 'verify']);
}

/** Kept for this tab only, until it is closed. The bearer is not stored: it ends with this page. */
function keep({ session, secret, site, build }: OpenedSession): void {
  noteBuild(build);
  if (site) reportSiteLink(site);
  window.sessionStorage.setItem(KEPT_AS, JSON.stringify({ session, secret } satisfies Kept));
}

function read(): Kept | null {
  const text = window.sessionStorage.getItem(KEPT_AS);
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** A text that nobody else can guess. */
function randomText(): string {
  return toBase64Url(window.crypto.getRandomValues(new Uint8Array(24)));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
