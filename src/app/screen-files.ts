// The built screens. They are all in memory soon after a start: so a new build does not change a running desk, and no path in a request
// is ever used to read a file.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { StartProblem } from './start-problem.ts';

export interface ScreenFile {
  /** Read when it is first asked for. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly cacheControl: string;
}

/** The files by the path of their request, such as `/assets/index-4f2a.js`; `/` is the start page. */
export type ScreenFiles = ReadonlyMap<string, ScreenFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/**
 * The files of the folder of built screens. A window can be there before they are read, all but the few that it asks for first;
 * {@link readInTurn} reads the others.
 *
 * @throws StartProblem when the screens were not built
 * @example openScreenFiles('out/renderer').get('/')?.body // the start page
 */
export function openScreenFiles(folder: string): ScreenFiles {
  const files = new Map<string, ScreenFile>();
  for (const path of listing(folder)) {
    let body: Uint8Array<ArrayBuffer> | null = null;
    files.set(path, {
      get body() {
        return (body ??= readFileSync(join(folder, path)));
      },
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
    });
  }
  const index = files.get('/index.html');
  if (!index) throw new StartProblem(`The screens are not built: ${folder} has no index.html.`);
  return files.set('/', index);
}

/**
 * Reads what nobody has asked for yet, one file after another, so that others are answered between them.
 *
 * @throws StartProblem when a file is gone: the screens were built anew meanwhile
 */
export async function readInTurn(files: ScreenFiles): Promise<void> {
  for (const [path, file] of files) {
    await turn();
    try {
      void file.body;
    } catch (cause) {
      throw new StartProblem(`The screens changed while the desk started (${path}). Start it again.`, {
        cause,
      });
    }
  }
}

/**
 * What the screens were built from: the same text for the same build, and another one for any other. The start page names the
 * other files, and their names hold a hash of their content.
 */
export function buildOf(files: ScreenFiles): string {
  const hash = createHash('sha256');
  for (const name of [...files.keys()].sort()) hash.update(`${name}\n`);
  return hash
    .update(files.get('/')?.body ?? '')
    .digest('hex')
    .slice(0, 32);
}

function listing(folder: string): string[] {
  try {
    return pathsIn(folder, '');
  } catch (cause) {
    throw new StartProblem(`The screens are not built: ${folder} cannot be read.`, { cause });
  }
}

/** Folder by folder: Node's own listing through all of them takes each path apart several times, and every start waits for it. */
function pathsIn(folder: string, from: string): string[] {
  return readdirSync(join(folder, from), { withFileTypes: true }).flatMap((entry) => {
    const path = `${from}/${entry.name}`;
    if (entry.isDirectory()) return pathsIn(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * How long a browser may keep a file. Names under assets/ contain a hash of the content, so these may be kept for ever.
 */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-store' : 'no-cache';
}
