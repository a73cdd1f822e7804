// Builds the app into out/ if out/ is missing or older than the sources. Two builds can safely run at the same time.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '../src/app/environment.ts';
import { takeExclusiveLock } from '../src/core/store/db/exclusive-lock.ts';
import { BuildFailed, buildFailure } from './build-failed.ts';
import { givenFlags } from './flags.ts';
import { isCurrent, STAMP } from './is-current.ts';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'out');
const LONGEST_WAIT_MS = 180_000;

const HELP = `Builds the app into out/, where out/ is missing or older than the sources.

  npm run build

  --help  Show this text.
`;

/** Runs the bundler. Its output goes to stderr, because stdout is for the app that is started afterwards. */
function runBundler(folder: string): Promise<void> {
  const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // `npm start` builds too, and its environment may hold secrets of the desk, which the bundler must not see.
    env: { ...childEnvironment(process.env, 'program'), DRAWDESK_BUILD_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) return done();
      process.stderr.write(words);
      failed(new BuildFailed('The app could not be built; what the bundler said is above.'));
    });
  });
}

/**
 * Builds if needed. When several processes call this, one builds and the others wait. The build is made in another
 * folder and then renamed, so that an app that starts in the meantime finds either the old build or the new one.
 *
 * @throws BuildFailed when the bundler fails, the project cannot be written, or another build does not end within three minutes
 * @example await ensureBuilt(); // out/ is up to date now
 */
export async function ensureBuilt(): Promise<void> {
  if (isCurrent()) return;
  try {
    await build();
  } catch (thrown) {
    throw buildFailure(thrown, root);
  }
}

async function build(): Promise<void> {
  const cache = join(root, 'node_modules/.cache/drawdesk');
  mkdirSync(cache, { recursive: true });
  const lock = takeExclusiveLock(join(cache, 'build.lock'), LONGEST_WAIT_MS);
  if (!lock) throw new BuildFailed('Another build of the app has not ended for minutes.');
  try {
    if (isCurrent()) return;
    const fresh = join(root, 'out.fresh');
    const stale = join(root, 'out.stale');
    for (const folder of [fresh, stale]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(fresh);
    // Written before the build: a source that is saved during the build is newer, so the next start builds again.
    writeFileSync(join(fresh, STAMP), '');
    await runBundler(fresh);
    if (existsSync(out)) renameSync(out, stale);
    renameSync(fresh, out);
    rmSync(stale, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  givenFlags(HELP);
  ensureBuilt().catch((error: unknown) => {
    console.error(error instanceof BuildFailed ? error.message : error);
    process.exit(1);
  });
}
