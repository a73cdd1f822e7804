// What can be done from every screen.
import { useLayoutEffect } from 'react';
import { useDesk } from '../host/desk-context.ts';
import { signWindowOut } from '../host/sign-window-out.ts';
import { useCommand } from '../host/use-command.ts';
import { useSession } from '../host/use-session.ts';
import { routes } from '../routes.ts';
import { errorWords } from '../shared/words/error-words.ts';
import { useAction, useActions } from '../ui/actions.ts';
import { useSound } from '../ui/alarm-sound.ts';
import { notify } from '../ui/toast-store.ts';
import { useDensity } from '../ui/density.ts';
import { useTheme } from '../ui/theme.ts';
import { asksFirst } from './asks-first.ts';
import { goWhenThere } from './go-when-there.ts';

export function useGlobalActions(ways: {
  navigate: (path: string) => void;
  focusSearch: () => void;
  showKeys: () => void;
  /** Null where the window cannot have a camera. */
  openCamera: (() => void) | null;
}): void {
  const { navigate, focusSearch, showKeys, openCamera } = ways;
  const mode = useSession()?.mode;
  const desk = useDesk();
  const { openWindow } = desk.host;
  useLayoutEffect(() => {
    const { put, take } = useActions.getState();
    const offered = routes
      .filter((route) => route.trainingOnly !== true || mode === 'training')
      .flatMap(({ path, goWords, key }) =>
        goWords === null
          ? []
          : {
              id: `go ${path}`,
              owner: 'routes',
              words: goWords,
              key: key ?? null,
              everywhere: true,
              overDialogs: false,
              blocked: null,
              run: () => goWhenThere(path, asksFirst(path), { desk, navigate }),
            },
      );
    offered.forEach(put);
    return () => offered.forEach(take);
  }, [navigate, desk, mode]);
  useAction({ id: 'search', words: 'Scan or search', everywhere: true, run: focusSearch });
  useAction({
    id: 'camera',
    words: 'Scan with the camera',
    everywhere: true,
    enabled: openCamera !== null,
    run: () => openCamera?.(),
  });
  useAction({ id: 'keys', words: 'Show the keyboard shortcuts', everywhere: true, run: showKeys });
  const syncNow = useCommand('sync.now');
  useAction({
    id: 'sync-now',
    everywhere: true,
    words: 'Sync now',
    run: () =>
      void syncNow
        .run({})
        .then((answer) => notify(answer.ok ? 'Asking the service now' : errorWords(answer.error).title)),
  });
  useAction({
    id: 'new-window',
    everywhere: true,
    words: 'New window',
    enabled: openWindow !== undefined,
    run: () => void openWindow?.(),
  });
  useAction({
    id: 'sign-out',
    everywhere: true,
    words: 'Sign this window out',
    enabled: desk.host.signOut !== undefined,
    run: () => void signWindowOut(desk),
  });
  useAction({
    id: 'sound',
    everywhere: true,
    words: 'Switch the sound for scanned labels on or off',
    run: () => {
      const { on, set } = useSound.getState();
      set(!on);
      notify(on ? 'Sound is off' : 'Sound is on');
    },
  });
  useAction({
    id: 'density',
    everywhere: true,
    words: 'Switch between large and compact rows',
    run: () => {
      const { density, choose } = useDensity.getState();
      choose(density === 'large' ? 'compact' : 'large');
    },
  });
  useAction({
    id: 'theme',
    everywhere: true,
    words: 'Switch between light and dark',
    run: () => {
      const dark = document.documentElement.dataset['theme'] === 'dark';
      useTheme.getState().choose(dark ? 'light' : 'dark');
    },
  });
}
