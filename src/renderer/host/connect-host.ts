// Finds the host of this window: the desktop bridge, or the web host with the link that came in the address.
import { bridgeHost } from './bridge-host.ts';
import type { Host } from './host.ts';
import { watchForSilence } from './silence-watch.ts';
import { webHost } from './web-host.ts';
import { keepLink, keptSession, openByLink } from './window-session.ts';
import type { WindowSession } from './window-session.ts';

export type HostConnection = { kind: 'ready'; host: Host } | { kind: 'no-key' } | { kind: 'stopped' };

const LINK = /^#token=([^&]+)/;

// A link put into the address of an open window changes only what follows the `#`, so the page stays and nobody would read
// it. The window begins anew with it, where it was: somebody may have been in the middle of something there.
window.addEventListener('hashchange', ({ oldURL }) => {
  const token = LINK.exec(window.location.hash)?.[1];
  if (token === undefined) return;
  keepLink(token);
  window.history.replaceState(null, '', oldURL);
  window.location.reload();
});

/** Takes the link's token out of the address, so that no shoulder-surfer reads it; it opens only one window anyway. */
function takeToken(): void {
  const token = LINK.exec(window.location.hash)?.[1];
  if (token === undefined) return;
  keepLink(token);
  window.history.replaceState(null, '', `${window.location.pathname}#/`);
}

const ready = (host: Host): HostConnection => ({ kind: 'ready', host: watchForSilence(host) });

export async function connectHost(): Promise<HostConnection> {
  if (window.drawdesk) return ready(await bridgeHost(window.drawdesk));
  takeToken();
  let opened: WindowSession | null;
  try {
    opened = await openByLink();
  } catch {
    return { kind: 'stopped' };
  }
  // A link that opens nothing any more is no reason to shut out a window that has a session.
  const session = opened ?? keptSession();
  if (session === null) return { kind: 'no-key' };
  // Checked before the desk is shown: with a session that has ended, the screens would appear and then fail.
  const { kind } = await session.enter();
  if (kind === 'refused') return { kind: 'no-key' };
  return kind === 'stopped' ? { kind } : ready(webHost(session));
}
