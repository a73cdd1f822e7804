// The desktop app's host: what the preload script exposes on the window.
import { bug, toAppError, type Result } from '../../domain/app-error.ts';
import type { DeskEvent, EventCursor } from '../../contract/events.ts';
import type { PairingOutcome, SiteLink, SiteNotice } from '../../contract/further-desk.ts';
import type { Call } from '../../contract/operation.ts';
import { reportSiteLink } from './engine-link.ts';
import type { Host } from './host.ts';

export interface DeskBridge {
  call(call: Call): Promise<Result<unknown>>;
  subscribe(cursor: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void;
  openWindow?: () => Promise<void> | void;
  openOutside?: (address: string) => Promise<boolean>;
  site?: () => Promise<SiteLink | null>;
  pair?: (request: { readonly code: string; readonly name: string }) => Promise<PairingOutcome>;
  readonly isTraining?: boolean;
}

declare global {
  interface Window {
    readonly drawdesk?: DeskBridge;
  }
}

/** Learns first how a further desk stands with its site desk: one that has no key shows how it gets one, and no board. */
export async function bridgeHost(bridge: DeskBridge): Promise<Host> {
  const site = (await bridge.site?.()) ?? null;
  if (site !== null) reportSiteLink(site);
  const { pair } = bridge;
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
    subscribe: (cursor, onEvent) =>
      bridge.subscribe(cursor, (event) => {
        if (event.type === 'site-link') reportSiteLink(event.link);
        else onEvent(event);
      }),
    pair: site !== null && pair ? (request) => pair(request) : undefined,
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
