// The preload script: gives the screens in Electron six functions: call and subscribe reach the engine, one opens a
// window, and one opens an address in the computer's own browser; at a further desk one tells how it stands with its site
// desk, and one pairs the two. Beside them it says whether the desk trains.
import { contextBridge, ipcRenderer } from 'electron';
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import type { PairingOutcome, SiteLink, SiteNotice } from '../contract/further-desk.ts';
import { TRAINING_ARGUMENT } from '../contract/window-arguments.ts';

let subscriptions = 0;

/** What the screens find at `window.drawdesk`. Electron's own objects are not exposed. */
const bridge = {
  /** Sends a desk operation to the engine. Resolves with its result, also when the engine refuses the operation. */
  call: (call: unknown): Promise<unknown> => ipcRenderer.invoke('drawdesk:call', call),

  /** Calls `listener` with every event after the cursor. The returned function ends the subscription. */
  subscribe(cursor: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void {
    subscriptions += 1;
    const subscription = subscriptions;
    const onMessage = (
      _: unknown,
      message: { subscription: number; event: DeskEvent | SiteNotice },
    ): void => {
      if (message.subscription === subscription) listener(message.event);
    };
    ipcRenderer.on('drawdesk:subscribe', onMessage);
    ipcRenderer.send('drawdesk:subscribe', { type: 'start', subscription, cursor });
    return () => {
      ipcRenderer.off('drawdesk:subscribe', onMessage);
      ipcRenderer.send('drawdesk:subscribe', { type: 'stop', subscription });
    };
  },

  /** Opens another window of the app. */
  openWindow: (): Promise<void> => ipcRenderer.invoke('drawdesk:open-window'),

  /** Opens an address in the computer's own browser. False: it is not allowed, or there is no browser. */
  openOutside: (address: string): Promise<boolean> => ipcRenderer.invoke('drawdesk:open-outside', address),

  /** How this desk stands with its site desk; null where the engine is on this machine. */
  site: (): Promise<SiteLink | null> => ipcRenderer.invoke('drawdesk:site'),

  /** Presents the code that the site desk shows. Rejects where this desk joins no site. */
  pair: (request: { readonly code: string; readonly name: string }): Promise<PairingOutcome> =>
    ipcRenderer.invoke('drawdesk:pair', request),

  /** Known before the desk has answered. False also where only the site desk knows. */
  isTraining: process.argv.includes(TRAINING_ARGUMENT),
};

contextBridge.exposeInMainWorld('drawdesk', bridge);
