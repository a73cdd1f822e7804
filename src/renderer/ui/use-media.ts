// Whether the window is as a media query says, at the chosen text size.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { enlargedQuery } from './enlarged-query.ts';
import { useTextSize, zoomOf } from './text-size.ts';

/**
 * Follows a media query that is written as in the style sheets, for text of 100 %.
 * @example const isWide = useMedia('(min-width: 1240px)');
 */
export function useMedia(query: string): boolean {
  const zoom = useTextSize(({ size }) => zoomOf(size));
  const media = useMemo(() => window.matchMedia(enlargedQuery(query, zoom)), [query, zoom]);
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
