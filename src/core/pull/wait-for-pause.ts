// Waits until the service takes requests again.
import type { Gateway } from '../line/gateway.ts';

/** A pause ends early where a person has had the service asked. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Resolves once nothing is left of the pause, or at once when the gateway is closed.
 *
 * @param restMs milliseconds until it is over; 0: it is
 */
export async function waitForPause(
  gateway: Pick<Gateway, 'isClosed' | 'pause'>,
  restMs: () => number,
): Promise<void> {
  for (let leftMs = restMs(); leftMs > 0; leftMs = restMs()) {
    if (gateway.isClosed()) return;
    await gateway.pause(Math.min(leftMs, LOOK_AGAIN_MS));
  }
}
