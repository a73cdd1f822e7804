// For a second start on a data folder whose desk is running: asks that desk for a link to a new window. It must prove
// that it can open the data folder.
import { z } from 'zod';
import { DOOR, doorSecret } from './access.ts';
import { isSame, newSecret, proofOf } from './proof.ts';

const ANSWER_LIMIT_MS = 5_000;

const deskProof = z.object({ nonce: z.string(), proof: z.string() });
const linkAnswer = z.object({
  address: z.string(),
  file: z.string().nullable(),
  /** The address of the site desk that the running desk belongs to; null: its engine is its own. */
  site: z.string().nullable(),
  /** What the running desk shows; null: that does not matter, or its version does not say. */
  shows: z.string().nullable().default(null),
});

export interface DoorOptions {
  /**
   * The last known port of the running desk. Another program may listen there now, so the desk must prove itself too.
   */
  readonly port: number;
  readonly master: Uint8Array;
  /** Whether the running desk should also write the redirect file for the browser. */
  readonly withFile: boolean;
}

/** A link from the running desk; null when no desk that can open the same data folder answers at this port. */
export async function askForLink(options: DoorOptions): Promise<z.infer<typeof linkAnswer> | null> {
  const { port, master, withFile } = options;
  const secret = doorSecret(master, port);
  const windowNonce = newSecret();
  try {
    const desk = deskProof.parse(await post(port, '/api/challenge', { party: DOOR, nonce: windowNonce }));
    const parts = { party: DOOR, port, windowNonce, deskNonce: desk.nonce };
    if (!isSame(desk.proof, proofOf(secret, 'desk', parts))) return null;
    const proof = proofOf(secret, 'window', parts);
    return linkAnswer.parse(
      await post(port, '/api/link', { nonce: windowNonce, deskNonce: desk.nonce, proof, withFile }),
    );
  } catch {
    return null;
  }
}

async function post(port: number, path: string, body: unknown): Promise<unknown> {
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  if (!answer.ok) throw new Error(`the desk answered ${answer.status}`);
  return answer.json();
}
