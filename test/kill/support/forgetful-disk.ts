// What a power cut leaves of files: every write since a file was last brought to the disk may be lost, kept, or kept in
// part, each by itself. The notes of the writes are made in the desk's process by forgetful-disk.c.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The smallest part of a write that a disk keeps whole. */
const SECTOR_BYTES = 512;

type Kind = 'written' | 'cut' | 'synced';
const KINDS: readonly Kind[] = ['written', 'cut', 'synced'];
const HEAD_BYTES = 32;

interface Note {
  readonly kind: Kind;
  readonly path: string;
  readonly offset: number;
  readonly sizeBefore: number;
  readonly before: Buffer;
  readonly after: Buffer;
}

export interface ForgetfulDisk {
  /** For the desk's process: has the changes of these files noted. */
  readonly env: Readonly<Record<string, string>>;
  /** Before a process is started: forgets the notes of the one before. */
  begin(): void;
  /**
   * After the process was killed: makes of the files what a power cut could have left. `chance(share)`: true with this
   * probability. Returns how many changes were undone, wholly or in part.
   */
  cutPower(chance: (share: number) => boolean): number;
}

/**
 * Makes such a disk for the files whose names contain `files`. Null where it cannot be had: it needs Linux and a C compiler.
 *
 * @example const disk = makeForgetfulDisk('/tmp/kill-1', 'desk-live-');
 */
export function makeForgetfulDisk(folder: string, files: string): ForgetfulDisk | null {
  const library = join(folder, 'forgetful-disk.so');
  const notesFile = join(folder, 'disk-notes');
  if (process.platform !== 'linux') return null;
  try {
    const source = join(import.meta.dirname, 'forgetful-disk.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread'], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return {
    env: { LD_PRELOAD: library, DISK_NOTES: notesFile, DISK_FILES: files },
    begin: () => rmSync(notesFile, { force: true }),
    cutPower(chance) {
      const unsynced = new Map<string, Note[]>();
      for (const note of readNotes(notesFile)) {
        if (note.kind === 'synced') unsynced.delete(note.path);
        else unsynced.set(note.path, [...(unsynced.get(note.path) ?? []), note]);
      }
      let undone = 0;
      for (const [path, notes] of unsynced) undone += forget(path, notes, chance);
      return undone;
    },
  };
}

/** The notes in their order. The last one may be incomplete, because the process was killed while it wrote it. */
function readNotes(file: string): Note[] {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const notes: Note[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const kind = KINDS[bytes.readUInt32LE(at) - 1];
    if (kind === undefined) throw new Error(`${file} is not what forgetful-disk.c writes.`);
    const pathEnd = at + HEAD_BYTES + bytes.readUInt32LE(at + 4);
    const beforeEnd = pathEnd + bytes.readUInt32LE(at + 24);
    const afterEnd = beforeEnd + bytes.readUInt32LE(at + 28);
    if (afterEnd > bytes.length) break;
    notes.push({
      kind,
      path: bytes.toString('utf8', at + HEAD_BYTES, pathEnd),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      sizeBefore: Number(bytes.readBigUInt64LE(at + 16)),
      before: bytes.subarray(pathEnd, beforeEnd),
      after: bytes.subarray(beforeEnd, afterEnd),
    });
    at = afterEnd;
  }
  return notes;
}

/** Takes the file back to when it was last brought to the disk, then keeps some of the changes since. */
function forget(path: string, notes: readonly Note[], chance: (share: number) => boolean): number {
  if (!existsSync(path)) return 0;
  const file = openSync(path, 'r+');
  let undone = 0;
  try {
    for (const { offset, sizeBefore, before } of notes.toReversed()) {
      writeSync(file, before, 0, before.length, offset);
      ftruncateSync(file, sizeBefore);
    }
    const share = chance(0.5) ? 0 : 0.5;
    for (const { kind, offset, after } of notes) {
      if (!chance(share)) {
        undone += 1;
      } else if (kind === 'cut') {
        ftruncateSync(file, offset);
      } else {
        const isTorn = after.length > SECTOR_BYTES && chance(0.3);
        if (isTorn) undone += 1;
        writeSync(file, after, 0, isTorn ? SECTOR_BYTES : after.length, offset);
      }
    }
  } finally {
    closeSync(file);
  }
  return undone;
}
