// The desk's HMACs: proofs, and the secrets that are not kept but derived.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { proofText } from '../contract/desk-proof.ts';
import type { ProofParts, Prover } from '../contract/desk-proof.ts';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret that whoever has `master` can make again, and that tells nothing of `master`. */
export function derivedSecret(master: Uint8Array, purpose: string): string {
  return createHmac('sha256', master).update(purpose).digest('base64url');
}

export function proofOf(secret: string, prover: Prover, parts: ProofParts): string {
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(proofText(prover, parts))
    .digest('base64url');
}

/** Secrets are compared and looked up by digest: how long that takes tells nothing about the secret. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));
}
