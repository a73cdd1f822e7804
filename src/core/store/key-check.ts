// Which key a database was made with, noted beside it: a wrong key is told apart from a damaged file by it.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from './db/durable-file.ts';

/** Identifies the key without revealing it. */
function keyCheckOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('drawdesk database key check').digest('hex');
}

const keyCheckFile = (file: string): string => `${file}.key-check`;

/** What is noted; null when nothing is or a crash left only a part of it: a part would make every key look wrong. */
function readKeyCheck(file: string): string | null {
  if (!existsSync(keyCheckFile(file))) return null;
  const remembered = readFileSync(keyCheckFile(file), 'utf8').trim();
  return /^[0-9a-f]{64}$/.test(remembered) ? remembered : null;
}

/** Notes the key of the database, where another one or none is noted. */
export function rememberKey(file: string, key: Uint8Array): void {
  const check = keyCheckOf(key);
  if (readKeyCheck(file) !== check) writeDurably(keyCheckFile(file), `${check}\n`);
}

/** Whether the database was made with this key, as far as that is noted. */
export function isNotedKey(file: string, key: Uint8Array): boolean {
  const remembered = readKeyCheck(file);
  return remembered === null || remembered === keyCheckOf(key);
}

/** Whether a key is noted at all, which shows that there was a database. */
export const hasKeyCheck = (file: string): boolean => existsSync(keyCheckFile(file));
