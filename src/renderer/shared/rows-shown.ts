// How many rows a list shows that is read from the top: as many as before when somebody goes back to it.
import { useState } from 'react';
import { ROWS_AT_ONCE } from '../ui/show-more.tsx';
import { isGoneBackTo } from './way-back.ts';

const shownBefore = new Map<string, number>();

/** @example const [most, setMost] = useRowsShown(links.orders); */
export function useRowsShown(path: string): [number, (most: number) => void] {
  const [most, setMost] = useState(() => (isGoneBackTo(path) && shownBefore.get(path)) || ROWS_AT_ONCE);
  const show = (next: number): void => {
    shownBefore.set(path, next);
    setMost(next);
  };
  return [most, show];
}
