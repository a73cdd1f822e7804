// A printer at a serial port that is no hardware: a pseudo-terminal, whose other end Python holds. A test reads what arrives there, answers,
// has it stop reading, and unplugs it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const BRIDGE = `
import os, pty, select, sys, time
at_once, pause = int(sys.argv[1]), float(sys.argv[2])
master, slave = pty.openpty()
sys.stdout.write(os.ttyname(slave) + "\\n")
sys.stdout.flush()
while True:
    ready, _, _ = select.select([master, 0], [], [])
    if 0 in ready:
        said = os.read(0, 4096)
        if not said:
            break
        os.write(master, said)
    if master in ready:
        os.write(1, os.read(master, at_once))
        time.sleep(pause)
`;

/** Why there is no pseudo-terminal here; null where there is. */
export const noSerialPorts: string | null =
  process.platform === 'linux' && spawnSync('python3', ['-c', 'import pty'], { timeout: 30_000 }).status === 0
    ? null
    : 'it needs Linux and python3, which has pseudo-terminals';

export interface SerialPrinter {
  /** The file of its port. */
  readonly file: string;
  arrived(): Buffer;
  /** Called with all that has arrived, whenever more has; what it returns is sent back. */
  answer(with_: (arrived: Buffer) => string | null): void;
  /** Says something by itself. */
  say(text: string): void;
  stopReading(): void;
  goOn(): void;
  unplug(): Promise<void>;
  close(): Promise<void>;
}

/** `readAtOnce`: bytes that it reads at a time; `pauseMs`: how long it does something else after that. */
export async function startSerialPrinter({
  readAtOnce = 4_096,
  pauseMs = 0,
}: { readonly readAtOnce?: number; readonly pauseMs?: number } = {}): Promise<SerialPrinter> {
  const bridge = spawn('python3', ['-c', BRIDGE, String(readAtOnce), String(pauseMs / 1_000)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let arrived: Buffer = Buffer.alloc(0);
  let answer: (arrived: Buffer) => string | null = () => null;
  let file = '';
  bridge.stdin.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    bridge.once('error', reject);
    bridge.stdout.on('data', (chunk: Buffer) => {
      arrived = Buffer.concat([arrived, chunk]);
      if (file === '') {
        const end = arrived.indexOf('\n');
        if (end < 0) return;
        file = arrived.subarray(0, end).toString();
        arrived = arrived.subarray(end + 1);
        resolve();
        return;
      }
      const says = answer(arrived);
      if (says !== null) bridge.stdin.write(says, 'latin1');
    });
  });
  const ended = once(bridge, 'exit');
  const end = async (): Promise<void> => {
    bridge.kill('SIGCONT');
    bridge.stdin.end();
    await ended;
  };
  return {
    file,
    arrived: () => arrived,
    answer: (with_) => (answer = with_),
    say: (text) => void bridge.stdin.write(text, 'latin1'),
    stopReading: () => void bridge.kill('SIGSTOP'),
    goOn: () => void bridge.kill('SIGCONT'),
    unplug: end,
    close: end,
  };
}
