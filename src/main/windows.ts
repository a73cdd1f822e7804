// The app's windows. They run in Chromium's sandbox and can show only our own screens.
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import { TRAINING_ARGUMENT } from '../contract/window-arguments.ts';
import { isOurs, START_PAGE } from './addresses.ts';
import { redrawWhenEnded } from './redraw.ts';

export interface Windows {
  open(): BrowserWindow;
  /** Brings a window to the front; opens one when there is none. */
  focus(): void;
  /** Whether a message's sender is the top frame of one of our windows showing our own screens. */
  isOwn(sender: {
    readonly webContentsId: number;
    readonly frameUrl: string;
    readonly isTop: boolean;
  }): boolean;
}

/**
 * Restricts every page of this app, however it was opened: no new windows, no other addresses. Call before the first
 * window.
 */
export function confineContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => {
      if (!isOurs(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/**
 * `devTools`: whether the developer tools can be opened. Never in live mode. `isTraining` is told to the windows. `onEnded` is told why the process of a window has ended; the
 * window is drawn again.
 */
export function createWindows({
  devTools,
  isTraining,
  onEnded,
}: {
  readonly devTools: boolean;
  readonly isTraining: boolean;
  readonly onEnded: (reason: string) => void;
}): Windows {
  const open = (): BrowserWindow => {
    const window = new BrowserWindow({
      width: 1_440,
      height: 900,
      minWidth: 900,
      minHeight: 640,
      show: false,
      title: 'Drawdesk',
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/index.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // The spell checker would download dictionaries and process what is typed.
        spellcheck: false,
        devTools,
        additionalArguments: isTraining ? [TRAINING_ARGUMENT] : [],
      },
    });
    // The title never comes from the page, because titles appear in window lists and screenshots.
    window.on('page-title-updated', (event) => event.preventDefault());
    window.once('ready-to-show', () => window.show());
    redrawWhenEnded(window, onEnded);
    void window.loadURL(START_PAGE);
    return window;
  };
  return {
    open,
    focus() {
      const [present] = BrowserWindow.getAllWindows();
      if (!present) {
        open();
        return;
      }
      if (present.isMinimized()) present.restore();
      present.focus();
    },
    isOwn: ({ webContentsId, frameUrl, isTop }) =>
      isTop &&
      isOurs(frameUrl) &&
      BrowserWindow.getAllWindows().some((window) => window.webContents.id === webContentsId),
  };
}
