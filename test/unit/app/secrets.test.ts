// The keys of a data folder: made once, guarded as the mode asks, never replaced.
import { createCipheriv, scryptSync } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WrappedKey } from '../../../src/adapters/passphrase-cipher.ts';
import { openSecrets } from '../../../src/app/secrets.ts';
import type { DeskMode, KeyGuard } from '../../../src/app/secrets.ts';
import { passphraseGuard } from '../../../src/app/secrets-passphrase.ts';
import { startProblemLine } from '../../../src/app/start-problem.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const PASSPHRASE = 'correct horse battery';
const fromEnvironment = (value?: string): KeyGuard =>
  passphraseGuard({ variable: 'DESK_PASSPHRASE', readSecret: () => value, ask: null });
const unused: KeyGuard = {
  name: 'operating-system',
  wrap: () => Promise.reject(new Error('not asked for')),
  unwrap: () => Promise.reject(new Error('not asked for')),
};
const keyOf = (mode: DeskMode, liveGuard: KeyGuard = unused) =>
  openSecrets({ folder, mode, liveGuard }).databaseKey();
const keysFile = () => join(folder, 'keys.json');

test('a training key is made once and lies in a file that only its owner can read', async () => {
  const made = await keyOf('training');
  expect(made).toHaveLength(32);
  expect((await stat(keysFile())).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await keyOf('training'))).toEqual(Buffer.from(made));
});

test('two data folders have different keys', async () => {
  const first = await keyOf('training');
  await rm(keysFile());
  expect(Buffer.from(await keyOf('training'))).not.toEqual(Buffer.from(first));
});

test.each([0o644, 0o640, 0o602])('a key file with mode %o is refused', async (mode) => {
  await keyOf('training');
  await chmod(keysFile(), mode);
  const refusal = await keyOf('training').catch(startProblemLine);
  expect(refusal).toContain('can be read by other accounts');
});

test.skipIf(process.getuid?.() !== 0)('a key file of another account is refused', async () => {
  await keyOf('training');
  await chown(keysFile(), 65_534, 65_534);
  expect(await keyOf('training').catch(startProblemLine)).toContain('belongs to another account');
});

describe('without its key', () => {
  test.each<[DeskMode, string]>([
    ['training', 'desk-training.db'],
    ['training', 'training-service.db'],
    ['training', 'desk-training.db.backup-20261120T090000Z'],
    ['live', 'desk-live-0123456789abcdef.db'],
    ['live', 'desk-live-0123456789abcdef.db.set-aside-20261120T090000Z'],
  ])('%s data (%s) is refused, what to do is said, and nothing is made', async (mode, name) => {
    await writeFile(join(folder, name), 'encrypted');
    const refusal = await keyOf(mode, fromEnvironment(PASSPHRASE)).catch(startProblemLine);
    expect(refusal).toContain(`no key for the ${mode} data that is in this folder (${name})`);
    expect(refusal).toContain('Restore keys.json from a backup');
    expect(await readdir(folder)).toEqual([name]);
  });

  test("the other mode's data and an empty file do not prevent a new key", async () => {
    await writeFile(join(folder, 'desk-live-0123456789abcdef.db'), 'encrypted');
    await writeFile(join(folder, 'desk-training.db'), '');
    expect(await keyOf('training')).toHaveLength(32);
  });

  test('the key of the other mode is kept as it is', async () => {
    await keyOf('training');
    const before = await readFile(keysFile(), 'utf8');
    await writeFile(join(folder, 'desk-live-0123456789abcdef.db'), 'encrypted');
    await expect(keyOf('live', fromEnvironment(PASSPHRASE))).rejects.toThrow('no key for the live data');
    expect(await readFile(keysFile(), 'utf8')).toBe(before);
  });
});

test('a live key is wrapped by the passphrase and opens with it alone', async () => {
  const made = await keyOf('live', fromEnvironment(PASSPHRASE));
  const content = await readFile(keysFile(), 'utf8');
  expect(content).not.toContain(Buffer.from(made).toString('base64'));
  expect(content).not.toContain(PASSPHRASE);
  expect(Buffer.from(await keyOf('live', fromEnvironment(PASSPHRASE)))).toEqual(Buffer.from(made));
  await expect(keyOf('live', fromEnvironment('correct horse batterz'))).rejects.toThrow(
    'The passphrase is not the one of this data folder.',
  );
});

test('training and live keys of one folder are separate, and making one keeps the other', async () => {
  const training = await keyOf('training');
  const live = await keyOf('live', fromEnvironment(PASSPHRASE));
  expect(Buffer.from(live)).not.toEqual(Buffer.from(training));
  expect(Buffer.from(await keyOf('training'))).toEqual(Buffer.from(training));
});

