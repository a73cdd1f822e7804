// The address as the router knows it. What goes to another place marks its entry of the history at once.
import { navigate as changeAddress, useHashLocation } from 'wouter/use-hash-location';
import { newEntry } from './places.ts';

/** @example navigate(links.visit(visitId)) */
export const navigate: typeof changeAddress = (to, { replace = false } = {}) =>
  changeAddress(to, { replace, state: newEntry() });

/** For `Router`. */
export const useMarkedLocation: typeof useHashLocation = Object.assign(
  (options?: Parameters<typeof useHashLocation>[0]): ReturnType<typeof useHashLocation> => [
    useHashLocation(options)[0],
    navigate,
  ],
  // What the links of the rail lead to.
  { hrefs: (path: string): string => `#${path}` },
);
