// `npm run audit`: checks the activity of a desk, and says in words what does not agree. It only reads, so it may run while
// the desk runs.
import { realpath, stat } from 'node:fs/promises';
import { checkActivityOf } from '../core/store/check-activity.ts';
import type {
  ActivityCheck,
  ActivityFault,
  NotedEntry,
  UncheckedActivity,
} from '../core/store/check-activity.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import { readOptions } from './command-line.ts';
import { liveStoresIn } from './data-files.ts';
import { defaultDataFolder } from './data-folder.ts';
import type { Environment, ReadSecret } from './environment.ts';
import { givenPath } from './home-folder.ts';
import { readManagedSettings } from './managed-settings.ts';
import { ownStoreFile } from './other-desks.ts';
import { openSecrets, trainingKeyIn } from './secrets.ts';
import { passphraseGuard } from './secrets-passphrase.ts';
import type { Ask } from './secrets-passphrase.ts';
import { modeOf } from './start-desk.ts';
import { StartProblem } from './start-problem.ts';

const AUDIT_HELP = `Checks the activity of a desk, its list of who did what: whether an entry was changed, removed, added or cut off.

  npm run audit -- [options]

  --data-dir=DIR       The data folder of the desk.
  --config=FILE        The managed settings of the desk. Without them the activity of training is checked.
  --noted=NUMBER:HASH  Checks also that the activity still holds this entry: the last line of an earlier check.
  --help               Show this text.

It changes nothing and may run while the desk runs. It ends with 0 when all agrees, with 2 when something does not, and with 1
when the activity could not be checked.
`;

/** What the command prints, and the code that it ends with. */
export interface AuditAnswer {
  readonly words: string;
  readonly exitCode: 0 | 1 | 2;
}

export interface AuditSurroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly readSecret: ReadSecret;
  readonly ask: Ask;
}

const UNCHECKED_WORDS: Readonly<Record<UncheckedActivity, (file: string) => string>> = {
  'no-file': (file) =>
    `There is no ${file}. Is it the right data folder, and are these its managed settings?`,
  empty: (file) =>
    `${file} holds nothing at all. A desk that has worked does not leave it so: it was emptied.`,
  unreadable: (file) => `${file} is damaged, or another key made it.`,
  'taken-out': (file) =>
    `DOES NOT AGREE: the activity, or what the desk keeps of its ends, was taken out of ${file}.`,
  'older-schema': (file) => `${file} is of an older desk: start this desk on it once, then check again.`,
  'newer-schema': (file) => `${file} is of a newer desk: check it with that one.`,
};

/** Where a live desk is in the same folder, whose activity is what somebody may have meant. */
const OF_TRAINING_WORDS =
  'This is the activity of training. For that of the live desk name its managed settings with --config=FILE.\n';

/**
 * Carries out the command line of `npm run audit`.
 *
 * @throws StartProblem for a wrong option, wrong managed settings or a key that cannot be had
 */
export async function audit(
  argv: readonly string[],
  { env, platform, readSecret, ask }: AuditSurroundings,
): Promise<AuditAnswer> {
  const options = optionsOf(argv);
  if (options === null) return { words: AUDIT_HELP, exitCode: 0 };
  const settings = await readManagedSettings(options.settingsFile, readSecret);
  const wanted = options.dataFolder ?? defaultDataFolder(env, platform);
  const folder = await folderAt(wanted);
  const mode = modeOf(settings);
  const hasLive = liveStoresIn(folder).length > 0;
  if (mode === 'training' && hasLive && (await trainingKeyIn(folder)) === null) {
    throw new StartProblem(
      `The desk in ${folder} is a live one: name its managed settings with --config=FILE.`,
    );
  }
  const secrets = openSecrets({
    folder,
    mode,
    liveGuard: passphraseGuard({ variable: settings.passphraseFromEnvironment, readSecret, ask }),
    readOnly: true,
  });
  const key = await secrets.databaseKey();
  const file = ownStoreFile(folder, settings.service, key);
  const check = checkActivityOf(file, key, options.noted);
  if (typeof check === 'string') {
    return { words: `${UNCHECKED_WORDS[check](file)}\n`, exitCode: check === 'taken-out' ? 2 : 1 };
  }
  return {
    words: `${file}\n${mode === 'training' && hasLive ? OF_TRAINING_WORDS : ''}${auditWords(check, settings.timeZone).join('\n')}\n`,
    exitCode: check.faultCount === 0 ? 0 : 2,
  };
}