test('a folder whose key is protected in another way is refused, with the host that can open it', async () => {
  await keyOf('live', fromEnvironment(PASSPHRASE));
  await expect(keyOf('live', unused)).rejects.toThrow('guarded by a passphrase (start it with --host=web)');
});

test.each(['', 'no json', '{"version":2}', '{"version":1,"training":{"guard":"file","wrapped":"c2hvcnQ="}}'])(
  'a damaged keys.json (%s) is refused and left as it is',
  async (content) => {
    await writeFile(keysFile(), content, { mode: 0o600 });
    await expect(keyOf('training')).rejects.toThrow('is damaged or of a newer version');
    expect(await readFile(keysFile(), 'utf8')).toBe(content);
  },
);

test("a key wrapped at a lower cost still opens, and is wrapped again at today's cost", async () => {
  const made = await keyOf('live', fromEnvironment(PASSPHRASE));
  const read = async () =>
    (JSON.parse(await readFile(keysFile(), 'utf8')) as { live: { wrapped: WrappedKey } }).live;
  expect((await read()).wrapped.cost).toEqual({ N: 131_072, r: 8, p: 1 });
  const earlier = wrappedEarlier(made, PASSPHRASE);
  const content = { version: 1, live: { guard: 'passphrase', wrapped: earlier } };
  await writeFile(keysFile(), JSON.stringify(content), { mode: 0o600 });
  await expect(keyOf('live', fromEnvironment('correct horse batterz'))).rejects.toThrow('is not the one');
  expect((await read()).wrapped).toEqual(earlier);
  for (const start of ['first', 'second']) {
    expect(Buffer.from(await keyOf('live', fromEnvironment(PASSPHRASE))), start).toEqual(Buffer.from(made));
    expect((await read()).wrapped.cost).toEqual({ N: 131_072, r: 8, p: 1 });
  }
});

test('a key that is wrapped well enough is left as it is', async () => {
  await keyOf('live', fromEnvironment(PASSPHRASE));
  const { ino } = await stat(keysFile());
  await keyOf('live', fromEnvironment(PASSPHRASE));
  expect((await stat(keysFile())).ino).toBe(ino);
});

/** As this desk wrapped keys when it took 2^16 for enough. */
function wrappedEarlier(key: Uint8Array, passphrase: string): WrappedKey {
  const cost = { N: 2 ** 16, r: 8, p: 1 };
  const salt = Buffer.alloc(16, 1);
  const nonce = Buffer.alloc(12, 2);
  const secret = scryptSync(passphrase, salt, 32, { ...cost, maxmem: 2 ** 28 });
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64');
  return { salt: text(salt), cost, nonce: text(nonce), sealed: text(sealed), tag: text(cipher.getAuthTag()) };
}

describe('the passphrase', () => {
  const asking = (...answers: (string | null)[]): KeyGuard =>
    passphraseGuard({
      variable: null,
      readSecret: () => undefined,
      ask: async () => answers.shift() ?? null,
    });

  test('is asked for twice when it is new, once afterwards', async () => {
    const made = await keyOf('live', asking(PASSPHRASE, PASSPHRASE));
    expect(Buffer.from(await keyOf('live', asking(PASSPHRASE)))).toEqual(Buffer.from(made));
  });

  test('means the same in every Unicode form', async () => {
    const made = await keyOf('live', fromEnvironment('caf\u00e9 au lait please'));
    const again = await keyOf('live', fromEnvironment('cafe\u0301 au lait please'));
    expect(Buffer.from(again)).toEqual(Buffer.from(made));
  });

  test.each<[string, KeyGuard]>([
    ['The passphrase needs at least 12 characters', asking('short')],
    ['is made of too few different characters', asking('aaaaaaaaaaaa')],
    ['is made of too few different characters', fromEnvironment('aaaaaaaaaaaa')],
    ['The two passphrases differ', asking(PASSPHRASE, 'correct horse batterz')],
    ['No passphrase was given', asking(null)],
    ['names DESK_PASSPHRASE, which is not set', fromEnvironment(undefined)],
    ['start it at a terminal', passphraseGuard({ variable: null, readSecret: () => undefined, ask: null })],
  ])('is refused: %s, and no key is made', async (line, guard) => {
    await expect(keyOf('live', guard)).rejects.toThrow(line);
    await expect(stat(keysFile())).rejects.toThrow('ENOENT');
  });
});
