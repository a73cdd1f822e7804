// Makes links. Each opens one window of the desk. It is printed at the terminal and written to the redirect file.
import { randomBytes } from 'node:crypto';
import type { Access } from './access.ts';
import type { RedirectFile } from './browser.ts';

/** In an address of the redirect file, with a text that nobody can guess. */
const FROM_FILE = /^\/\?file=([\w-]+)$/;

/** A link works for ten minutes. Starting Drawdesk again gives a new one. */
const LINK_LIVES_MS = 10 * 60_000;

export interface Link {
  readonly address: string;
  /** Path of the file that redirects to the address; null when none was asked for. */
  readonly file: string | null;
}

export interface Links {
  /** Makes a link. Its address and its file have the same token, so only the one that is opened first works. */
  make(options: { readonly withFile: boolean }): Link;
  /**
   * Whether the page is asked for at an address of the redirect file, for the first time. Only who can read that file knows one, so
   * no other page opened this window or has a hand on it.
   */
  comesFromFile(url: string): boolean;
  /** Removes the redirect file. */
  close(): void;
}

export function createLinks(options: {
  readonly access: Access;
  readonly redirectFile: RedirectFile;
  /** The address of the desk, as in `http://127.0.0.1:40123/`. */
  readonly address: () => string;
}): Links {
  const { access, redirectFile, address } = options;
  let present = 0;
  let presentFile: string | null = null;
  let end: NodeJS.Timeout | undefined;
  return {
    make({ withFile }) {
      present += 1;
      const number = present;
      const forget = (): void => {
        // Not when a newer link has replaced the file.
        if (withFile && number === present) redirectFile.remove();
      };
      const token = access.makeToken(LINK_LIVES_MS, forget);
      const link = `${address()}#token=${token}`;
      if (!withFile) return { address: link, file: null };
      clearTimeout(end);
      end = setTimeout(forget, LINK_LIVES_MS);
      end.unref();
      presentFile = randomBytes(16).toString('base64url');
      return { address: link, file: redirectFile.write(`${address()}?file=${presentFile}#token=${token}`) };
    },
    comesFromFile(url) {
      const isPresent = presentFile !== null && FROM_FILE.exec(url)?.[1] === presentFile;
      if (isPresent) presentFile = null;
      return isPresent;
    },
    close() {
      clearTimeout(end);
      redirectFile.remove();
    },
  };
}
