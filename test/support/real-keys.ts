// Real keys on a real display: X's own server without a screen (Xvfb), and keys that it takes for those of a keyboard (xdotool, by
// XTEST). The browser gets them as from a person or a scanner, also while a page is blocked and under another keyboard layout, where
// the keys that a test tool gives to the page alone would lie.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Debian's packages that bring the programs. */
const PROGRAMS: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  setxkbmap: 'x11-xkb-utils',
};

/** Why real keys cannot be pressed here; null when they can. */
export function lackOfRealKeys(): string | null {
  if (process.platform !== 'linux') return 'real keys need an X server, which this system has not';
  const missing = Object.keys(PROGRAMS).filter(
    (program) => spawnSync(program, ['-help'], { stdio: 'ignore' }).error !== undefined,
  );
  if (missing.length === 0) return null;
  const packages = missing.map((program) => PROGRAMS[program]).join(' ');
  return `${missing.join(', ')} not installed (Debian: ${packages})`;
}

/** Key codes of X by what an American keyboard has on them. A scanner with an American layout sends these, whatever the machine's is. */
const KEY_CODES: Readonly<Record<string, number>> = {
  ...codesFrom(10, '1234567890-='),
  ...codesFrom(24, 'qwertyuiop[]'),
  ...codesFrom(38, "asdfghjkl;'`"),
  ...codesFrom(52, 'zxcvbnm,./'),
};
const ENTER = 36;
const SHIFT = 50;

function codesFrom(first: number, characters: string): Record<string, number> {
  return Object.fromEntries([...characters].map((character, index) => [character, first + index]));
}

export interface RealKeys {
  /** `:N`, for the environment of the browser. */
  readonly display: string;
  /** The keyboard layout of the machine, such as `fr`. */
  setLayout(layout: string): Promise<void>;
  /** Scans the codes one after the other, each with Enter, as a scanner with an American layout: about 10 ms a key. */
  scan(...codes: string[]): Promise<void>;
  /** Types one letter with the machine's layout, at a person's pace. */
  type(letter: string): Promise<void>;
  /** Resolves when a hand has gone from the keyboard to the scanner; nobody is quicker. */
  reach(): Promise<void>;
  /** Gives the focus of the keyboard to the only window whose title has this text. */
  focus(title: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a display with one keyboard. */
export async function startRealKeys(): Promise<RealKeys> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${await firstLine(server)}`;
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    const child = spawn(program, args, { env: { ...process.env, DISPLAY: display }, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`);
  };
  return {
    display,
    setLayout: (layout) => run('setxkbmap', ['-display', display, layout]),
    // One process for all keys: to start one takes longer than a scanner needs for a whole code.
    scan: (...codes) => run('xdotool', codes.flatMap(keysOfScan)),
    type: (letter) => run('xdotool', ['sleep', '0.12', 'type', letter]),
    reach: () => run('xdotool', ['sleep', '0.4']),
    focus: (title) =>
      run('xdotool', ['search', '--sync', '--onlyvisible', '--name', title, 'windowfocus', '--sync']),
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

/**
 * Each key is pressed and let go; the pauses are in milliseconds. Shift stays down over several capitals, so that a busy machine has less
 * to do between two keys.
 */
function keysOfScan(code: string): string[] {
  const runs = code.match(/[A-Z]+|[^A-Z]+/g) ?? [];
  const keys = runs.flatMap((run) => {
    const press = ['key', '--delay', '4', ...[...run].map(keyCodeOf)];
    const isCapital = run !== run.toLowerCase();
    return isCapital
      ? ['keydown', '--delay', '0', String(SHIFT), ...press, 'keyup', '--delay', '0', String(SHIFT)]
      : press;
  });
  return [...keys, 'key', '--delay', '4', String(ENTER)];
}

function keyCodeOf(character: string): string {
  const key = KEY_CODES[character.toLowerCase()];
  if (key === undefined) throw new Error(`This scanner has no key for "${character}".`);
  return String(key);
}

async function firstLine(server: ChildProcess): Promise<string> {
  let text = '';
  const output = server.stdio[3];
  if (!output) throw new Error('Xvfb has no way to tell its display.');
  return new Promise((done, failed) => {
    output.on('data', (part) => {
      text += String(part);
      if (text.includes('\n')) done(text.trim());
    });
    server.once('exit', (code) => failed(new Error(`Xvfb ended with ${code} before its display was there.`)));
  });
}
