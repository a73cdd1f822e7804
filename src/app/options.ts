// The start options (`--host`, `--port`, …). They are the same for every host.
import { siteAddressOf } from '../domain/pairing.ts';
import type { SiteAddress } from '../domain/pairing.ts';
import { readOptions } from './command-line.ts';
import { givenPath } from './home-folder.ts';
import { StartProblem } from './start-problem.ts';

export const HOST_CHOICES = ['auto', 'electron', 'web'] as const;
export type HostChoice = (typeof HOST_CHOICES)[number];

export interface StartOptions {
  readonly host: HostChoice;
  /** Port of the web host on 127.0.0.1. 0: any free port. Null: the port of the last start, or any if that is taken. */
  readonly port: number | null;
  /** Whether the web host opens the system's browser. */
  readonly open: boolean;
  /** Absolute path; null means the default folder of this account. */
  readonly dataFolder: string | null;
  /** Absolute path of the managed settings; null means that there are none, so the desk is in training mode. */
  readonly settingsFile: string | null;
  /** Whether other desks may join this one over the network. */
  readonly site: boolean;
  /** The site desk that this desk joins; null: this desk has its own engine. */
  readonly desk: SiteAddress | null;
  /** Whether this machine takes the place of another site desk, from the copy. */
  readonly takeOver: boolean;
  /** The name of the site desk that this machine replaces although people may work there; null: that is asked. */
  readonly replaces: string | null;
  /** Whether a desk without anything may be begun beside those of other services in the data folder. */
  readonly newDesk: boolean;
  readonly help: boolean;
}

export const START_HELP = `Drawdesk: the desk app of clinics and sample-collection sites.

  npm start -- [options]

  --host=auto|electron|web  What shows the screens. auto (the default) takes the desktop window where Electron's
                            runtime and a display are there, the browser otherwise.
  --port=N                  Port of the web host on this machine; 0 takes any free one. Without it, the port of the last
                            start where it is free, so that windows left open go on.
  --no-open                 Do not open the browser.
  --data-dir=DIR            Where this desk keeps its data; made when missing.
  --config=FILE             Managed settings (JSON). Without them the desk starts in training mode.
  --site                    This desk is the site desk: others of the same site join it over the network. Its screens are
                            shown in a browser.
  --desk=ADDRESS            This desk joins the site desk at this address, as in --desk=192.0.2.10.
  --take-over               Become the site desk in place of another machine, from the copy that site.copy of the
                            managed settings names. Needs the recovery key and an empty data folder.
  --replace=MACHINE         With --take-over: replace the site desk of this name also while people work there. Without it
                            that is asked at the terminal.
  --new-desk                Begin an empty desk, where the managed settings name another service than that of the desk
                            which is in the data folder. That one stays there.
  --help                    Show this text.

A path may begin with ~, the home folder. One that is not whole begins at the project's folder, where npm runs this.
`;

const WITH_VALUE = ['host', 'port', 'data-dir', 'config', 'desk', 'replace'] as const;
const WITHOUT_VALUE = ['no-open', 'site', 'take-over', 'new-desk', 'help'] as const;

/**
 * Reads the options of a command line; `argv` is without the program and its script.
 * With `tolerant` unknown options are ignored: Electron's command line also has switches of Chromium.
 *
 * @throws StartProblem for an unknown option, one that stands twice, a missing value or a wrong value
 * @example parseStartOptions(['--host=web', '--port=8123', '--no-open'])
 */
export function parseStartOptions(
  argv: readonly string[],
  { tolerant = false }: { tolerant?: boolean } = {},
): StartOptions {
  const { values, flags } = readOptions(argv, {
    withValue: WITH_VALUE,
    withoutValue: WITHOUT_VALUE,
    tolerant,
  });
  const desk = siteAddress(values.get('desk'));
  if (desk && flags.has('site')) {
    throw new StartProblem('A desk is the site desk (--site) or joins one (--desk), not both.');
  }
  if (desk && flags.has('take-over')) {
    throw new StartProblem('A desk that joins another one (--desk) has no site to take over (--take-over).');
  }
  if (desk && flags.has('new-desk')) {
    throw new StartProblem(
      'A desk that joins another one (--desk) has no data of its own to begin (--new-desk).',
    );
  }
  if (values.has('replace') && !flags.has('take-over')) {
    throw new StartProblem(
      '--replace names the site desk that --take-over replaces, and does nothing without it.',
    );
  }
  if (desk && values.has('config')) {
    throw new StartProblem('The managed settings belong to the site desk; start this desk without --config.');
  }
  return {
    host: hostChoice(values.get('host') ?? 'auto'),
    port: portNumber(values.get('port')),
    open: !flags.has('no-open'),
    dataFolder: pathOf(values.get('data-dir')),
    settingsFile: pathOf(values.get('config')),
    site: flags.has('site'),
    desk,
    takeOver: flags.has('take-over'),
    replaces: values.get('replace') ?? null,
    newDesk: flags.has('new-desk'),
    help: flags.has('help'),
  };
}

function hostChoice(value: string): HostChoice {
  const choice = HOST_CHOICES.find((known) => known === value);
  if (choice) return choice;
  throw new StartProblem(`--host is auto, electron or web, not "${value}".`);
}

function portNumber(value: string | undefined): number | null {
  if (value === undefined) return null;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new StartProblem(`--port is a number from 0 to 65535, not "${value}".`);
}

function siteAddress(value: string | undefined): SiteAddress | null {
  if (value === undefined) return null;
  const address = siteAddressOf(value);
  if (address) return address;
  throw new StartProblem(
    `--desk is the address of the site desk, as in --desk=192.0.2.10 or --desk=reception:7443, not "${value}". Plain http is not spoken between desks.`,
  );
}

function pathOf(given: string | undefined): string | null {
  return given === undefined ? null : givenPath(given);
}
