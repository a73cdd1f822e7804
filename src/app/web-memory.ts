// What the web host remembers from one start to the next, in the file `web-host.json` of the data folder: its port, and
// which windows were signed out. It holds no secret: nobody can open the desk with this file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../core/store/db/durable-file.ts';

const memoryFile = z.strictObject({
  version: z.literal(1),
  port: z.number().int().min(1).max(65_535),
  sessionsFromMs: z.number(),
  signedOut: z.record(z.string().max(40), z.number()),
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

/** Opens the memory of a data folder. When the file is missing or damaged, all earlier windows must be opened anew. */
export function openWebMemory(dataFolder: string, nowMs: number): WebMemory {
  const file = join(dataFolder, 'web-host.json');
  const read = readMemory(file);
  const sessionsFromMs = read?.sessionsFromMs ?? nowMs;
  let port = read?.port ?? null;
  let signedOut = read?.signedOut ?? {};
  const write = (): void => {
    if (port === null) return;
    const content: MemoryFile = { version: 1, port, sessionsFromMs, signedOut };
    writeDurably(file, `${JSON.stringify(content)}\n`);
  };
  return {
    port,
    sessionsFromMs,
    signedOut: new Map(Object.entries(signedOut)),
    rememberPort(next) {
      if (port === next) return;
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
    return memoryFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
