// What a desk leaves, in another folder, for tests: the same files, which a start there takes for its own and not for copies.
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { originOf } from '../../src/core/store/db/file-identity.ts';

const NOTE = '.last-commit';

/** Copies the files of a killed desk, which may be open still, whose names `isWanted` takes; all of them by default. */
export function leaveAsKilled(
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): void {
  const names = readdirSync(from).filter((name) => isWanted(name) && statSync(join(from, name)).isFile());
  for (const name of names) copyFileSync(join(from, name), join(to, name));
  for (const name of names.filter((one) => one.endsWith(NOTE))) keepOrigin(join(to, name));
}

/** From now on a start takes a data folder that was copied, with all folders in it, for its own. */
export function takeForItsOwn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith(NOTE)) keepOrigin(join(folder, name));
}

function keepOrigin(note: string): void {
  const text = readFileSync(note, 'utf8');
  const origin = originOf(note.slice(0, -NOTE.length));
  if (origin === null) return;
  const parts = JSON.parse(text) as Record<string, unknown>;
  writeFileSync(note, `${JSON.stringify({ ...parts, origin }).padEnd(text.length - 1)}\n`);
}
