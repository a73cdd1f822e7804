// What a window and the desk say to each other before they trust each other again. Pure: each side has its own HMAC.
// A window that lost its desk finds somebody listening at the same port of this machine, and any account of the machine
// may listen there. So neither side sends the secret that they share: each proves that it knows it, the desk first.

/** Who proves: the desk to a window, or a window to the desk. A proof of one is worth nothing as a proof of the other. */
export type Prover = 'desk' | 'window';

export interface ProofParts {
  /** Which secret: the id of a window's session. */
  readonly party: string;
  /** The desk's port: what was proven at one says nothing at another. */
  readonly port: number;
  /** Made by the window for this once. */
  readonly windowNonce: string;
  /** Made by the desk for this once. */
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

/** What opens a window: the session, to come back with, and the bearer, for its requests until then. */
export interface OpenedSession {
  readonly session: string;
  readonly secret: string;
  readonly bearer: string;
}
