// Finds Electron's runtime on this machine. It does not import the electron package, because that would download the
// runtime.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const electronPackage = resolve(import.meta.dirname, '../node_modules/electron');

/**
 * Path of the runtime's program; null when it is not installed. Follows the rules of the electron package: its file
 * path.txt, and the variable ELECTRON_OVERRIDE_DIST_PATH.
 *
 * @example findElectronRuntime() // '/…/node_modules/electron/dist/electron'
 */
export function findElectronRuntime(
  env: Readonly<Record<string, string | undefined>> = process.env,
  packageFolder: string = electronPackage,
): string | null {
  const pathFile = join(packageFolder, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : null;
  const elsewhere = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path = elsewhere
    ? join(elsewhere, program ?? 'electron')
    : program !== null && join(packageFolder, 'dist', program);
  return path && existsSync(path) ? path : null;
}
