// A second start on a data folder whose desk runs: what it shows instead of a desk of its own.
import type { DataFolderInUse } from '../app/data-folder.ts';
import { StartProblem } from '../app/start-problem.ts';
import { openWebMemory } from '../app/web-memory.ts';
import { openInBrowser } from './browser.ts';
import { askForLink, hasOtherSettings, runsInstead, type StartedFor } from './door.ts';
import type { Link } from './links.ts';

/**
 * A second start opens no second desk. If it can open the data folder, it gets a link to the running desk. One that was for something
 * else is told what runs there.
 */
export async function showRunningDesk(
  inUse: DataFolderInUse,
  how: {
    readonly master: Uint8Array;
    readonly withFile: boolean;
    readonly wanted: StartedFor;
    /** That was asked for; 0 and null: any. */
    readonly port: number | null;
    /** Says a line to whoever started this. */
    readonly say: (line: string) => void;
  },
): Promise<void> {
  const { master, withFile, wanted } = how;
  const { port } = openWebMemory(inUse.folder, Date.now(), null);
  const link = port === null ? null : await askForLink({ port, master, withFile });
  if (link === null) throw inUse;
  const instead = runsInstead(link, wanted);
  if (instead !== null) {
    throw new StartProblem(
      `${instead} runs with the data folder ${inUse.folder}. Stop it first (Ctrl+C where it was started), or choose another folder with --data-dir.`,
    );
  }
  if (how.port && how.port !== port) {
    how.say(
      `The desk that runs keeps port ${port}. For port ${how.port}, stop it first (Ctrl+C where it was started).`,
    );
  }
  if (hasOtherSettings(link, wanted)) {
    how.say(
      'The desk that runs goes by the managed settings as they were at its start. To have them as they are now, stop it first (Ctrl+C where it was started).',
    );
  }
  const window = withFile ? 'a window of it opens' : 'open a window of it';
  process.stdout.write(`Drawdesk runs already; ${window} at ${link.address}\n`);
  show(link);
}

/** Opens the browser at a link that is written into a file for it. */
export function show({ file }: Link): void {
  if (file !== null) openInBrowser(file, process.env, process.platform);
}
