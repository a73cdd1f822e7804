// What a recovery has found, in a file beside the database: from before the copy takes its place until whoever is at the desk was told.
// A desk that is killed in between would else begin with the copy as with any database, send what waits in it, and say nothing.
import { readFileSync, rmSync } from 'node:fs';
import { writeDurably } from './db/durable-file.ts';

export interface Recovery {
  readonly notice: {
    readonly kind: 'store-set-aside' | 'store-missing' | 'store-behind' | 'store-copied' | 'store-mended';
    readonly detail: string;
  };
  /** False when the copy has every commit that was noted, so that nothing has to be checked with the service. */
  readonly mayLackCommits: boolean;
}

export interface NotedRecovery {
  readonly recovery: Recovery;
  /** By this machine's clock. */
  readonly atMs: number;
  /** The copy is in its place, and what was unfinished in it is in doubt. */
  readonly isDone: boolean;
}

/** A desk that is killed weeks later has told of it long ago. */
const TOLD_AGAIN_FOR_MS = 24 * 3_600_000;

const noteFile = (file: string): string => `${file}.recovered`;

/** @throws the system's error, such as ENOSPC: then the copy must not take its place, and the next start recovers anew */
export function noteRecovery(file: string, noted: NotedRecovery): void {
  writeDurably(noteFile(file), `${JSON.stringify(noted)}\n`);
}

/** Null where there was no recovery, or its note cannot be read. */
export function readRecoveryNote(file: string): NotedRecovery | null {
  try {
    const { recovery, atMs, isDone } = JSON.parse(readFileSync(noteFile(file), 'utf8')) as NotedRecovery;
    const isWhole = typeof recovery.notice.detail === 'string' && typeof recovery.notice.kind === 'string';
    return isWhole && Number.isSafeInteger(atMs) ? { recovery, atMs, isDone } : null;
  } catch {
    return null;
  }
}

/** Whether people at a desk that starts now are to be told of it: the run that was to tell them did not end in order. */
export const isToldAgain = ({ atMs, isDone }: NotedRecovery, nowMs: number): boolean =>
  !isDone || Math.abs(nowMs - atMs) < TOLD_AGAIN_FOR_MS;

/** The one whose desk was killed before it was done. `copied` proves nothing of it: what was put in its place is another file too. */
export function unfinishedRecovery(before: NotedRecovery | null, copied: boolean): Recovery | null {
  if (before === null || before.isDone) return null;
  return before.recovery.mayLackCommits || !copied ? before.recovery : null;
}

/** Where it cannot be removed, people are told once more than needed. */
export function forgetRecoveryNote(file: string): void {
  try {
    rmSync(noteFile(file), { force: true });
  } catch {
    // As on a disk that can only be read.
  }
}
