// A scheduler of CUPS of a test's own, where CUPS is installed: with its own folders and queues, and nothing of the computer's.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { endChild } from './child-end.ts';

/** Whether a program is installed. */
export const has = (program: string): boolean =>
  spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

export interface CupsScheduler {
  /** Makes a queue; null: it is there. A text is the reason why there is none. */
  addQueue(name: string, options: readonly string[]): string | null;
  close(): Promise<void>;
}

const OPEN = 'Order allow,deny\n Allow all';

/**
 * Starts the scheduler in a folder of its own; from then on the commands of CUPS mean this one. A text is the reason why there is none.
 *
 * @example const cups = await startCupsScheduler(folder); if (typeof cups !== 'string') cups.addQueue('office', ['-v', uri]);
 */
export async function startCupsScheduler(root: string): Promise<CupsScheduler | string> {
  if (!has('cupsd') || !has('lp') || !has('lpadmin'))
    return 'CUPS is not installed (Debian: cups, cups-client)';
  for (const name of ['spool/tmp', 'cache', 'state', 'log', 'ssl', 'root'])
    mkdirSync(join(root, name), { recursive: true });
  const socket = join(root, 'state/cups.sock');
  writeFileSync(
    join(root, 'cupsd.conf'),
    `Listen ${socket}\nBrowsing No\nWebInterface No\nDefaultAuthType None\n<Location />\n ${OPEN}\n</Location>\n` +
      `<Location /admin>\n ${OPEN}\n</Location>\n<Policy default>\n <Limit All>\n ${OPEN}\n </Limit>\n</Policy>\n`,
  );
  writeFileSync(
    join(root, 'cups-files.conf'),
    `ServerRoot ${root}/root\nRequestRoot ${root}/spool\nTempDir ${root}/spool/tmp\nCacheDir ${root}/cache\n` +
      `StateDir ${root}/state\nErrorLog ${root}/log/error\nAccessLog ${root}/log/access\nPageLog ${root}/log/page\n` +
      `ServerKeychain ${root}/ssl\nSandboxing relaxed\n`,
  );
  const options = ['-f', '-c', join(root, 'cupsd.conf'), '-s', join(root, 'cups-files.conf')];
  const scheduler: ChildProcess = spawn('cupsd', options, { stdio: 'ignore' });
  vi.stubEnv('CUPS_SERVER', socket);
  await vi.waitFor(() => expectThere(socket), { timeout: 15_000, interval: 50 }).catch(() => undefined);
  return {
    addQueue(name, rest) {
      const made = spawnSync('lpadmin', ['-p', name, '-E', ...rest], { encoding: 'utf8' });
      return made.status === 0 ? null : `no queue could be made: ${made.stderr.split('\n')[0] ?? ''}`;
    },
    async close() {
      vi.unstubAllEnvs();
      await endChild(scheduler);
    },
  };
}

function expectThere(file: string): void {
  if (!existsSync(file)) throw new Error(`${file} is not there yet`);
}
