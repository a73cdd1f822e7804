// `webhook` of the managed settings: events over the network need TLS, and a secret that cannot be guessed.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';

const SECRET = 'long-and-random-0123456789';
let folder: string;
let certificateFile: string;
let keyFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-webhook-'));
  certificateFile = join(folder, 'site.pem');
  keyFile = join(folder, 'site.key');
  await writeFile(certificateFile, 'certificate');
  await writeFile(keyFile, 'key', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(webhook: unknown, env: Record<string, string> = { EVENTS: SECRET }) {
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify({ webhook }));
  return (await readManagedSettings(file, (name) => env[name])).webhook;
}
const given = { port: 7444, secretFromEnvironment: 'EVENTS' };

test('no events are taken unless it is set', async () => {
  expect((await readManagedSettings(null, () => undefined)).webhook).toBeNull();
});

test('without a certificate they are taken from this machine', async () => {
  expect(await read(given)).toEqual({ port: 7444, secret: SECRET, secure: null });
});

test('with one, over the network', async () => {
  expect(await read({ ...given, certificateFile, keyFile })).toMatchObject({
    secure: { address: null, cert: 'certificate', key: 'key' },
  });
  expect(await read({ ...given, certificateFile, keyFile, address: '192.0.2.1' })).toMatchObject({
    secure: { address: '192.0.2.1' },
  });
});

test.each([
  ['an address without TLS', { address: '0.0.0.0' }, 'webhook.address: an address needs certificateFile'],
  ['a certificate without its key', { certificateFile: '/c' }, 'needs both certificateFile and keyFile'],
  ['a path that is not whole', { certificateFile: 'c', keyFile: '/k' }, 'must be a whole path'],
  [
    'a certificate that is not there',
    { certificateFile: '/none/c', keyFile: '/none/k' },
    '/none/c cannot be read',
  ],
  ['a port that is none', { port: 0 }, 'webhook.port'],
  ['the secret itself', { secret: SECRET }, 'unknown key webhook.secret'],
])('refused: %s', async (_, change, words) => {
  await expect(read({ ...given, ...change })).rejects.toThrow(words);
});

test('refused: a secret that is not set, and one that is short, without telling it', async () => {
  await expect(read(given, {})).rejects.toThrow('names EVENTS, which is not set');
  const short = await read(given, { EVENTS: 'easy' }).catch((error: Error) => error.message);
  expect(short).toContain('16 to 512 printable ASCII characters');
  expect(short).not.toContain('easy');
});

test.runIf(process.platform !== 'win32')('refused: a key that other accounts can read', async () => {
  await chmod(keyFile, 0o644);
  await expect(read({ ...given, certificateFile, keyFile })).rejects.toThrow('can be read by other accounts');
  await chmod(keyFile, 0o600);
});
