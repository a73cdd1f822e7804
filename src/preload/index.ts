// The preload script: gives the screens in Electron four functions: call and subscribe reach the engine, one opens a
// window, and one opens an address in the computer's own browser.
import { contextBridge, ipcRenderer } from 'electron';
import type { DeskEvent, EventCursor } from '../contract/events.ts';

let subscriptions = 0;

/** What the screens find at `window.drawdesk`. Electron's own objects are not exposed. */
const bridge = {
  /** Sends a desk operation to the engine. Resolves with its result, also when the engine refuses the operation. */
  call: (call: unknown): Promise<unknown> => ipcRenderer.invoke('drawdesk:call', call),

  /** Calls `listener` with every event after the cursor. The returned function ends the subscription. */
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void {
    subscriptions += 1;
    const subscription = subscriptions;
    const onMessage = (_: unknown, message: { subscription: number; event: DeskEvent }): void => {
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
};

contextBridge.exposeInMainWorld('drawdesk', bridge);
