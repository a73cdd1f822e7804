// Finds out whether SQLite could read the whole write-ahead log (`-wal`) of a database that is opened after a crash.
// SQLite reads the log up to the first damaged page and ignores the rest without an error, so what was saved last would
// be lost and nobody would know.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Db } from './database.ts';

/** The format of the log: a header, then frames, each with a header and one page. Numbers are big-endian. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGICS = [0x377f0682, 0x377f0683];

/** What the log contains, as its headers say. */
export interface LogContent {
  /** False when the header is damaged (its checksum is wrong). SQLite then ignores the whole log. */
  readonly isHeaderSound: boolean;
  /** Number of the last frame that ends a commit, from 1; 0 when there is none. */
  readonly lastCommitFrame: number;
}

/** Reads the headers of a database's log, which are not encrypted. Null when there is no log, or nothing in it. */
export function readLogContent(file: string): LogContent | null {
  const log = `${file}-wal`;
  if (!existsSync(log)) return null;
  const descriptor = openSync(log, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const header = Buffer.alloc(HEADER_BYTES);
    if (size < HEADER_BYTES || readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
    const frames = Math.floor((size - HEADER_BYTES) / frameBytes);
    if (!isHeaderSound(header)) return { isHeaderSound: false, lastCommitFrame: 0 };
    let lastCommitFrame = 0;
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (let number = 1; number <= frames; number += 1) {
      readSync(descriptor, frame, 0, FRAME_HEADER_BYTES, HEADER_BYTES + (number - 1) * frameBytes);
      // Frames with other salts are old: SQLite begins the log again from its start with new salts.
      const isOfThisLog = frame.compare(header, 16, 24, 8, 16) === 0;
      const isCommit = frame.readUInt32BE(4) > 0;
      if (isOfThisLog && isCommit) lastCommitFrame = number;
    }
    return { isHeaderSound: true, lastCommitFrame };
  } finally {
    closeSync(descriptor);
  }
}

/** SQLite's own checksum over the first 24 bytes, which the last 8 bytes must repeat. */
function isHeaderSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if (!MAGICS.includes(magic)) return false;
  const word = (at: number): number =>
    (magic & 1) === 1 ? header.readUInt32BE(at) : header.readUInt32LE(at);
  let one = 0;
  let two = 0;
  for (let at = 0; at < 24; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return one === header.readUInt32BE(24) && two === header.readUInt32BE(28);
}

/**
 * Whether SQLite could not read all commits of the log. Call it right after the database was opened for writing and
 * before anything is written to it. `content` was read before it was opened.
 */
export function isLogDamaged(db: Db, content: LogContent | null): boolean {
  if (content === null) return false;
  if (!content.isHeaderSound) return true;
  const [result] = db.pragma('wal_checkpoint(PASSIVE)') as readonly { readonly log: number }[];
  return (result?.log ?? 0) < content.lastCommitFrame;
}
