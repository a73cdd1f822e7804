// Connects the windows to the engine by IPC: one channel for calls, one for event subscriptions, one to open a window,
// one to open an address in the computer's browser. A further desk has two more: how it stands with its site desk, and pairing.
// Only our own windows get an answer.
import { ipcMain } from 'electron';
import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import type { Engine } from '../app/compose.ts';
import type { JoinedSite } from '../app/joined-site.ts';
import { eventCursorSchema } from '../contract/events.ts';
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import type { SiteNotice } from '../contract/further-desk.ts';
import type { Outside } from './outside.ts';
import type { Windows } from './windows.ts';

const subscriptionNumber = z.number().int().min(1);
const subscribeMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    subscription: subscriptionNumber,
    // An unreadable cursor counts as none: the screen then reads everything again.
    cursor: eventCursorSchema.catch(null),
  }),
  z.strictObject({ type: z.literal('stop'), subscription: subscriptionNumber }),
]);

const pairingMessage = z.strictObject({ code: z.string().max(100), name: z.string().max(100) });

/** What answers the windows: the engine of this desk, or that of the site desk. */
interface Answering {
  call(call: unknown): ReturnType<Engine['call']>;
  subscribe(cursor: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void;
}

/**
 * Starts to answer the windows. Calls and events wait until `opened` is kept. `site`: how a further desk stands with its site desk; null where the engine is here.
 *
 * @param onRefused called with the channel when a message did not come from one of our windows; that call gets an error
 */
export function bindBridge(
  engine: Answering,
  {
    windows,
    outside,
    site,
    opened,
  }: {
    readonly windows: Windows;
    readonly outside: Outside;
    readonly site: Pick<JoinedSite, 'link' | 'pair'> | null;
    readonly opened: Promise<unknown>;
  },
  onRefused: (channel: string) => void,
): void {
  const checkSender = (event: IpcMainInvokeEvent | IpcMainEvent, channel: string): void => {
    const frame = event.senderFrame;
    const own =
      frame !== null &&
      windows.isOwn({
        webContentsId: event.sender.id,
        frameUrl: frame.url,
        isTop: frame.parent === null,
      });
    if (own) return;
    onRefused(channel);
    throw new Error('This window is not answered.');
  };

  ipcMain.handle('drawdesk:call', async (event, call: unknown) => {
    checkSender(event, 'drawdesk:call');
    await opened;
    return engine.call(call);
  });

  ipcMain.handle('drawdesk:open-window', (event) => {
    checkSender(event, 'drawdesk:open-window');
    windows.open();
  });

  ipcMain.handle('drawdesk:open-outside', (event, address: unknown) => {
    checkSender(event, 'drawdesk:open-outside');
    return outside.open(address);
  });

  ipcMain.handle('drawdesk:site', (event) => {
    checkSender(event, 'drawdesk:site');
    return site?.link() ?? null;
  });

  ipcMain.handle('drawdesk:pair', (event, request: unknown) => {
    checkSender(event, 'drawdesk:pair');
    if (site === null) throw new Error('This desk joins no site.');
    return site.pair(pairingMessage.parse(request));
  });

  ipcMain.on('drawdesk:subscribe', (event, raw: unknown) => {
    try {
      checkSender(event, 'drawdesk:subscribe');
    } catch {
      return;
    }
    const message = subscribeMessage.safeParse(raw);
    if (!message.success) return onRefused('drawdesk:subscribe');
    const subscriptions = subscriptionsOf(event.sender);
    opened.then(
      () => {
        subscriptions.stop(message.data.subscription);
        if (message.data.type === 'start') subscriptions.start(engine, message.data);
      },
      // Whoever starts the desk says why it did not open.
      () => undefined,
    );
  });
}

interface Subscriptions {
  start(
    engine: Pick<Answering, 'subscribe'>,
    wanted: { readonly subscription: number; readonly cursor: EventCursor },
  ): void;
  stop(subscription: number): void;
}

const known = new WeakMap<WebContents, Subscriptions>();

/**
 * The subscriptions of one window. A window that is reloaded or closed does not stop them itself, so that is done here.
 */
function subscriptionsOf(contents: WebContents): Subscriptions {
  const present = known.get(contents);
  if (present) return present;
  const open = new Map<number, () => void>();
  const stop = (subscription: number): void => {
    open.get(subscription)?.();
    open.delete(subscription);
  };
  const stopAll = (): void => [...open.keys()].forEach(stop);
  contents.once('destroyed', stopAll);
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) stopAll();
  });
  const subscriptions: Subscriptions = {
    stop,
    start(engine, { subscription, cursor }) {
      const unsubscribe = engine.subscribe(cursor, (deskEvent) => {
        if (contents.isDestroyed()) stop(subscription);
        else contents.send('drawdesk:subscribe', { subscription, event: deskEvent });
      });
      open.set(subscription, unsubscribe);
    },
  };
  known.set(contents, subscriptions);
  return subscriptions;
}
