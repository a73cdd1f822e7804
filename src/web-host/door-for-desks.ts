// The door of a site desk for further desks, over the network. It is opened once more with a desk that was opened anew.
import type { SiteListener } from '../app/managed-settings.ts';
import type { RunningDesk } from '../app/start-desk.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import type { SiteHost } from './site-listener.ts';

export interface DoorForDesks {
  /** Lets further desks in to this desk, from now on. A door that is open must be closed before. */
  open(desk: RunningDesk): Promise<void>;
  /** Where it is reached; empty before it is open. */
  addresses(): readonly string[];
  close(): Promise<void>;
}

/** `build` is told to further desks, which must have the same. */
export function doorForDesks(how: { readonly at: SiteListener; readonly build: string }): DoorForDesks {
  let host: SiteHost | null = null;
  return {
    async open(desk) {
      host = await openTo(desk, how);
    },
    addresses: () => host?.addresses ?? [],
    async close() {
      await host?.close();
    },
  };
}

async function openTo(
  desk: RunningDesk,
  { at, build }: { readonly at: SiteListener; readonly build: string },
): Promise<SiteHost> {
  const certificate = await desk.siteCertificate();
  const { listenForDesks } = await import('./site-listener.ts');
  const onFailure = (error: unknown): void => desk.log.error('site desk failed', faultInLog(error));
  const { engine, desks, printing } = desk;
  const host = await listenForDesks({ engine, desks, printing, build, onFailure }, { at, certificate });
  desks.openTo(host.network(certificate.fingerprint));
  desk.log.info('further desks may join', { addresses: host.addresses });
  return host;
}
