// Opens the system's browser on a private file that redirects to the desk. The address itself, which opens the desk
// once, must not be an argument or an environment variable of the browser: other accounts of the machine could read it
// there.
import { spawn } from 'node:child_process';
import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../app/environment.ts';
import type { Environment } from '../app/environment.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/** Opens `file` in the browser. An error is ignored, because the address was printed too and a person can open it. */
export function openInBrowser(file: string, env: Environment, platform: NodeJS.Platform): void {
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, file], {
    stdio: 'ignore',
    detached: true,
    env: childEnvironment(env, 'desktop'),
  });
  child.on('error', () => undefined);
  child.unref();
}

export interface RedirectFile {
  /** Writes a file that redirects to `address` and that only this account can read. Returns its path. */
  write(address: string): string;
  remove(): void;
}

/**
 * The redirect file in a data folder. The folder must be private. A file that a killed desk left is removed at once.
 */
export function redirectFileIn(dataFolder: string): RedirectFile {
  const file = join(dataFolder, 'open-desk.html');
  const remove = (): void => rmSync(file, { force: true });
  remove();
  return {
    write(address) {
      remove();
      writeFileSync(file, redirectTo(address), { flag: 'wx', mode: 0o600 });
      return file;
    },
    remove,
  };
}

/** The HTML page. `address` is made by this desk and has no characters with a meaning in HTML, so it is not escaped. */
function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Drawdesk</title>
<p><a href="${address}">Open Drawdesk</a>
</html>
`;
}
