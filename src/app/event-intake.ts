// Opens the door for the service's events, as the managed settings say.
import { errorCode } from '../domain/error-code.ts';
import { systemClock } from '../adapters/system-clock.ts';
import type { EventReceiver } from '../adapters/event-receiver.ts';
import { EVENT_SECRET_HEADER } from '../core/pull/hint.ts';
import { StartProblem } from './start-problem.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** @throws StartProblem when the desk cannot listen there, or certificate and key cannot be used */
export async function openEventIntake(
  settings: WebhookSettings,
  onDelivery: (body: Uint8Array) => void,
): Promise<EventReceiver> {
  try {
    // Most desks have no such door, and its encryption is not loaded for them.
    const { receiveEvents } = await import('../adapters/event-receiver.ts');
    return await receiveEvents({
      ...settings,
      secretHeader: EVENT_SECRET_HEADER,
      onDelivery,
      nowMs: () => systemClock.monotonicMs(),
    });
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    throw new StartProblem(
      `The desk cannot take the service's events at port ${settings.port} (${code}); see "webhook" in the managed settings.`,
      { cause },
    );
  }
}
