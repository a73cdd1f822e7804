// The preload script: gives the screens in Electron three functions to reach the engine (call, subscribe, open a
// window).
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
};

contextBridge.exposeInMainWorld('drawdesk', bridge);
