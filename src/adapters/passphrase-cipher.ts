// Encrypts ("wraps") a key with a passphrase: scrypt derives a secret from the passphrase, AES-256-GCM encrypts the
// key.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/**
 * As OWASP advises. One derivation takes 128 MB and half a second: slow for a guesser, acceptable once at each start.
 */
const COST = { N: 2 ** 17, r: 8, p: 1 };

const base64 = z.base64();

export const wrappedKeySchema = z.strictObject({
  salt: base64,
  // Limited, so that a forged file cannot make the start take for ever.
  cost: z.strictObject({
    N: z
      .number()
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    r: z.number().int().min(1).max(16),
    p: z.number().int().min(1).max(4),
  }),
  nonce: base64,
  sealed: base64,
  tag: base64,
});
/** A wrapped key as `keys.json` holds it. Texts are base64. */
export type WrappedKey = z.infer<typeof wrappedKeySchema>;

/** Whether the key was wrapped with less work than is usual now, so that it should be wrapped again. */
export function isCheap({ cost }: WrappedKey): boolean {
  return cost.N * cost.r * cost.p < COST.N * COST.r * COST.p;
}

/** Encrypts a key with a passphrase. */
export async function wrapKey(key: Uint8Array, passphrase: string): Promise<WrappedKey> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, COST), nonce);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    salt: salt.toString('base64'),
    cost: COST,
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Decrypts the key. Null when the passphrase is wrong or the record was changed. */
export async function unwrapKey(wrapped: WrappedKey, passphrase: string): Promise<Uint8Array | null> {
  const secret = await derive(passphrase, Buffer.from(wrapped.salt, 'base64'), wrapped.cost);
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(wrapped.nonce, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAuthTag(Buffer.from(wrapped.tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(wrapped.sealed, 'base64')), decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Derives 32 bytes. The passphrase is normalised first, because another keyboard may type it in another Unicode form.
 */
function derive(passphrase: string, salt: Uint8Array, cost: typeof COST): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r;
  return new Promise((done, failed) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem }, (error, secret) => {
      if (error) failed(error);
      else done(secret);
    });
  });
}
