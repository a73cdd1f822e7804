// The desktop app's host: what the preload script exposes on the window.
import { bug, toAppError, type Result } from '../../domain/app-error.ts';
import type { DeskEvent, EventCursor } from '../../contract/events.ts';
import type { Call } from '../../contract/operation.ts';
import type { Host } from './host.ts';

export interface DeskBridge {
  call(call: Call): Promise<Result<unknown>>;
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
  openWindow?: () => Promise<void> | void;
  openOutside?: (address: string) => Promise<boolean>;
}

declare global {
  interface Window {
    readonly drawdesk?: DeskBridge;
  }
}

export function bridgeHost(bridge: DeskBridge): Host {
  return {
    kind: 'desktop',
    async call(call) {
      try {
        const answer: unknown = await bridge.call(call);
        if (typeof answer !== 'object' || answer === null || !('ok' in answer)) {
          return { ok: false, error: bug('The engine gave no answer.', { operation: call.name }) };
        }
        return answer as Result<unknown>;
      } catch (thrown) {
        return { ok: false, error: toAppError(thrown, call.name) };
      }
    },
    subscribe: (cursor, onEvent) => bridge.subscribe(cursor, onEvent),
    openOutside: bridge.openOutside
      ? async (address) => {
          try {
            return (await bridge.openOutside?.(address)) === true;
          } catch {
            return false;
          }
        }
      : undefined,
    openWindow: bridge.openWindow
      ? async () => {
          await bridge.openWindow?.();
        }
      : undefined,
  };
}
