// The certificate of a site desk, by which its further desks know it. Made once for a data folder and kept there; its key is
// encrypted with a key that only the opened folder gives. A machine that takes over has it from the copy.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fingerprintOf } from '../adapters/pinned-line.ts';
import { readPrivateFile } from '../adapters/private-file.ts';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import type { SelfSigned } from '../adapters/self-signed.ts';
import { syncFolder, writeDurably } from '../core/store/db/durable-file.ts';
import { derivedKey, trainingKeyIn } from './secrets.ts';
import type { DeskMode } from './secrets.ts';
import { StartProblem } from './start-problem.ts';

const certificateFile = z.strictObject({
  version: z.literal(1),
  certificate: z.string(),
  nonce: z.base64(),
  sealedKey: z.base64(),
  tag: z.base64(),
});

export interface SiteCertificate extends SelfSigned {
  /** SHA-256 in lower-case hexadecimal. */
  readonly fingerprint: string;
}

/**
 * The certificate of the data folder with the database key of this mode. Training has one of its own: its key is another, and the desk
 * that was tried with other machines must go live on the same folder.
 *
 * A file that is gone was removed on purpose, as where its key may be somebody else's now: a new one is made then.
 *
 * @param inDatabase the one that the desk's database holds, which is good where the file is damaged: further desks know that one
 * @throws StartProblem when the file is damaged and the database holds none: a new certificate would shut out every desk that was paired
 */
export async function siteCertificateIn(
  folder: string,
  { databaseKey, mode }: { readonly databaseKey: Uint8Array; readonly mode: DeskMode },
  inDatabase: SelfSigned | null = null,
): Promise<SiteCertificate> {
  const trainingKey = mode === 'training' ? databaseKey : await trainingKeyIn(folder);
  if (trainingKey) await moveToTraining(folder, trainingKey);
  const file = fileIn(folder, mode);
  const content = await readPrivateFile(file);
  const found = content && openedOrNull(content, masterOf(databaseKey));
  const instead = content ? inDatabase : makeSelfSigned();
  const used = found ?? instead;
  if (!used) {
    throw new StartProblem(
      `${file} is damaged, or belongs to another data folder; restore it from a backup. If there is none, remove it: a new one is made, and every further desk must be paired again.`,
    );
  }
  const { certificate, key } = used;
  if (!found) keepSiteCertificate(folder, { databaseKey, mode }, { certificate, key });
  return { certificate, key, fingerprint: fingerprintOf(certificate) };
}

/** Keeps a certificate in the data folder with the database key of this mode, in place of any other. */
export function keepSiteCertificate(
  folder: string,
  { databaseKey, mode }: { readonly databaseKey: Uint8Array; readonly mode: DeskMode },
  made: SelfSigned,
): void {
  writeDurably(fileIn(folder, mode), `${JSON.stringify(sealed(made, masterOf(databaseKey)), null, 2)}\n`);
}

/** Older versions kept that of training in the place of the live one. */
async function moveToTraining(folder: string, databaseKey: Uint8Array): Promise<void> {
  const [from, to] = [fileIn(folder, 'live'), fileIn(folder, 'training')];
  const content = existsSync(to) ? null : await readPrivateFile(from);
  if (!content) return;
  // Otherwise it is the one of the live desk.
  if (!openedOrNull(content, masterOf(databaseKey))) return;
  renameSync(from, to);
  syncFolder(folder);
}

const fileIn = (folder: string, mode: DeskMode): string =>
  join(folder, mode === 'live' ? 'site-certificate.json' : 'site-certificate-training.json');
const masterOf = (databaseKey: Uint8Array): Uint8Array => derivedKey(databaseKey, 'site certificate');

function sealed({ certificate, key }: SelfSigned, master: Uint8Array): z.infer<typeof certificateFile> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', master, nonce);
  const sealedKey = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return {
    version: 1,
    certificate,
    nonce: nonce.toString('base64'),
    sealedKey: sealedKey.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Null: it is damaged, or another key made it. */
function openedOrNull(content: Uint8Array, master: Uint8Array): SelfSigned | null {
  try {
    const kept = certificateFile.parse(JSON.parse(Buffer.from(content).toString('utf8')));
    const decipher = createDecipheriv('aes-256-gcm', master, Buffer.from(kept.nonce, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAuthTag(Buffer.from(kept.tag, 'base64'));
    const key = Buffer.concat([decipher.update(Buffer.from(kept.sealedKey, 'base64')), decipher.final()]);
    return { certificate: kept.certificate, key: key.toString('utf8') };
  } catch {
    return null;
  }
}