async function folderAt(wanted: string): Promise<string> {
  const folder = await realpath(wanted).catch(() => null);
  if (folder === null) throw new StartProblem(`There is no data folder ${wanted}.`);
  if (!(await stat(folder)).isDirectory()) throw new StartProblem(`${wanted} is no folder.`);
  return folder;
}

function optionsOf(argv: readonly string[]): {
  readonly dataFolder: string | null;
  readonly settingsFile: string | null;
  readonly noted: NotedEntry | null;
} | null {
  const { values, flags } = readOptions(argv, {
    withValue: ['data-dir', 'config', 'noted'],
    withoutValue: ['help'],
  });
  if (flags.has('help')) return null;
  const pathOf = (name: 'data-dir' | 'config'): string | null => {
    const path = values.get(name);
    return path === undefined ? null : givenPath(path);
  };
  return {
    dataFolder: pathOf('data-dir'),
    settingsFile: pathOf('config'),
    noted: notedEntry(values.get('noted')),
  };
}

function notedEntry(text: string | undefined): NotedEntry | null {
  if (text === undefined) return null;
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (number === undefined || hash === undefined) {
    throw new StartProblem(`--noted is the last line of an earlier check, NUMBER:HASH, not "${text}".`);
  }
  return { number: Number(number), hash: hash.toLowerCase() };
}

function auditWords(check: ActivityCheck, timeZone: string): string[] {
  const day = (atMs: number): string => formatDate(wallClockAt(atMs, timeZone).date);
  const { firstMs, lastMs, removed, foundUpTo, faults, faultCount, head } = check;
  const found = [
    firstMs === null || lastMs === null
      ? 'No entries.'
      : `Entries: ${check.entries}, from ${day(firstMs)} to ${day(lastMs)}.`,
    ...(removed.atMs === null
      ? []
      : [`Removed because they were old: entries up to ${removed.upTo}, the last of ${day(removed.atMs)}.`]),
    ...(foundUpTo > removed.upTo
      ? [
          `Entries up to ${foundUpTo} are older than the chain: what was changed before it began is not noticed.`,
        ]
      : []),
    ...(check.noted === 'removed' ? ['The noted entry is one of the old ones that were removed.'] : []),
    ...(check.noted === 'same' ? ['The noted entry is as it was noted.'] : []),
  ];
  const verdict =
    faultCount === 0
      ? ['All agrees: no entry was changed, removed, added or cut off.']
      : [
          `DOES NOT AGREE in ${faultCount} ${faultCount === 1 ? 'place' : 'places'}:`,
          ...faults.map((fault) => `  ${faultWords(fault)}`),
          ...(faults.length < faultCount ? [`  … and ${faultCount - faults.length} more`] : []),
        ];
  return [...found, ...verdict, `${head.number}:${head.hash}`];
}

const range = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`;

function faultWords(fault: ActivityFault): string {
  switch (fault.kind) {
    case 'changed':
      return fault.isLast
        ? `Entry ${fault.number}, the last one, is not as the desk wrote it.`
        : `Entry ${fault.number} is not as it was when the next one was written.`;
    case 'missing':
      return `${range(fault)} missing.`;
    case 'cut-off':
      return `${range(fault)} cut off at the end.`;
    case 'added':
      return `Entry ${fault.number} was not written by the desk.`;
    case 'not-as-noted':
      return `Entry ${fault.number} is not the one that was noted.`;
  }
}
