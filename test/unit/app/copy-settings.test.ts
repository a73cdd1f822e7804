// site.copy of the managed settings: how the database is reached, and that no message shows the connection string.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresAddressOf, requireSiteId } from '../../../src/app/copy-settings.ts';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';

const at = { where: 'copy', authorities: null };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-copy-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(copy: unknown, env: Record<string, string> = {}) {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ site: { copy } }));
  return readManagedSettings(file, (name) => env[name]);
}

test('TLS is left out on this very machine only, and its check can never be switched off', () => {
  expect(postgresAddressOf('postgres://desk:p%40ss@127.0.0.1:5433/copies', at)).toEqual({
    host: '127.0.0.1',
    port: 5433,
    user: 'desk',
    password: 'p@ss',
    database: 'copies',
    tls: null,
  });
  expect(postgresAddressOf('postgres://desk:x@db.example/copies', at)).toMatchObject({
    port: 5432,
    tls: { authorities: null },
  });
  expect(postgresAddressOf('postgres://desk:x@localhost/copies?sslmode=verify-full', at).tls).not.toBeNull();
  for (const mode of ['disable', 'prefer', 'require', 'no-verify']) {
    expect(() => postgresAddressOf(`postgres://desk:x@db.example/copies?sslmode=${mode}`, at)).toThrow(
      'no other sslmode than verify-full',
    );
  }
});

test.each([
  'nonsense',
  'https://desk:hunter2@db.example/copies',
  'postgres://db.example/',
  'postgres://desk:hunter2@db/c?ssl=0',
  'postgres://desk:hunter2%@db/c',
])('a wrong connection string is refused without showing it: %s', (text) => {
  expect(() => postgresAddressOf(text, at)).toThrow(/^copy: the connection string /);
  try {
    postgresAddressOf(text, at);
  } catch (thrown) {
    expect(String(thrown)).not.toContain('hunter2');
  }
});

test.each([
  ['hunter#2', 'has a #: write that of a password as %23'],
  ['12#hunter', 'has a #: write that of a password as %23'],
  ['hunter/2', 'where / ? and @ of a password are written as %2F, %3F and %40'],
  ['hunter?2', 'where / ? and @ of a password are written as %2F, %3F and %40'],
])('a sign of a password that would end the address is named: %s', (password, words) => {
  expect(() => postgresAddressOf(`postgres://desk:${password}@db.example/copies`, at)).toThrow(words);
});

test('the connection comes from a file or the environment, never from the settings themselves', async () => {
  const connection = 'postgres://desk:x@127.0.0.1/copies';
  const fromEnvironment = { site: 'leeds', connectionFromEnvironment: 'COPY' };
  expect((await read(fromEnvironment, { COPY: connection })).copy).toMatchObject({
    site: 'leeds',
    address: { user: 'desk' },
    fleet: null,
  });
  const file = join(folder, 'connection');
  writeFileSync(file, `${connection}\n`);
  expect((await read({ site: 'leeds', connectionFromFile: file })).copy?.address.database).toBe('copies');
  await expect(read(fromEnvironment)).rejects.toThrow('the connection string is missing (COPY)');
  await expect(read({ site: 'leeds' })).rejects.toThrow('needs either');
  await expect(read({ site: 'leeds', connection })).rejects.toThrow('unknown key site.copy.connection');
  await expect(read({ ...fromEnvironment, site: 'Leeds!' }, { COPY: connection })).rejects.toThrow(
    'site.copy.site',
  );
});

test.each(['Leeds Süd', 'leeds_2', '', 'l'.repeat(41)])(
  '“%s” is no name of a site, and what is one is said',
  (name) => {
    expect(() => requireSiteId(name)).toThrow(
      `The name of a site must be 1 to 40 lower-case letters, digits and hyphens, as in --site=leeds-2, not "${name}".`,
    );
  },
);

test('what the database takes as the name of a site is one', () => {
  for (const name of ['leeds', 'leeds-2', 'l'.repeat(40)]) expect(() => requireSiteId(name)).not.toThrow();
});
