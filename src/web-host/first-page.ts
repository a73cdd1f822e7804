// When the first window has everything that its page needs to run by itself.
import type { ScreenFiles } from '../app/screen-files.ts';

export interface FirstPage {
  /** Resolves when the page itself was sent, which the browser then reads before it asks for more. */
  readonly isSent: Promise<void>;
  /** To be told of each answer that was sent, by the path of its request. */
  readonly onSent: (path: string) => void;
  /**
   * Resolves when all scripts and styles that the page names were sent: a script runs when those that it imports are there too. A
   * browser that had kept them asks for none of them; its script has run when it asks for something else.
   */
  readonly isThere: Promise<void>;
}

export function watchPage(files: ScreenFiles): FirstPage {
  const { promise: isThere, resolve } = Promise.withResolvers<void>();
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const missing = new Set(namedByPage(files));
  return {
    isSent,
    isThere,
    onSent(path) {
      if (path === '/') sent();
      missing.delete(path);
      if (missing.size === 0 || path.startsWith('/api/')) resolve();
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
