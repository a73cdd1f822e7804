// Encrypts rows for the copy and decrypts them, and writes the site's key as a recovery key that people can keep on paper.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { RecordedChange } from '../store/copy/recording.ts';
import type { CopyRecord } from '../ports/copy.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_EACH = 5;
const CHECK_BYTES = 3;
/** How many letters and digits a recovery key has. */
export const RECOVERY_KEY_SIGNS = Math.ceil(((KEY_BYTES + CHECK_BYTES) * 8) / BITS_EACH);

/** A new key for a site, in hexadecimal. */
export const newSiteKey = (): string => randomBytes(KEY_BYTES).toString('hex');

const derived = (key: string, purpose: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`drawdesk copy ${purpose}`).digest();

/** Tells whether a key is the site's, without telling the key. */
export const keyCheckOf = (key: string): string => derived(key, 'check').toString('hex');

/** What the copy knows of a row beside its content: it cannot be put in another row's place, nor given another number. */
const placeOf = (site: string, { table, key, number }: Omit<CopyRecord, 'sealed'>): Buffer =>
  Buffer.from(JSON.stringify([site, table, key, number]));

/** Seals and opens the rows of one site. */
export interface Sealer {
  /** The key under which the copy has a row; `rowKey` as in a change. */
  nameOf(table: string, rowKey: string): string;
  /** The content of a record is the row's key and its columns. */
  seal(change: RecordedChange): CopyRecord<string | null>;
  /** @throws Error when the record was not sealed with this key, or was changed since */
  open(record: CopyRecord): {
    readonly key: readonly unknown[];
    readonly row: Readonly<Record<string, unknown>>;
  };
  /** The fingerprint of all changes up to this one. */
  chainAfter(chain: string, change: RecordedChange): string;
}

/** `key`: 32 bytes in hexadecimal. */
export function createSealer(site: string, key: string): Sealer {
  const sealing = derived(key, 'rows');
  const naming = derived(key, 'names');
  const chaining = derived(key, 'chain');
  const nameOf = (table: string, rowKey: string): string =>
    createHmac('sha256', naming).update(`${table}\n${rowKey}`).digest('base64url').slice(0, 32);
  return {
    nameOf,
    seal({ table, key: rowKey, number, row }) {
      const record = { table, key: nameOf(table, rowKey), number };
      if (row === null) return { ...record, sealed: null };
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      cipher.setAAD(placeOf(site, record));
      const content = Buffer.concat([
        cipher.update(`{"key":${rowKey},"row":${row}}`, 'utf8'),
        cipher.final(),
      ]);
      return { ...record, sealed: Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64') };
    },
    open({ sealed, ...record }) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(placeOf(site, record));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      const content = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES);
      const text = Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
      return JSON.parse(text) as ReturnType<Sealer['open']>;
    },
    chainAfter: (chain, { number, table, key: rowKey, row }) =>
      createHmac('sha256', chaining)
        .update(JSON.stringify([chain, number, table, rowKey, row]))
        .digest('base64url'),
  };
}

const checkOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, CHECK_BYTES);

/**
 * The site's key for a sheet of paper: groups of four signs. The last ones find most mistakes of copying.
 *
 * @example recoveryKeyOf('00'.repeat(32)) // '0000-0000-…'
 */
export function recoveryKeyOf(key: string): string {
  const bytes = Buffer.from(key, 'hex');
  const bits = [...bytes, ...checkOf(bytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = bits
    .match(/.{1,5}/g)
    ?.map((part) => ALPHABET[Number.parseInt(part.padEnd(BITS_EACH, '0'), 2)]);
  return (
    (signs ?? [])
      .join('')
      .match(/.{1,4}/g)
      ?.join('-') ?? ''
  );
}

/** What was typed of a recovery key, without what stands between its groups. */
export const signsOfRecoveryKey = (typed: string): string => typed.replaceAll(/[\s-]/g, '');

/** The site's key of a recovery key as somebody typed it, in hexadecimal; null when it is none. */
export function siteKeyOf(recoveryKey: string): string | null {
  const signs = signsOfRecoveryKey(recoveryKey).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (signs.length !== RECOVERY_KEY_SIGNS) return null;
  if ([...signs].some((sign) => !ALPHABET.includes(sign))) return null;
  const bits = [...signs].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(BITS_EACH, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const key = bytes.subarray(0, KEY_BYTES);
  return checkOf(key).equals(bytes.subarray(KEY_BYTES, KEY_BYTES + CHECK_BYTES)) ? key.toString('hex') : null;
}
