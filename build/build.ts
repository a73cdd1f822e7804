// Builds the app into out/ when it is missing or older than its sources. Safe to run twice at once.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '../src/app/environment.ts';
import { takeExclusiveLock } from '../src/core/store/db/exclusive-lock.ts';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'out');
/** Its time is when the build of what stands in out/ began. */
const stamp = join(out, '.built');
const SOURCES = ['src/**', 'resources/**', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const LONGEST_WAIT_MS = 180_000;

/** A build that failed; its output was shown. */
export class BuildFailed extends Error {}

function isCurrent(): boolean {
  const builtAtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAtMs === undefined) return false;
  const sources = globSync(SOURCES, { cwd: root });
  return sources.every(
    (file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) < builtAtMs,
  );
}

/** Runs the bundler into `folder`. Its words go to stderr: stdout belongs to whoever starts the app. */
function runBundler(folder: string): Promise<void> {
  const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // A start builds as well, and a bundler with all its plugins has no business with the desk's secrets.
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
 * Makes out/ current. One builds, others wait for it; the new build is made aside and moved into place whole, so that
 * an app that starts meanwhile finds the old one or the new one.
 *
 * @throws BuildFailed
 */
export async function ensureBuilt(): Promise<void> {
  if (isCurrent()) return;
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
    // Before the build: a source that is saved while it runs makes the next one build again.
    writeFileSync(join(fresh, '.built'), '');
    await runBundler(fresh);
    if (existsSync(out)) renameSync(out, stale);
    renameSync(fresh, out);
    rmSync(stale, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureBuilt().catch((error: unknown) => {
    console.error(error instanceof BuildFailed ? error.message : error);
    process.exit(1);
  });
}
