// Whether the app in out/ is as new as its sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** An empty file in out/. Its modification time is the moment at which the build began. */
export const STAMP = '.built';
const SOURCE_FOLDERS = ['src', 'resources', 'docs/guide'];
const SOURCE_FILES = [
  'build/answers.ts',
  'build/build-failed.ts',
  'build/electron-runtime.ts',
  'build/first-scripts.ts',
  'build/guide.ts',
  'build/icons.ts',
  'build/licences.ts',
  'build/node-parts.ts',
  'build/start-command.ts',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

/**
 * Whether out/ is there and no source is newer. Looked at in every start, so nothing is imported here but what Node itself has.
 * @example if (!isCurrent()) await ensureBuilt();
 */
export function isCurrent(): boolean {
  const builtAtMs = statSync(join(root, 'out', STAMP), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAtMs === undefined) return false;
  const isOlder = (path: string): boolean =>
    (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < builtAtMs;
  // Looked through at every start: listing a folder whole is many times faster than a pattern.
  return (
    SOURCE_FILES.every((file) => isOlder(join(root, file))) &&
    SOURCE_FOLDERS.map((folder) => join(root, folder))
      .filter(existsSync)
      .every(isOlderThroughout)
  );

  /** Files and folders: a file that was taken away shows in the time of its folder. */
  function isOlderThroughout(folder: string): boolean {
    if (!isOlder(folder)) return false;
    // With their kinds, which the system tells with the names; a listing through all folders asks for each of them.
    return readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? isOlderThroughout(path) : isOlder(path);
    });
  }
}
