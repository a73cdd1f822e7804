// `npm run audit`: what it says of a whole activity and of one that was changed, also while the desk has the file open.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../../src/app/audit.ts';
import { storeFile } from '../../../src/app/data-files.ts';
import { openSecrets } from '../../../src/app/secrets.ts';
import { passphraseGuard } from '../../../src/app/secrets-passphrase.ts';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { openStore } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { silentLog } from '../../support/silent-log.ts';

const PASSPHRASE = 'tall grass under seven lamps';
const LIVE = { address: 'https://lab.example.org', brand: null };
const NOON_MS = Date.UTC(2026, 2, 3, 12);
const DAY_MS = 86_400_000;

let folder: string;
let store: Store | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-audit-'));
  store = null;
});
afterEach(() => {
  store?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(mode: 'training' | 'live'): Promise<Store> {
  const liveGuard = passphraseGuard({ variable: 'PASS', readSecret: () => PASSPHRASE, ask: null });
  const secrets = openSecrets({ folder, mode, liveGuard });
  store = openStore({
    file: storeFile(folder, mode === 'live' ? LIVE : null),
    key: await secrets.databaseKey(),
    nowMs: () => NOON_MS,
    log: silentLog,
  });
  return store;
}

function write({ db }: Store, days: number): void {
  for (let day = 0; day < days; day += 1) {
    const detail = { duplicatesSeen: false };
    insertActivity(db, { atMs: NOON_MS + day * DAY_MS, actor: 'JB', visitId: null, kind: 'moved', detail });
  }
}

function ask(...argv: string[]) {
  const readSecret = (name: string): string | undefined =>
    ({ DRAWDESK_TOKEN: 'token', PASS: PASSPHRASE })[name];
  const where = argv.some((option) => option.startsWith('--data-dir')) ? [] : [`--data-dir=${folder}`];
  return audit([...where, ...argv], { env: {}, platform: 'linux', readSecret, ask: null });
}

function settingsFile(content: object): string {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the audit of a data folder', () => {
  it('counts the entries of a desk that is at work, names the days, and says that all agrees', async () => {
    write(await open('training'), 3);
    const { words, exitCode } = await ask();
    expect(exitCode).toBe(0);
    expect(words).toContain('Entries: 3, from 03-Mar-2026 to 05-Mar-2026.');
    expect(words).toContain('All agrees');
    const noted = words.trim().split('\n').at(-1) ?? '';
    expect(noted).toMatch(/^3:[0-9a-f]{64}$/);
    expect((await ask(`--noted=${noted}`)).words).toContain('The noted entry is as it was noted.');
  });

  it('says what was changed and what is missing, and changes nothing itself', async () => {
    const { db } = await open('training');
    write(store as Store, 6);
    db.exec('DROP TRIGGER activity_is_never_changed; DROP TRIGGER activity_is_never_deleted');
    db.exec("UPDATE activity SET actor = 'XX' WHERE number = 2; DELETE FROM activity WHERE number > 4");
    for (let time = 0; time < 2; time += 1) {
      const { words, exitCode } = await ask();
      expect(exitCode).toBe(2);
      expect(words).toContain('DOES NOT AGREE in 2 places:');
      expect(words).toContain('Entry 2 is not as it was when the next one was written.');
      expect(words).toContain('Entries 5 to 6 are cut off at the end.');
    }
  });

  it('opens the activity of a live desk with its passphrase', async () => {
    write(await open('live'), 1);
    const config = settingsFile({
      service: { address: LIVE.address, tokenFromEnvironment: 'DRAWDESK_TOKEN' },
      passphraseFromEnvironment: 'PASS',
    });
    expect((await ask(`--config=${config}`)).words).toContain('Entries: 1, from 03-Mar-2026 to 03-Mar-2026.');
  });

  it.each([
    'DROP TRIGGER activity_chain_stays; DELETE FROM activity_chain',
    'DROP TABLE activity_chain',
    'DROP TABLE activity',
  ])('says that the activity was taken out (%s)', async (sql) => {
    const store = await open('training');
    write(store, 2);
    store.db.exec(sql);
    expect(await ask()).toMatchObject({
      exitCode: 2,
      words: expect.stringMatching(/DOES NOT AGREE: .* was taken out/),
    });
  });

  it('asks for the managed settings where the folder holds a live desk, and says when it has checked training beside one', async () => {
    write(await open('live'), 1);
    await expect(ask()).rejects.toThrow('name its managed settings with --config=FILE');
    store?.close();
    write(await open('training'), 1);
    expect((await ask()).words).toContain('This is the activity of training.');
  });

  it('says why it cannot check', async () => {
    await expect(ask()).rejects.toThrow(/has no key for training data/);
    await expect(ask('--noted=12')).rejects.toThrow(/NUMBER:HASH/);
    await expect(ask('--since=12')).rejects.toThrow('Unknown option --since. --help lists the options.');
    await expect(ask('--data-dir=a', '--data-dir=b')).rejects.toThrow('--data-dir stands twice.');
    await expect(ask('--data-dir=')).rejects.toThrow(/--data-dir needs a value/);
    const file = settingsFile({});
    await expect(ask(`--data-dir=${file}`)).rejects.toThrow(`${file} is no folder.`);
    await expect(ask('--data-dir=/no/such/folder')).rejects.toThrow('There is no data folder');
    (await open('training')).close();
    const other = settingsFile({
      service: { address: 'https://other.example.org', tokenFromEnvironment: 'DRAWDESK_TOKEN' },
      passphraseFromEnvironment: 'PASS',
    });
    await expect(ask(`--config=${other}`)).rejects.toThrow(/has no key for live data/);
    rmSync(storeFile(folder, null));
    expect(await ask()).toMatchObject({ exitCode: 1, words: expect.stringContaining('There is no') });
    writeFileSync(storeFile(folder, null), '');
    expect(await ask()).toMatchObject({ exitCode: 1, words: expect.stringContaining('it was emptied') });
    writeFileSync(storeFile(folder, null), Buffer.alloc(8_192, 7));
    expect(await ask()).toMatchObject({ exitCode: 1, words: expect.stringContaining('damaged') });
  });

  it('is a command of its own', async () => {
    write(await open('training'), 2);
    const run = (...options: string[]) =>
      promisify(execFile)(process.execPath, [resolve('build/audit.ts'), `--data-dir=${folder}`, ...options]);
    expect((await run()).stdout).toContain('Entries: 2,');
    await expect(run('--noted=2')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Drawdesk: --noted is'),
    });
    store?.db.exec('DROP TRIGGER activity_is_never_changed');
    store?.db.exec("UPDATE activity SET actor = 'XX' WHERE number = 2");
    await expect(run()).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('DOES NOT AGREE') });
  });
});
