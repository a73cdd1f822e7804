// The folder in which a desk keeps its data: finds or makes it, checks that only its owner can use it, and locks it so
// that only one desk uses it at a time.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, win32 } from 'node:path';
import { errorCode } from '../domain/error-code.ts';
import { takeExclusiveLock } from '../core/store/db/exclusive-lock.ts';
import type { LockState } from '../core/store/db/exclusive-lock.ts';
import { requireHome } from './home-folder.ts';
import { StartProblem } from './start-problem.ts';

const FOLDER_NAME = 'drawdesk';

export interface DataFolder {
  /** Absolute path; symbolic links are resolved. */
  readonly path: string;
  /** Whether the lock is still this desk's. A lock file that was removed is made and taken again. */
  look(): LockState;
  /** Releases the lock, so that another desk can use the folder. */
  release(): void;
}

/** Another desk, in a desktop window or a browser, uses the folder. */
export class DataFolderInUse extends StartProblem {
  /** Absolute path of the folder; symbolic links are resolved. */
  readonly folder: string;

  constructor(folder: string) {
    const runsFor = notedUse(folder);
    super(
      `Another Drawdesk is already running on the data folder ${folder}${runsFor === '' ? '' : `, for ${runsFor}`}. Stop it first, or choose another folder with --data-dir.`,
    );
    this.name = 'DataFolderInUse';
    this.folder = folder;
  }
}

/**
 * The folder that is used without `--data-dir`: a folder `drawdesk` in the system's place for application data.
 *
 * @throws StartProblem where that is in the home folder, and this is no whole path
 */
export function defaultDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local'), FOLDER_NAME);
  }
  if (platform === 'darwin')
    return posix.join(requireHome(home), 'Library', 'Application Support', FOLDER_NAME);
  const named = env['XDG_DATA_HOME'];
  // The XDG rules say that a relative path in this variable must be ignored.
  const base =
    named !== undefined && posix.isAbsolute(named) ? named : posix.join(requireHome(home), '.local', 'share');
  return posix.join(base, FOLDER_NAME);
}

/**
 * Makes the folder if it is missing and makes sure that only this account can use it. Returns its absolute path with
 * symbolic links resolved. It does not lock the folder.
 *
 * @throws StartProblem when the folder cannot be made, read or written, or when other accounts could have changed it
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
    const why = (await isLinkToNothing(folder)) ? 'it is a link to what is not there' : reasonOf(cause);
    throw new StartProblem(`The data folder ${folder} cannot be used (${why}).`, { cause });
  }
}

/**
 * Prepares the folder and locks it for this desk.
 *
 * @param use what it is used for, in words: `training`, or which service or site desk. A start that finds the folder in use says it
 * @throws StartProblem as {@link prepareDataFolder} does
 * @throws DataFolderInUse when another desk uses the folder
 * @example
 * const folder = await openDataFolder('/home/desk/data', 'training');
 * folder.release();
 */
export async function openDataFolder(folder: string, use: string): Promise<DataFolder> {
  const path = await prepareDataFolder(folder);
  const lock = lockOf(path);
  if (!lock) throw new DataFolderInUse(path);
  noteUse(path, use);
  return { path, look: () => lock.look(), release: () => lock.release() };
}

/** Beside the lock, into which nothing is written. It is true only while somebody has the lock. */
const useFile = (folder: string): string => join(folder, 'desk.in-use-for');

function noteUse(folder: string, use: string): void {
  try {
    writeFileSync(useFile(folder), use, { mode: 0o600 });
  } catch {
    // As on a full disk, which leaves the file empty: another start is then told only that the folder is in use.
  }
}

/** Empty where it is not known, as of an earlier version. */
function notedUse(folder: string): string {
  try {
    return readFileSync(useFile(folder), 'utf8');
  } catch {
    return '';
  }
}

/**
 * Makes a folder and its parents, one by one. Node's recursive mkdir cannot be used: it never returns when a parent
 * exists but does not allow new folders in it (as in /proc).
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // No error when another start has made the folder in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

const isLinkToNothing = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isSymbolicLink() === true &&
  (await stat(path).catch(() => null)) === null;

/** Of these a folder in which a desk has worked has one at least, also one that was put back from a copy. */
const LEFT_BY_A_DESK = /^(desk\.lock|keys\.json|further-desk\.json|desk-(training\.db|live-).*)$/;

/**
 * Checks who can use the folder. A folder that others could only read is made private, unless it is one of other things: with
 * `--data-dir=/` no other account could use the machine any more. A folder that others could change is refused: they may have put a key,
 * a database or a link into it that this desk would trust.
 */
async function requirePrivate(path: string): Promise<void> {
  const own = process.getuid?.();
  // Windows has no such owner and mode. There a folder inherits the access list of the account's folder.
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
  if ((mode & 0o077) === 0) return;
  const names = await readdir(path);
  if (names.length > 0 && !names.some((name) => LEFT_BY_A_DESK.test(name))) {
    throw new StartProblem(
      `The data folder ${path} has other things in it, which other accounts of this machine may use; choose a folder for the desk alone with --data-dir.`,
    );
  }
  await chmod(path, 0o700);
}

/**
 * The nearest folder, from `path` upwards, in which every account may rename files of others. Null when there is none.
 * Folders with the sticky bit, such as /tmp, do not allow that.
 */
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
  ENAMETOOLONG: 'its name is too long',
  SQLITE_READONLY: 'its lock file is read-only',
  SQLITE_CANTOPEN: 'its lock file cannot be opened',
  SQLITE_NOTADB: 'desk.lock in it is not ours',
};

function reasonOf(cause: unknown): string {
  const code = errorCode(cause) ?? String(cause);
  return REASONS[code] ?? code;
}
