// When the first window has everything that its page needs to run by itself.
import type { ScreenFiles } from '../app/screen-files.ts';

export interface FirstPage {
  /** Resolves when the page itself was sent, which the browser then reads before it asks for more. */
  readonly isSent: Promise<void>;
  /** To be told of each request, by its path; what it returns is to be called when the answer was sent. */
  readonly onAsked: (path: string) => () => void;
  /**
   * Resolves when all scripts and styles that the page names were sent: the screens' script runs behind all of them. A browser that had kept
   * them asks for none of them; the script that runs ahead has run when it asks for something else, and then those that it did ask for are
   * waited for.
   */
  readonly isThere: Promise<void>;
}

export function watchPage(files: ScreenFiles): FirstPage {
  const { promise: isThere, resolve } = Promise.withResolvers<void>();
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const missing = new Set(namedByPage(files));
  const onTheirWay = new Set<string>();
  let hasAsked = false;
  return {
    isSent,
    isThere,
    onAsked(path) {
      if (missing.has(path)) onTheirWay.add(path);
      return () => {
        if (path === '/') sent();
        missing.delete(path);
        onTheirWay.delete(path);
        hasAsked ||= path.startsWith('/api/');
        if (missing.size === 0 || (hasAsked && onTheirWay.size === 0)) resolve();
      };
    },
  };
}

/** The paths of the files that the start page names. */
function namedByPage(files: ScreenFiles): string[] {
  const page = new TextDecoder().decode(files.get('/')?.body);
  return [...page.matchAll(/ (?:src|href)="\.?(\/[^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => files.has(path));
}
