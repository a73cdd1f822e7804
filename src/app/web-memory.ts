// What the web host remembers from one start to the next, in the file `web-host.json` of the data folder: its port, and
// which windows were signed out. It holds no secret: nobody can open the desk with this file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { WITHOUT_COMPILING } from '../contract/without-compiling.ts';
import { writeDurably } from '../core/store/db/durable-file.ts';

const memoryFile = z.strictObject({
  version: z.literal(1),
  port: z.number().int().min(1).max(65_535),
  sessionsFromMs: z.number(),
  signedOut: z.record(z.string().max(40), z.number()),
  /** What was shown: training, or which service. Versions before this did not note it. */
  shows: z.string().optional(),
});
type MemoryFile = z.infer<typeof memoryFile>;

export interface WebMemory {
  /** The port of the last start, or of the desk that runs now; null when there was no start. */
  readonly port: number | null;
  /**
   * Sessions that began earlier (ms since the epoch) are not accepted, because earlier sign-outs are not known any
   * more.
   */
  readonly sessionsFromMs: number;
  /** Signed-out families of sessions. The value says until when they must be remembered (ms since the epoch). */
  readonly signedOut: ReadonlyMap<string, number>;
  rememberPort(port: number): void;
  rememberSignedOut(signedOut: ReadonlyMap<string, number>): void;
}

/**
 * Opens the memory of a data folder. When the file is missing or damaged, all earlier windows must be opened anew; so must they when
 * they showed something else (`shows`: training, or which service; null: it does not matter). In such a window somebody may be in the
 * middle of something that belongs to the other desk.
 */
export function openWebMemory(dataFolder: string, nowMs: number, shows: string | null): WebMemory {
  const file = join(dataFolder, 'web-host.json');
  const read = readMemory(file);
  const showed = read?.shows ?? shows;
  const isOfAnother = shows !== null && showed !== shows;
  const sessionsFromMs = read && !isOfAnother ? read.sessionsFromMs : nowMs;
  const toShow = shows ?? read?.shows;
  let port = read?.port ?? null;
  let isWritten = read !== null && read.shows === toShow;
  let signedOut = read?.signedOut ?? {};
  const write = (): void => {
    if (port === null) return;
    const content: MemoryFile = {
      version: 1,
      port,
      sessionsFromMs,
      signedOut,
      ...(toShow === undefined ? {} : { shows: toShow }),
    };
    writeDurably(file, `${JSON.stringify(content)}\n`);
    isWritten = true;
  };
  return {
    port,
    sessionsFromMs,
    signedOut: new Map(Object.entries(signedOut)),
    rememberPort(next) {
      if (port === next && isWritten) return;
      port = next;
      write();
    },
    rememberSignedOut(next) {
      signedOut = Object.fromEntries(next);
      write();
    },
  };
}

function readMemory(file: string): MemoryFile | null {
  try {
    return memoryFile.parse(JSON.parse(readFileSync(file, 'utf8')), WITHOUT_COMPILING);
  } catch {
    return null;
  }
}
