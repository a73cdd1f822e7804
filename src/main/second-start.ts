// What the running app does when it is started once more on its data folder. Only one desk works there at a time: a start that was
// for another one, as in training beside a live desk, must not be given the window of this one, which would be taken for the other.
import { app, dialog } from 'electron';
import { z } from 'zod';

/** What a start gives to Electron's lock, and the running app gets of it. */
export interface SecondStart {
  /** What its windows show, in words: `training`, or which service or site desk. */
  readonly shows: string;
}

const secondStart = z.object({ shows: z.string().min(1).max(500) });

/**
 * `focus` brings a window of this app to the front, or opens one. A start of an older version does not say what it is for. While this app
 * `isClosing` it gets no window: nothing would be sent or printed, and it would vanish with what is being done there.
 */
export function answerSecondStarts(
  running: SecondStart,
  { focus, isClosing }: { readonly focus: () => void; readonly isClosing: () => boolean },
): void {
  app.on('second-instance', (_event, _argv, _folder, started) => {
    const asked = secondStart.safeParse(started).data;
    if (isClosing()) {
      void dialog.showMessageBox({
        type: 'info',
        message: 'Drawdesk is just being closed.',
        detail: 'Start it again in a moment.',
        buttons: ['OK'],
        noLink: true,
      });
      return;
    }
    if (!asked || asked.shows === running.shows) {
      focus();
      return;
    }
    void dialog.showMessageBox({
      type: 'warning',
      message: `Drawdesk runs already, for ${running.shows}. It was now started for ${asked.shows} with the same data folder.`,
      detail: 'Close all windows of the one that runs, then start it again.',
      buttons: ['OK'],
      noLink: true,
    });
  });
}
