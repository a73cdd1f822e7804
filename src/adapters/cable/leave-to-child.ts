// Closes a serial port whose printer takes nothing. The system waits up to half a minute in that closing, so a process of its own does it.
import { spawn } from 'node:child_process';
import { close } from 'node:fs';

/** Resolves once the desk itself has let it go. Never rejects. */
export function leaveToChild(fd: number): Promise<void> {
  return new Promise((resolve) => {
    const letGo = (): void => close(fd, () => resolve());
    // It ends when its input does, and the last to end closes the port.
    const child = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore', fd] });
    child.unref();
    child.stdin?.on('error', () => undefined);
    child.once('error', letGo);
    child.once('spawn', () =>
      close(fd, () => {
        child.stdin?.end();
        resolve();
      }),
    );
  });
}
