// Finds the host of this window: the desktop bridge, or the web host with the link that came in the address.
import { bridgeHost } from './bridge-host.ts';
import type { Host } from './host.ts';
import { webHost } from './web-host.ts';
import { keptSession, openWithToken } from './window-session.ts';
import type { WindowSession } from './window-session.ts';

export type HostConnection = { kind: 'ready'; host: Host } | { kind: 'no-key' } | { kind: 'stopped' };

/** Takes the link's token out of the address, so that no shoulder-surfer reads it; it works only once anyway. */
function takeToken(): string | null {
  const token = /^#token=([^&]+)/.exec(window.location.hash)?.[1];
  if (token === undefined) return null;
  window.history.replaceState(null, '', `${window.location.pathname}#/`);
  return decodeURIComponent(token);
}

/** Kept until somebody answers: a desk that is just being started may not do so yet. */
let unexchangedToken: string | null = null;

export async function connectHost(): Promise<HostConnection> {
  if (window.drawdesk) return { kind: 'ready', host: bridgeHost(window.drawdesk) };
  unexchangedToken = takeToken() ?? unexchangedToken;
  let opened: WindowSession | null = null;
  if (unexchangedToken !== null) {
    try {
      opened = await openWithToken(unexchangedToken);
    } catch {
      return { kind: 'stopped' };
    }
    unexchangedToken = null;
  }
  // A link that opens nothing any more is no reason to shut out a window that has a session.
  const session = opened ?? keptSession();
  if (session === null) return { kind: 'no-key' };
  // Checked before the desk is shown: with a session that has ended, the screens would appear and then fail.
  const { kind } = await session.enter();
  if (kind === 'refused') return { kind: 'no-key' };
  return kind === 'stopped' ? { kind } : { kind: 'ready', host: webHost(session) };
}
