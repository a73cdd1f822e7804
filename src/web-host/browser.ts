// Opens the system's browser.
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/** Best effort: the address was printed, and a person can open it. The address is visible in the process list. */
export function openInBrowser(address: string, platform: NodeJS.Platform): void {
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
