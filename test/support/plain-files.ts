// Runs work in a process of its own whose temporary files go to one watched folder. SQLite unlinks such a file as soon
// as it has opened it, so only watching, or the descriptors that are open, tell that there was one.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names of the temporary files that `script` (an ES module's text) made, however shortly they lived. */
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
    // The watcher's news may come a turn of the loop after the child's end.
    await new Promise((done) => setImmediate(done));
    return [...seen];
  } finally {
    watcher.close();
    rmSync(folder, { recursive: true });
  }
}
