// What the running app does when it is started once more on its data folder. Only one desk works there at a time: a start that was
// for another one, as in training beside a live desk, must not be given the window of this one, which would be taken for the other.
import { randomBytes } from 'node:crypto';
import { app, dialog } from 'electron';
import { z } from 'zod';
import type { ManagedSettings } from '../app/managed-settings.ts';
import { settingsMark } from '../app/settings-mark.ts';

/** What a start gives to Electron's lock, and the running app gets of it. */
interface SecondStart {
  /** What its windows show, in words: `training`, or which service or site desk. */
  readonly shows: string;
  /** Its managed settings, of which nothing else is told: their mark by a key of this start's own. */
  readonly settings: { readonly key: string; readonly mark: string };
}

const secondStart = z.object({
  shows: z.string().min(1).max(500),
  settings: z.object({ key: z.string().max(100), mark: z.string().max(100) }).optional(),
});

const KEY_BYTES = 32;
const markBy = (settings: ManagedSettings, key: string): string =>
  settingsMark(settings, Buffer.from(key, 'base64url'));

export function secondStartOf(shows: string, settings: ManagedSettings): SecondStart {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { shows, settings: { key, mark: markBy(settings, key) } };
}

/**
 * `focus` brings a window of this app to the front, or opens one. A start of an older version does not say what it is for. While this app
 * `isClosing` it gets no window: nothing would be sent or printed, and it would vanish with what is being done there. One with other
 * managed settings gets the window and is told that it does not go by them.
 */
export function answerSecondStarts(
  running: { readonly shows: string; readonly settings: ManagedSettings },
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
      const { key, mark } = asked?.settings ?? { key: '', mark: null };
      if (mark === null || mark === markBy(running.settings, key)) return;
      void dialog.showMessageBox({
        type: 'info',
        message: 'Drawdesk runs already, and goes by the managed settings as they were at its start.',
        detail: 'To have them as they are now, close all its windows, then start it again.',
        buttons: ['OK'],
        noLink: true,
      });
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
