// What can be done from every screen.
import { useSession } from '../host/use-session.ts';
import { useAction } from '../ui/actions.ts';
import { useTheme } from '../ui/theme.ts';

export function useGlobalActions(ways: {
  navigate: (path: string) => void;
  focusSearch: () => void;
  showKeys: () => void;
}): void {
  const { navigate, focusSearch, showKeys } = ways;
  const session = useSession();
  useAction({ id: 'go-board', words: 'Go to today’s board', key: 'B', run: () => navigate('/') });
  useAction({ id: 'go-worklist', words: 'Go to the worklist', key: 'L', run: () => navigate('/worklist') });
  useAction({ id: 'go-walk-in', words: 'Book a walk-in', key: 'W', run: () => navigate('/walk-in') });
  useAction({
    id: 'go-outbox',
    words: 'Go to the outbox and what needs attention',
    key: 'O',
    run: () => navigate('/waiting'),
  });
  useAction({
    id: 'go-printing',
    words: 'Go to the print queue',
    key: 'Q',
    run: () => navigate('/printing'),
  });
  useAction({ id: 'go-activity', words: 'Go to activity', run: () => navigate('/activity') });
  useAction({
    id: 'go-training',
    words: 'Go to training',
    enabled: session?.mode === 'training',
    run: () => navigate('/training'),
  });
  useAction({ id: 'search', words: 'Scan or search', run: focusSearch });
  useAction({ id: 'keys', words: 'Show the keys', run: showKeys });
  useAction({
    id: 'theme',
    words: 'Switch between light and dark',
    run: () => {
      const dark = document.documentElement.dataset['theme'] === 'dark';
      useTheme.getState().choose(dark ? 'light' : 'dark');
    },
  });
}
