// Links that open one window of the desk: printed at the terminal, put into the file that the browser is opened on.
import type { Access } from './access.ts';
import type { RedirectFile } from './browser.ts';

/** Long enough to walk over to the browser. Starting Drawdesk again gives another. */
const LINK_LIVES_MS = 10 * 60_000;

export interface Link {
  readonly address: string;
  /** The file that leads to the address, where one was asked for. */
  readonly file: string | null;
}

export interface Links {
  /** The address and the file are one link: whichever is opened first, the other is then worth nothing. */
  make(options: { readonly withFile: boolean }): Link;
  /** Takes the file away. */
  close(): void;
}

export function createLinks(options: {
  readonly access: Access;
  readonly redirectFile: RedirectFile;
  /** The desk's own, as in `http://127.0.0.1:40123/`. */
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
        // A newer link's file has taken the place of this one's.
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
