// A window whose process has ended, for want of memory or by a fault in Chromium, stays blank: there is no key that would load it again,
// and whoever closes the last window ends the desk. So it is loaded again by itself. What was saved is in the engine, which is in
// another process, and so is what was typed and kept as a draft.
import { setImmediate as turn } from 'node:timers/promises';
import { dialog } from 'electron';
import type { WebContents } from 'electron';

const MOST_IN_A_MINUTE = 3;
const MINUTE_MS = 60_000;

/** `onEnded` is told why the process ended, as Chromium names it. One that ends over and over is left, and a person is told. */
export function redrawWhenEnded(contents: WebContents, onEnded: (reason: string) => void): void {
  let recentMs: number[] = [];
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onEnded(reason);
    const nowMs = performance.now();
    recentMs = [...recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs];
    if (recentMs.length > MOST_IN_A_MINUTE) {
      void dialog.showMessageBox({
        type: 'error',
        message: 'A window of Drawdesk cannot be shown: its process ends again and again.',
        detail: 'Everything that was saved is kept. Close this window and start Drawdesk again.',
        buttons: ['OK'],
        noLink: true,
      });
      return;
    }
    // Chromium is still clearing away what has ended.
    void turn().then(() => {
      if (!contents.isDestroyed()) contents.reload();
    });
  });
}
