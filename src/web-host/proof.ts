// Proofs and derived secrets, both computed with HMAC-SHA-256.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { proofText } from '../contract/desk-proof.ts';
import type { ProofParts, Prover } from '../contract/desk-proof.ts';

/** 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret for `purpose`. It can be computed again from `master`; `master` cannot be computed from it. */
export function derivedSecret(master: Uint8Array, purpose: string): string {
  return createHmac('sha256', master).update(purpose).digest('base64url');
}

/** The proof that `prover` knows the secret, for one challenge. Both sides compute it and compare. */
export function proofOf(secret: string, prover: Prover, parts: ProofParts): string {
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(proofText(prover, parts))
    .digest('base64url');
}

/**
 * The digest of a secret. Secrets are compared and looked up by it, so that the time this takes reveals nothing about
 * them.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));
}
