// Makes what is slow on purpose cheap in this process: keys from passphrases, hashes of PINs, proofs of pairing codes. Where two sides
// must come to the same, both processes need it.
import crypto from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const CHEAP: ScryptOptions = { N: 2, r: 1, p: 1 };

let isCheap = false;

/** From now on `scrypt` costs next to nothing in this process, whatever cost is asked for. */
export function makeScryptCheap(): void {
  if (isCheap) return;
  isCheap = true;
  const { scrypt } = crypto;
  const cheapScrypt = (
    ...[secret, salt, length, , done]: [string, Buffer, number, ScryptOptions, never]
  ): void => scrypt(secret, salt, length, CHEAP, done);
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}
