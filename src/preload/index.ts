// The bridge between the screens and the engine in Electron: one call, one subscription, one more window.
import { contextBridge, ipcRenderer } from 'electron';
import type { DeskEvent, EventCursor } from '../contract/events.ts';

let subscriptions = 0;

/** What the screens find at `window.drawdesk`. Nothing of Electron's own shows through. */
const bridge = {
  /** Sends an operation to the engine; resolves with its result, never rejects for what the engine refuses. */
  call: (call: unknown): Promise<unknown> => ipcRenderer.invoke('drawdesk:call', call),

  /** Events from the cursor on; the returned function ends it. */
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

  openWindow: (): Promise<void> => ipcRenderer.invoke('drawdesk:open-window'),
};

contextBridge.exposeInMainWorld('drawdesk', bridge);
