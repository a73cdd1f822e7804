// The desk started as a person starts it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { READY_LINE, startNode } from '../../support/desk-process.ts';

const root = resolve(import.meta.dirname, '../../..');
/** See `build/start.mjs`. */
const COMPILED_WITHIN_MS = 7_000;

/** What `npm start` runs, its look at whether the build is current included: the arguments of `node` in the script `start`. */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, ...args] = scripts.start.split(' ');
  return args.map((arg) => (arg.startsWith('-') ? arg : join(root, arg)));
}

/**
 * The first start after a build keeps what Node compiled, for all later ones, once it has run for a while; those of a benchmark are ended
 * before they would.
 */
export async function liveUntilCompiled(dataFolder: string): Promise<void> {
  const host = startNode([...startCommand(), '--host=web', '--no-open', `--data-dir=${dataFolder}`]);
  await host.line(READY_LINE);
  await sleep(COMPILED_WITHIN_MS);
  host.child.kill('SIGTERM');
  await host.ended;
}
