// What the web host remembers from one start to the next, in the data folder: its port, and which windows may not come
// back. Nothing in it opens anything.
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
  /** Of the last start, or of the one that runs; null when there was none. */
  readonly port: number | null;
  /** Sessions begun before (ms since the epoch) are over: who was signed out before is not known any more. */
  readonly sessionsFromMs: number;
  /** Families of sessions that were signed out, each until when (ms since the epoch) that must be known. */
  readonly signedOut: ReadonlyMap<string, number>;
  rememberPort(port: number): void;
  rememberSignedOut(signedOut: ReadonlyMap<string, number>): void;
}

/** Reads it. What is missing or damaged is begun afresh, and then no earlier window comes back by itself. */
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
