// What can be done from every screen.
import { useEffect } from 'react';
import { useSession } from '../host/use-session.ts';
import { routes } from '../routes.ts';
import { useAction, useActions } from '../ui/actions.ts';
import { useDensity } from '../ui/density.ts';
import { useTheme } from '../ui/theme.ts';

export function useGlobalActions(ways: {
  navigate: (path: string) => void;
  focusSearch: () => void;
  showKeys: () => void;
}): void {
  const { navigate, focusSearch, showKeys } = ways;
  const mode = useSession()?.mode;
  useEffect(() => {
    const { put, take } = useActions.getState();
    const offered = routes
      .filter((route) => route.trainingOnly !== true || mode === 'training')
      .map(({ path, goWords, key }) => ({
        id: `go ${path}`,
        words: goWords,
        key: key ?? null,
        run: () => navigate(path),
      }));
    offered.forEach(put);
    return () => offered.forEach(take);
  }, [navigate, mode]);
  useAction({ id: 'search', words: 'Scan or search', run: focusSearch });
  useAction({ id: 'keys', words: 'Show the keys', run: showKeys });
  useAction({
    id: 'density',
    words: 'Switch between large and compact rows',
    run: () => {
      const { density, choose } = useDensity.getState();
      choose(density === 'large' ? 'compact' : 'large');
    },
  });
  useAction({
    id: 'theme',
    words: 'Switch between light and dark',
    run: () => {
      const dark = document.documentElement.dataset['theme'] === 'dark';
      useTheme.getState().choose(dark ? 'light' : 'dark');
    },
  });
}
