// What is kept of a PIN: a salted hash that is slow to compute, with the cost at which it was computed, so that a later
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

/** What to keep of a PIN: `scrypt$32768$8$1$SALT$HASH`. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashOf(pin, salt, COST);
  return ['scrypt', COST.n, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether a PIN is the one of which `kept` was kept. Takes the same time, right or wrong. */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const [way, n, r, p, salt = '', hash = ''] = kept.split('$');
  const expected = Buffer.from(hash, 'base64url');
  if (way !== 'scrypt' || expected.length !== HASH_BYTES) return false;
  const cost = { n: Number(n), r: Number(r), p: Number(p) };
  return timingSafeEqual(await hashOf(pin, Buffer.from(salt, 'base64url'), cost), expected);
}
