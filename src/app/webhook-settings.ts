// `webhook` of the managed settings: whether the desk takes the service's events, and where.
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../domain/error-code.ts';
import { readPrivateFile } from '../adapters/private-file.ts';
import { AppException } from '../domain/app-error.ts';
import type { ReadSecret } from './environment.ts';
import { StartProblem } from './start-problem.ts';

const wholePath = z.string().refine((path) => isAbsolute(path), 'must be a whole path');
/** It travels in a header, and whoever knows it can make the desk ask the service. */
const SECRET = /^[\x21-\x7e]{16,512}$/;

export const webhookSettingsSchema = z
  .strictObject({
    port: z.number().int().min(1).max(65_535),
    secretFromEnvironment: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable'),
    /** PEM files. With both the desk takes events over the network; without, from this machine alone. */
    certificateFile: wholePath.optional(),
    keyFile: wholePath.optional(),
    /** The address of this machine to listen at; every one when not given. */
    address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 192.0.2.10').optional(),
  })
  .refine(({ certificateFile, keyFile }) => (certificateFile === undefined) === (keyFile === undefined), {
    message: 'needs both certificateFile and keyFile, or neither',
  })
  .refine(({ certificateFile, address }) => certificateFile !== undefined || address === undefined, {
    message:
      'an address needs certificateFile and keyFile: without TLS events are taken from this very machine only',
    path: ['address'],
  });

export interface WebhookSettings {
  readonly port: number;
  readonly secret: string;
  /** Null: plain HTTP on loopback, for a proxy of the site that speaks TLS. */
  readonly secure: { readonly address: string | null; readonly cert: string; readonly key: string } | null;
}

/**
 * Reads what the settings name. Messages name the variable and the files, and never what is in them.
 *
 * @throws StartProblem
 */
export async function readWebhookSettings(
  given: z.output<typeof webhookSettingsSchema>,
  { file, readSecret }: { readonly file: string; readonly readSecret: ReadSecret },
): Promise<WebhookSettings> {
  const { port, secretFromEnvironment: variable, certificateFile, keyFile, address } = given;
  const secret = readSecret(variable)?.trim() ?? '';
  if (!SECRET.test(secret)) {
    const why =
      secret === ''
        ? 'which is not set'
        : 'which must hold 16 to 512 printable ASCII characters without blanks';
    throw new StartProblem(`${file}: webhook.secretFromEnvironment names ${variable}, ${why}.`);
  }
  if (certificateFile === undefined || keyFile === undefined) return { port, secret, secure: null };
  const cert = await readPem(certificateFile, () => readFile(certificateFile));
  const key = await readPem(keyFile, () => readPrivateFile(keyFile));
  return { port, secret, secure: { address: address ?? null, cert, key } };
}

async function readPem(file: string, read: () => Promise<Uint8Array | null>): Promise<string> {
  try {
    const bytes = await read();
    if (bytes) return Buffer.from(bytes).toString('utf8');
  } catch (cause) {
    if (cause instanceof AppException) throw new StartProblem(cause.error.detail, { cause });
    const code = errorCode(cause) ?? String(cause);
    throw new StartProblem(`${file} cannot be read (${code}).`, { cause });
  }
  throw new StartProblem(`${file} is not there.`);
}
