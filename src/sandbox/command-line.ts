// Reads the command line of a sandbox that runs without a desk (`npm run sandbox`).
import { parseArgs } from 'node:util';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../domain/site-time.ts';
import { isDemoSeed } from './seed/demo.ts';

export interface CommandLine {
  readonly port: number;
  readonly token: string;
  readonly dataFile: string;
  readonly seed: string;
  /** Of opening hours and of the demo day. */
  readonly timeZone: string;
  /** See `SandboxOptions`. */
  readonly control: boolean | { readonly token: string };
}

/** An option is unknown or has a wrong value. `message` is one line for the person at the terminal. */
export class WrongOption extends Error {}

const DEFAULT_TOKEN = 'sandbox-token';

export const HELP = `Runs the laboratory service's sandbox on this machine.

Usage: npm run sandbox -- [options]

  --port=N           port on 127.0.0.1; 0 takes any free one (default 0)
  --token=T          what requests must carry: Authorization: Bearer T (default ${DEFAULT_TOKEN})
  --data=FILE        keeps the data in FILE; :memory: keeps it until the end (default :memory:)
  --seed=NAME        demo, demo-NAME for other people, or empty (default demo)
  --time-zone=NAME   where the locations are (default ${DEFAULT_TIME_ZONE})
  --control          opens /sandbox-control/ to move the clock and to disturb the network; takes the same token
  --control-token=T  opens /sandbox-control/ for its own token T instead
  --help             shows this
`;

/** Reads the options. Returns null when help was asked for. Throws {@link WrongOption}. */
export function readCommandLine(args: readonly string[]): CommandLine | null {
  const values = parsed(args);
  if (values.help === true) return null;
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new WrongOption(`--port must be a number from 0 to 65535, not "${port}".`);
  }
  const token = checkedToken('--token', values.token ?? DEFAULT_TOKEN);
  const own = values['control-token'];
  const control =
    own === undefined ? values.control === true : { token: checkedToken('--control-token', own) };
  const dataFile = values.data ?? ':memory:';
  if (dataFile === '') throw new WrongOption('--data must name a file, or :memory:.');
  const seed = values.seed ?? 'demo';
  if (seed !== 'empty' && !isDemoSeed(seed)) {
    throw new WrongOption(`There is no seed called "${seed}"; use demo, demo-NAME or empty.`);
  }
  const timeZone = values['time-zone'] ?? DEFAULT_TIME_ZONE;
  if (!isTimeZone(timeZone)) throw new WrongOption(`--time-zone must be one such as ${DEFAULT_TIME_ZONE}.`);
  return { port: Number(port), token, dataFile, seed, timeZone, control };
}

function checkedToken(option: string, token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new WrongOption(`${option} must be printable ASCII without blanks, and not empty.`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        token: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        'time-zone': { type: 'string' },
        control: { type: 'boolean' },
        'control-token': { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new WrongOption(`${line} (--help lists the options)`);
  }
}
