// Finds the host of this window: the desktop bridge, or the web host with the key that came in the address.
import { bridgeHost } from './bridge-host.ts';
import type { Host } from './host.ts';
import { webHost } from './web-host.ts';

export type HostConnection = { kind: 'ready'; host: Host } | { kind: 'no-key' } | { kind: 'stopped' };

const BEARER_KEY = 'drawdesk.bearer';

/** Takes the launch token out of the address, so that neither history nor a shoulder-surfer keeps it. */
function takeToken(): string | null {
  const token = /^#token=([^&]+)/.exec(window.location.hash)?.[1];
  if (token === undefined) return null;
  window.history.replaceState(null, '', `${window.location.pathname}#/`);
  return decodeURIComponent(token);
}

let unexchangedToken: string | null = null;

export async function connectHost(): Promise<HostConnection> {
  if (window.drawdesk) return { kind: 'ready', host: bridgeHost(window.drawdesk) };
  unexchangedToken = takeToken() ?? unexchangedToken;
  if (unexchangedToken !== null) {
    try {
      const response = await fetch('/api/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: unexchangedToken }),
      });
      if (response.ok) {
        const { bearer } = (await response.json()) as { bearer: string };
        window.sessionStorage.setItem(BEARER_KEY, bearer);
        unexchangedToken = null;
      }
    } catch {
      return { kind: 'stopped' };
    }
  }
  const bearer = window.sessionStorage.getItem(BEARER_KEY);
  return bearer === null ? { kind: 'no-key' } : { kind: 'ready', host: webHost(bearer) };
}
