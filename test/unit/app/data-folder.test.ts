// The data folder: where it is, that it is private, and that one desk at a time has it, whatever ended the last one.
import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultDataFolder, openDataFolder } from '../../../src/app/data-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'drawdesk-folder-'));
});
afterEach(() => rm(base, { recursive: true }));

describe('the usual place', () => {
  test.each([
    ['linux', {}, '/home/ann/.local/share/drawdesk'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/drawdesk'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share/drawdesk'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ann/Library/Application Support/drawdesk'],
  ] as const)('on %s with %j it is %s', (platform, env, folder) => {
    expect(defaultDataFolder(env, platform, '/home/ann')).toBe(folder);
  });

  test.each([
    ['linux', '', 'is empty, and no whole path'],
    ['linux', 'ann', 'is "ann", and no whole path'],
    ['darwin', '', 'is empty, and no whole path'],
  ] as const)(
    'on %s it is none in the home folder “%s”: it would be wherever the desk was started',
    (platform, home, why) => {
      expect(() => defaultDataFolder({}, platform, home)).toThrow(`The home folder of this account ${why}`);
      expect(defaultDataFolder({ XDG_DATA_HOME: '/data' }, 'linux', home)).toBe('/data/drawdesk');
    },
  );

  test('on Windows it is under the local application data', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' };
    expect(defaultDataFolder(env, 'win32', 'C:\\Users\\ann')).toBe(
      'C:\\Users\\ann\\AppData\\Local\\drawdesk',
    );
  });
});

test('it is made with what leads to it, for its owner only', async () => {
  const folder = await openDataFolder(join(base, 'a', 'b'), 'training');
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  folder.release();
});

test('one that cannot be locked is refused with the reason, and not called one that a desk works on', async () => {
  const path = join(base, 'desk');
  await mkdir(join(path, 'desk.lock'), { recursive: true });
  await chmod(path, 0o700);
  await expect(openDataFolder(path, 'training')).rejects.toThrow(
    `The data folder ${path} cannot be locked (its lock file cannot be opened).`,
  );
});

test('one whose name is too long is refused with the reason', async () => {
  await expect(openDataFolder(join(base, 'd'.repeat(300)), 'training')).rejects.toThrow(
    '(its name is too long)',
  );
});

test('one that is a link to nothing is called that, and no file', async () => {
  const path = join(base, 'link');
  await symlink(join(base, 'gone'), path);
  await expect(openDataFolder(path, 'training')).rejects.toThrow(
    `The data folder ${path} cannot be used (it is a link to what is not there).`,
  );
});

test('one that others could read is made private', async () => {
  const path = join(base, 'open');
  await mkdir(path);
  await chmod(path, 0o755);
  const folder = await openDataFolder(path, 'training');
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  folder.release();
});

test.each(['desk.lock', 'keys.json', 'desk-live-0123456789abcdef.db', 'desk-training.db.before-update'])(
  'one that others could read is made private where a desk has left %s beside other things',
  async (name) => {
    const path = join(base, 'open');
    await mkdir(path);
    await writeFile(join(path, 'lost+found'), '');
    await writeFile(join(path, name), '');
    await chmod(path, 0o755);
    (await openDataFolder(path, 'training')).release();
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  },
);

test.each([0o755, 0o750, 0o711])(
  'a folder of other things with mode %o is refused and left as it is, so that nobody is shut out of them',
  async (mode) => {
    const path = join(base, 'home');
    await mkdir(path);
    await writeFile(join(path, 'letter.txt'), '');
    await chmod(path, mode);
    await expect(openDataFolder(path, 'training')).rejects.toThrow(
      `The data folder ${path} has other things in it, which other accounts of this machine may use; choose a folder for the desk alone with --data-dir.`,
    );
    expect(await readdir(path)).toEqual(['letter.txt']);
    expect((await stat(path)).mode & 0o777).toBe(mode);
  },
);

test.each([0o777, 0o770, 0o720, 0o702])(
  'a folder with mode %o, which others could have changed, is refused with what to do, and left as it is',
  async (mode) => {
    const path = join(base, 'open');
    await mkdir(path);
    await chmod(path, mode);
    await expect(openDataFolder(path, 'training')).rejects.toThrow(
      `The data folder ${path} can be changed by other accounts of this machine; see that what is in it is yours, make it private (chmod 700 ${path}) and start again.`,
    );
    expect(await readdir(path)).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(mode);
  },
);

