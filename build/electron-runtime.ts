// Whether Electron's runtime is on this machine, found out without asking the electron package, which would download it.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const electronPackage = resolve(import.meta.dirname, '../node_modules/electron');

/** Path of the runtime's program, or null. Follows the package's own rules: path.txt, and the override variable. */
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
