// Import before the bridge: `electron` is from here on what the bridge uses of it, and this module sends to it as a window does.
import { registerHooks } from 'node:module';

interface Sender {
  readonly id: number;
  once(event: string, listener: () => void): void;
  on(event: string, listener: (details: { isMainFrame: boolean; isSameDocument: boolean }) => void): void;
  isDestroyed(): boolean;
  send(channel: string, message: unknown): void;
}
interface IpcEvent {
  readonly sender: Sender;
  readonly senderFrame: { readonly url: string; readonly parent: null } | null;
}
type Handler = (event: IpcEvent, ...args: readonly unknown[]) => unknown;

const handlers = new Map<string, Handler>();
const listeners = new Map<string, Handler>();

/** What stands for `electron`, and how windows reach the app. */
export const electronStandIn = {
  ipcMain: {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    on: (channel: string, listener: Handler) => void listeners.set(channel, listener),
  },
  shell: { openExternal: async (address: string) => void electronStandIn.opened.push(address) },
  opened: [] as string[],
  /** As `ipcRenderer.invoke`. @throws DataCloneError for what a window cannot send */
  async invoke(event: IpcEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const sent = structuredClone(args);
    return structuredClone(await handlers.get(channel)?.(event, ...sent));
  },
  /** As `ipcRenderer.send`. */
  send(event: IpcEvent, channel: string, args: readonly unknown[]): void {
    listeners.get(channel)?.(event, ...structuredClone(args));
  },
};
Object.assign(globalThis, { drawdeskElectronStandIn: electronStandIn });

const SOURCE = 'export const { ipcMain, shell } = globalThis.drawdeskElectronStandIn;';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier.endsWith('/node_modules/electron/index.js')
      ? { url: `data:text/javascript,${encodeURIComponent(SOURCE)}`, shortCircuit: true }
      : next(specifier, context),
});
