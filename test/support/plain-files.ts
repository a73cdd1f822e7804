// Finds out which temporary files a script makes. The script runs in its own process, and the folder for temporary
// files is watched. Watching is necessary because SQLite deletes such a file immediately after opening it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `script` (the text of an ES module) and returns the names of all temporary files that it made. */
export async function temporaryFilesOf(script: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-temporary-'));
  const seen = new Set<string>();
  const watcher = watch(folder, (_, name) => seen.add(String(name)));
  try {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], SQLITE_TMPDIR: folder, TMPDIR: folder },
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    if (code !== 0) throw new Error(`the script failed (${code})\n${complaint}`);
    // The watcher may report a file one turn of the event loop after the process has ended.
    await new Promise((done) => setImmediate(done));
    return [...seen];
  } finally {
    watcher.close();
    rmSync(folder, { recursive: true });
  }
}
