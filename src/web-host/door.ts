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
  /** Whether further desks can join the running desk; null: its version does not say. */
  takesDesks: z.boolean().nullable().default(null),
  /** See `settingsMark`; null: at a further desk, which has none, or its version does not say. */
  settings: z.string().nullable().default(null),
});
type RunningLink = z.infer<typeof linkAnswer>;

/** What a start was for: as the running desk says it of itself. */
export interface StartedFor {
  readonly site: string | null;
  readonly shows: string | null;
  readonly takesDesks: boolean;
  /** See `settingsMark`; null at a further desk. */
  readonly settings: string | null;
}

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
export async function askForLink(options: DoorOptions): Promise<RunningLink | null> {
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

/**
 * What runs instead of what was asked for, in words; null where it is that. A window of a desk of another site or service would be taken
 * for what was asked for, and that of a desk that works alone for a site desk that others can join.
 */
export function runsInstead(running: RunningLink, wanted: StartedFor): string | null {
  const { site, shows } = running;
  if (site !== wanted.site && site !== null) return `A further desk of ${site}`;
  if (shows !== null && wanted.shows !== null && shows !== wanted.shows) return `A desk for ${shows}`;
  if (site !== wanted.site) return 'A desk of its own';
  return wanted.takesDesks && running.takesDesks === false ? 'A desk that no others can join' : null;
}

/** Whether the managed settings were changed since the running desk has read them, as far as both are known. */
export const hasOtherSettings = (running: RunningLink, wanted: StartedFor): boolean =>
  running.settings !== null && wanted.settings !== null && running.settings !== wanted.settings;

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
