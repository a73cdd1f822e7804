// What a killed desk leaves, for tests that have its files open still: the same files in another folder, which a start there takes for
// its own and not for copies.
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { originOf } from '../../src/core/store/db/file-identity.ts';

const NOTE = '.last-commit';

/** Copies the files of a folder whose names `isWanted` takes, all of them by default. */
export function leaveAsKilled(
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): void {
  const names = readdirSync(from).filter((name) => isWanted(name) && statSync(join(from, name)).isFile());
  for (const name of names) copyFileSync(join(from, name), join(to, name));
  for (const name of names.filter((one) => one.endsWith(NOTE))) keepOrigin(join(to, name));
}

function keepOrigin(note: string): void {
  const text = readFileSync(note, 'utf8');
  const origin = originOf(note.slice(0, -NOTE.length));
  if (origin === null) return;
  const parts = JSON.parse(text) as Record<string, unknown>;
  writeFileSync(note, `${JSON.stringify({ ...parts, origin }).padEnd(text.length - 1)}\n`);
}
