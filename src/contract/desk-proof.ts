// What a window and the desk say to each other before they trust each other again, when the window has lost its desk.
// Another program, of any account of this machine, may now be listening at the desk's port. So neither side sends the
// secret that they share: each proves that it knows it, the desk first. Pure text: each side computes the HMAC with its
// own library.
import type { SiteLink } from './further-desk.ts';

/**
 * Which side proves that it knows the secret. It is part of the proof, so that a proof of the one side cannot be sent
 * back as a proof of the other.
 */
export type Prover = 'desk' | 'window';

/** What a proof is calculated from. The window and the desk each know all of it, and a listener lacks the secret. */
export interface ProofParts {
  /** The id of the window's session; it says which secret is meant. */
  readonly party: string;
  /** The desk's port. A proof made for one port is worth nothing at another. */
  readonly port: number;
  /** Random, made by the window for this one exchange. */
  readonly windowNonce: string;
  /** Random, made by the desk for this one exchange. */
  readonly deskNonce: string;
}

/** The text whose HMAC-SHA-256 under the shared secret is the proof. No part can contain the separator. */
export function proofText(prover: Prover, { party, port, windowNonce, deskNonce }: ProofParts): string {
  return ['drawdesk', prover, party, String(port), windowNonce, deskNonce].join('\n');
}

/** What the desk answers to a challenge. */
export interface DeskProof {
  readonly nonce: string;
  readonly proof: string;
}

/**
 * What a window is given when it opens: its session, with which it can come back, and the bearer token for its requests
 * until then.
 */
export interface OpenedSession {
  readonly session: string;
  readonly secret: string;
  readonly bearer: string;
  /** What the desk's screens were built from: a window with others is to be loaded anew. Left out by older versions. */
  readonly build?: string;
  /** At a further desk: how it stands with the site desk. Left out where the engine is on this machine. */
  readonly site?: SiteLink;
}
