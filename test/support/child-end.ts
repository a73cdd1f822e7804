// Programs that tests start, and their end.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Also by a crash or a signal, which leave no exit code. */
export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Ends the program, unless it has ended by itself, and waits until it is gone. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
