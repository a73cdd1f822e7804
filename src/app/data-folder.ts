// The folder that one desk keeps its data in: found or made, private to its owner, used by one desk at a time.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, win32 } from 'node:path';
import { takeExclusiveLock } from '../core/store/db/exclusive-lock.ts';
import { StartProblem } from './start-problem.ts';

const FOLDER_NAME = 'drawdesk';

export interface DataFolder {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** Lets the next desk in. */
  release(): void;
}

/** Another desk, of whatever host, works on the folder. */
export class DataFolderInUse extends StartProblem {
  /** The folder, absolute, with links resolved. */
  readonly folder: string;

  constructor(folder: string) {
    super(`Another Drawdesk is already running on the data folder ${folder}.`);
    this.name = 'DataFolderInUse';
    this.folder = folder;
  }
}

/** Where an account's applications keep their data on this system. */
export function defaultDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local'), FOLDER_NAME);
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', FOLDER_NAME);
  const named = env['XDG_DATA_HOME'];
  // A relative path in the variable is invalid and ignored, as the XDG base directory rules ask.
  const base = named !== undefined && posix.isAbsolute(named) ? named : posix.join(home, '.local', 'share');
  return posix.join(base, FOLDER_NAME);
}

/**
 * Makes the folder where it is missing and sees that this account alone can use it. Returns its path, absolute, with
 * links resolved.
 *
 * @throws StartProblem when it cannot be made, read or written, or is open to other accounts
 */
export async function prepareDataFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder);
    const path = await realpath(folder);
    await requirePrivate(path);
    await proveWritable(path);
    return path;
  } catch (cause) {
    if (cause instanceof StartProblem) throw cause;
    throw new StartProblem(`The data folder ${folder} cannot be used (${reasonOf(cause)}).`, { cause });
  }
}

/**
 * Opens the folder for this desk alone.
 *
 * @throws StartProblem as {@link prepareDataFolder}; DataFolderInUse when another desk has it
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = await prepareDataFolder(folder);
  const lock = lockOf(path);
  if (!lock) throw new DataFolderInUse(path);
  return { path, release: () => lock.release() };
}

/** By hand: Node's own recursive mkdir never returns where a parent exists and refuses its children (as /proc does). */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/**
 * What others could merely look into is closed to them. What they could have changed is not used: a key, a database or a
 * link may have been put there for us to trust.
 */
async function requirePrivate(path: string): Promise<void> {
  const own = process.getuid?.();
  // Windows has neither owners nor modes of this kind; its folders inherit the access lists of the account's own.
  if (own === undefined) return;
  const { mode, uid } = await stat(path);
  if (uid !== own) {
    throw new StartProblem(
      `The data folder ${path} belongs to another account of this machine; choose another one with --data-dir, or have this one made yours (chown).`,
    );
  }
  if ((mode & 0o022) !== 0) {
    throw new StartProblem(
      `The data folder ${path} can be changed by other accounts of this machine; see that what is in it is yours, make it private (chmod 700 ${path}) and start again.`,
    );
  }
  const open = await folderThatAnybodyMayChange(dirname(path));
  if (open !== null) {
    throw new StartProblem(
      `The data folder ${path} lies in ${open}, where every account of this machine can put another in its place; choose another one with --data-dir.`,
    );
  }
  if ((mode & 0o077) !== 0) await chmod(path, 0o700);
}

/** The nearest folder from `path` up in which everybody may rename what is not theirs; a sticky one (as /tmp) is none. */
async function folderThatAnybodyMayChange(path: string): Promise<string | null> {
  const { mode } = await stat(path);
  if ((mode & 0o1002) === 0o002) return path;
  const parent = dirname(path);
  return parent === path ? null : folderThatAnybodyMayChange(parent);
}

async function proveWritable(path: string): Promise<void> {
  const probe = join(path, `.probe-${randomUUID()}`);
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  await rm(probe);
}

function lockOf(path: string) {
  try {
    return takeExclusiveLock(join(path, 'desk.lock'));
  } catch (cause) {
    throw new StartProblem(`The data folder ${path} cannot be locked (${reasonOf(cause)}).`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it cannot be made there',
  EEXIST: 'it, or part of its path, is a file, not a folder',
  ENOTDIR: 'part of its path is a file, not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_READONLY: 'its lock file is read-only',
  SQLITE_CANTOPEN: 'its lock file cannot be opened',
  SQLITE_NOTADB: 'desk.lock in it is not ours',
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return REASONS[code] ?? code;
}
