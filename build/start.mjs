// `npm start`: lets Node keep what it compiles, and starts. The next start of the same build finds it again and loads its modules in
// half the time; where it cannot be written, everything works the same. Plain JavaScript, because the TypeScript of a first file would
// have to be compiled before anything could be kept.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';

/** In the build, so that a new build begins with nothing of the old one. */
const COMPILED = resolve(import.meta.dirname, '../out/compiled');
/** By then the desk has started; one that is killed later would otherwise leave nothing. */
const WRITTEN_AFTER_MS = 5_000;

enableCompileCache(COMPILED);
setTimeout(flushCompileCache, WRITTEN_AFTER_MS).unref();
const { isCurrent } = await import('./is-current.ts');
const root = resolve(import.meta.dirname, '..');
if (isCurrent()) {
  const { start } = await import('../out/main/start.js');
  start({ root, ensureBuilt: async () => undefined });
} else {
  const { start } = await import('./start-command.ts');
  const { ensureBuilt } = await import('./build.ts');
  start({ root, ensureBuilt });
}
