// Makes links. Each opens one window of the desk. It is printed at the terminal and written to the redirect file.
import type { Access } from './access.ts';
import type { RedirectFile } from './browser.ts';

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
  let end: NodeJS.Timeout | undefined;
  return {
    make({ withFile }) {
      present += 1;
      const number = present;
      const forget = (): void => {
        // Not when a newer link has replaced the file.
        if (withFile && number === present) redirectFile.remove();
      };
      const link = `${address()}#token=${access.makeToken(LINK_LIVES_MS, forget)}`;
      if (!withFile) return { address: link, file: null };
      clearTimeout(end);
      end = setTimeout(forget, LINK_LIVES_MS);
      end.unref();
      return { address: link, file: redirectFile.write(link) };
    },
    close() {
      clearTimeout(end);
      redirectFile.remove();
    },
  };
}
