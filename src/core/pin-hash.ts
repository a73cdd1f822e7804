// What is kept of a PIN, and of a badge: a salted hash that is slow to compute, with the cost at which it was computed, so that a later
// version can raise the cost and still check the PINs of today. Computed on a thread of its own, so that the engine goes on.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MB and some tens of milliseconds each: unnoticed at a sign-in, and dear for whoever tries all PINs. */
const COST: Cost = { n: 2 ** 15, r: 8, p: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

function hashOf(pin: string, salt: Uint8Array, { n, r, p }: Cost): Promise<Buffer> {
  return new Promise((done, failed) => {
    // Of the memory that scrypt needs (128 · n · r bytes), Node's own limit is just too little.
    const options = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => (error ? failed(error) : done(hash)));
  });
}

/** What is kept of a PIN or a badge, taken apart; null: it is no such thing. */
function read(kept: string): { readonly salt: Buffer; readonly cost: Cost; readonly hash: Buffer } | null {
  const [way, n, r, p, salt = '', hash = ''] = kept.split('$');
  const bytes = Buffer.from(hash, 'base64url');
  if (way !== 'scrypt' || bytes.length !== HASH_BYTES) return null;
  return {
    salt: Buffer.from(salt, 'base64url'),
    cost: { n: Number(n), r: Number(r), p: Number(p) },
    hash: bytes,
  };
}

function written(salt: Uint8Array, { n, r, p }: Cost, hash: Uint8Array): string {
  const text = [salt, hash].map((bytes) => Buffer.from(bytes).toString('base64url'));
  return ['scrypt', n, r, p, ...text].join('$');
}

/** What to keep of a PIN: `scrypt$32768$8$1$SALT$HASH`. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, COST, await hashOf(pin, salt, COST));
}

/** Whether a PIN is the one of which `kept` was kept. Takes the same time, right or wrong. */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const expected = read(kept);
  if (!expected) return false;
  return timingSafeEqual(await hashOf(pin, expected.salt, expected.cost), expected.hash);
}

/** A salt for the badges of a site, as text. */
export const newBadgeSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');

/**
 * What to keep of a badge's code, in the same form. All badges of a site have one salt, because whose badge it is must be found by one
 * computation.
 */
export async function hashBadge(code: string, siteSalt: string): Promise<string> {
  const salt = Buffer.from(siteSalt, 'base64url');
  return written(salt, COST, await hashOf(code, salt, COST));
}

/** Whose badge has this code; null: nobody's. All are compared, so the time tells nothing. */
export async function whoseBadge<Holder extends { readonly badgeHash: string | null }>(
  code: string,
  holders: readonly Holder[],
): Promise<Holder | null> {
  const badges = holders.flatMap((holder) => {
    const kept = holder.badgeHash === null ? null : read(holder.badgeHash);
    return kept ? [{ holder, kept }] : [];
  });
  const hashes = new Map<string, Buffer>();
  let found: Holder | null = null;
  for (const { holder, kept } of badges) {
    const way = written(kept.salt, kept.cost, new Uint8Array());
    const hash = hashes.get(way) ?? (await hashOf(code, kept.salt, kept.cost));
    hashes.set(way, hash);
    if (timingSafeEqual(hash, kept.hash)) found = holder;
  }
  return found;
}
