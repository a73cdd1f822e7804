// A window whose process has ended, for want of memory or by a fault in Chromium, stays blank: there is no key that would load it again,
// and whoever closes the last window ends the desk. So it is loaded again by itself. What was saved is in the engine, which is in
// another process, and so is what was typed and kept as a draft.
import { setImmediate as turn } from 'node:timers/promises';
import { dialog } from 'electron';
import type { BrowserWindow } from 'electron';

const MOST_IN_A_MINUTE = 3;
const MINUTE_MS = 60_000;

/**
 * `onEnded` is told why the process ended, as Chromium names it. Where it ends over and over a person is told, and the window is closed: it
 * may never have been on the screen, and with nothing there to close the desk would run on, unseen.
 */
export function redrawWhenEnded(window: BrowserWindow, onEnded: (reason: string) => void): void {
  let recentMs: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onEnded(reason);
    const nowMs = performance.now();
    recentMs = [...recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs];
    if (recentMs.length > MOST_IN_A_MINUTE) {
      void sayThatItIsClosed().then(() => {
        if (!window.isDestroyed()) window.destroy();
      });
      return;
    }
    // Chromium is still clearing away what has ended.
    void turn().then(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
  });
}

const sayThatItIsClosed = (): Promise<unknown> =>
  dialog.showMessageBox({
    type: 'error',
    message: 'A window of Drawdesk cannot be shown: its process ends again and again. It is closed now.',
    detail: 'Everything that was saved is kept. Start Drawdesk again.',
    buttons: ['OK'],
    noLink: true,
  });
