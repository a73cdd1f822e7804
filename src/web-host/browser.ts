// Opens the system's browser on a private file that leads to the desk. What is given to another program as an argument or
// in its environment can be read by other accounts of the machine or ends in that program's hands: so the address, which
// opens the desk once, is in neither.
import { spawn } from 'node:child_process';
import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../app/environment.ts';
import type { Environment } from '../app/environment.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/** Best effort: the address was printed as well, and a person can open it. */
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
  /** Makes the file lead to `address`, for this account only; returns its path. */
  write(address: string): string;
  remove(): void;
}

/** The file in a data folder, which must be private. What a killed desk left there is removed at once. */
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

/** `address` is one of our own: digits, letters and what addresses have, nothing that HTML would take for its own. */
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