test.skipIf(process.getuid?.() !== 0)('a folder of another account is refused with what to do', async () => {
  const path = join(base, 'theirs');
  await mkdir(path, { mode: 0o700 });
  await chown(path, 65_534, 65_534);
  await expect(openDataFolder(path, 'training')).rejects.toThrow(
    /belongs to another account of this machine; choose another one with --data-dir/,
  );
  expect(await readdir(path)).toEqual([]);
});

test('a folder that anybody could exchange is refused; in a sticky folder nobody can', async () => {
  const place = join(base, 'anybody');
  await mkdir(place);
  await chmod(place, 0o777);
  await expect(openDataFolder(join(place, 'desk'), 'training')).rejects.toThrow(
    `lies in ${place}, where every account`,
  );
  await chmod(place, 0o1777);
  (await openDataFolder(join(place, 'desk'), 'training')).release();
});

test('a second desk is refused in one line that says what runs, by any path to the folder, until the first has let go', async () => {
  (await openDataFolder(join(base, 'desk'), 'https://lab.example.org')).release();
  const first = await openDataFolder(join(base, 'desk'), 'training');
  await symlink(first.path, join(base, 'link'));
  for (const path of ['desk', 'link']) {
    await expect(openDataFolder(join(base, path), 'training')).rejects.toThrow(
      `Another Drawdesk is already running on the data folder ${first.path}, for training. Stop it first, or choose another folder with --data-dir.`,
    );
  }
  // An earlier version does not note it.
  await rm(join(first.path, 'desk.in-use-for'));
  await expect(openDataFolder(first.path, 'training')).rejects.toThrow(`${first.path}. Stop it first`);
  first.release();
  (await openDataFolder(first.path, 'training')).release();
});

test('a lock file that is removed under the running desk is made and taken again at once', async () => {
  const first = await openDataFolder(join(base, 'desk'), 'training');
  expect(first.look()).toBe('held');
  await rm(join(first.path, 'desk.lock'));
  expect(first.look()).toBe('taken-again');
  expect(first.look()).toBe('held');
  await expect(openDataFolder(first.path, 'training')).rejects.toThrow('Another Drawdesk');
  first.release();
});

test('a desk notices that another one has taken its folder because the lock file was removed', async () => {
  const first = await openDataFolder(join(base, 'desk'), 'training');
  await rm(join(first.path, 'desk.lock'));
  const second = await openDataFolder(first.path, 'training');
  expect(first.look()).toBe('lost');
  expect(second.look()).toBe('held');
  second.release();
  expect(first.look()).toBe('taken-again');
  first.release();
});

test('a file in its place is refused in one clear line, and the file stays', async () => {
  await writeFile(join(base, 'file'), 'mine');
  await expect(openDataFolder(join(base, 'file'), 'training')).rejects.toThrow(
    /cannot be used \(.*file, not a folder\)/,
  );
  expect(await readdir(base)).toEqual(['file']);
});

test('a place where no folder can be made is refused in one clear line, at once', async () => {
  await expect(openDataFolder('/proc/nowhere/desk', 'training')).rejects.toThrow(
    '/proc/nowhere/desk cannot be used',
  );
});

/** Opens the folder in a process of its own, which says so and then waits to be ended. */
function openInProcess(path: string) {
  const module = resolve('src/app/data-folder.ts');
  const script = `
    const { openDataFolder } = await import(${JSON.stringify(module)});
    try {
      globalThis.folder = await openDataFolder(${JSON.stringify(path)}, 'training');
      console.log('open');
      setInterval(() => {}, 60_000);
    } catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const answer = new Promise<string>((done) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.trim())),
  );
  return { answer, ended, kill: () => child.kill('SIGKILL') };
}

test('a desk that was killed leaves no lock behind', async () => {
  const path = join(base, 'desk');
  const killed = openInProcess(path);
  expect(await killed.answer).toBe('open');
  await expect(openDataFolder(path, 'training')).rejects.toThrow('Another Drawdesk');
  killed.kill();
  await killed.ended;
  (await openDataFolder(path, 'training')).release();
});

test('of several that start at once exactly one gets the folder', async () => {
  const starts = [1, 2, 3, 4].map(() => openInProcess(join(base, 'desk')));
  const answers = await Promise.all(starts.map(({ answer }) => answer));
  expect(answers.filter((answer) => answer === 'open')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('Another Drawdesk'))).toHaveLength(3);
  starts.forEach(({ kill }) => kill());
  await Promise.all(starts.map(({ ended }) => ended));
});
