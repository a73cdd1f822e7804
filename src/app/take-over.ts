// `--take-over`: makes a desk in an empty data folder from the copy of the site, in place of the machine that had it.
import { existsSync, statfsSync } from 'node:fs';
import { createPostgresCopy } from '../adapters/postgres-copy.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { DEFAULT_ACTOR } from '../contract/operation.ts';
import { recordActivity } from '../core/activity.ts';
import { RECOVERY_KEY_SIGNS, signsOfRecoveryKey, siteKeyOf } from '../core/copy/seal.ts';
import { TakeOverRefused } from '../core/copy/bring-copy.ts';
import type { DeskAtWork } from '../core/copy/desk-at-work.ts';
import { takeOverSite } from '../core/copy/take-over.ts';
import type { TakeOverOptions } from '../core/copy/take-over.ts';
import { CopyDatabaseFailure } from '../core/ports/copy.ts';
import type { Log, Secrets } from '../core/ports/machine.ts';
import { readSetting } from '../core/store/desk/settings.ts';
import { takenOverWords } from '../core/store/copy/copy-words.ts';
import { leftBeside, storeFile } from './data-files.ts';
import { requireCopyMadeFor, requireMadeFor } from './made-for.ts';
import type { ManagedSettings } from './managed-settings.ts';
import type { Ask } from './secrets-passphrase.ts';
import { keepSiteCertificate } from './site-certificate.ts';
import { hostnameOf } from './site-addresses.ts';
import { StartProblem } from './start-problem.ts';

/**
 * Takes the site over. Returns the words for the person at the terminal.
 *
 * @throws StartProblem; unless it says otherwise nothing has changed, and the other machine goes on
 */
export async function takeOver(options: {
  readonly settings: ManagedSettings;
  readonly dataFolder: string;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly ask: Ask;
  /** Shows a line to the person at the terminal. */
  readonly warn: (line: string) => void;
  /** This machine's name for people at another one. */
  readonly machine: string;
  /** The site desk that may be replaced although people work there; null: whoever takes over is asked. */
  readonly replaces: string | null;
}): Promise<string> {
  const { settings, log, replaces } = options;
  const { copy } = settings;
  if (!copy) throw new StartProblem('--take-over needs site.copy in the managed settings.');
  // Before the other machine is replaced: it would be by mistake.
  if (!settings.service) {
    throw new StartProblem(
      '--take-over needs service in the managed settings: without it the desk is in training, where nothing is copied.',
    );
  }
  const file = storeFile(options.dataFolder, settings.service);
  if (existsSync(file)) {
    throw new StartProblem(
      `--take-over needs a data folder without a desk, and ${file} is there. If the desk of this folder is the site desk, start without --take-over. If another machine has taken its place, choose an empty folder with --data-dir.`,
    );
  }
  const [left] = leftBeside(file);
  if (left !== undefined) {
    throw new StartProblem(
      `--take-over needs a data folder without a desk, and ${left} of an earlier one is there. Choose another folder with --data-dir.`,
    );
  }
  const written =
    copy.recoveryKey ?? (await options.ask?.(`Recovery key of the site ${copy.site}: `)) ?? null;
  if (written === null) {
    throw new StartProblem(
      'The recovery key of the site is needed: type it at a terminal, or set the variable that site.copy.recoveryKeyFromEnvironment of the managed settings names.',
    );
  }
  const siteKey = siteKeyOf(written);
  if (siteKey === null) {
    throw new StartProblem(
      `This is no recovery key: ${wrongKeyWords(written)}. Nothing was changed; start again to give it anew.`,
    );
  }
  const database = createPostgresCopy(copy.address);
  const taking = { service: settings.service, site: copy.site };
  try {
    const key = await options.secrets.databaseKey();
    const taken = await takeOverSite({
      database,
      site: copy.site,
      siteKey,
      machine: options.machine,
      file,
      key,
      clock: systemClock,
      random: systemRandom,
      log,
      freeBytes: () => {
        const { bavail, bsize } = statfsSync(options.dataFolder);
        return bavail * bsize;
      },
      check({ madeFor, isReplaced = false, holderName }) {
        requireCopyMadeFor(madeFor, taking, isReplaced);
        if (replaces !== null && ![holderName, hostnameOf(holderName)].includes(replaces)) {
          throw new StartProblem(
            `--replace names ${replaces}, and the site desk of ${copy.site} is ${holderName}. Nothing was changed.`,
          );
        }
      },
      atWork: replaces === null ? watchAtWork(options, copy.site) : null,
      // Certain also where an earlier version made the copy, which does not say it beside that.
      judge: (db, isReplaced) => requireMadeFor(db, taking, isReplaced),
      finish: (db, { from, notCopied, atMs }) => {
        recordActivity(db, { actor: DEFAULT_ACTOR, atMs }, 'site-taken-over', {
          visitId: null,
          from,
          notCopied,
        });
        // So that the further desks know this machine. A site that has never let any in has none.
        const certificate = readSetting(db, 'siteCertificate');
        if (certificate)
          keepSiteCertificate(options.dataFolder, { databaseKey: key, mode: 'live' }, certificate);
      },
    });
    return `This is the site desk now. ${takenOverWords(taken, settings.timeZone)}`;
  } catch (thrown) {
    if (thrown instanceof TakeOverRefused) throw new StartProblem(thrown.message, { cause: thrown });
    if (thrown instanceof CopyDatabaseFailure) {
      throw new StartProblem(`The database of the copy: ${thrown.message}. Start again with --take-over.`, {
        cause: thrown,
      });
    }
    throw thrown;
  } finally {
    await database.close();
  }
}

/** Has whoever takes over say that they mean it, where people work at the other desk: all of them are stopped. */
function watchAtWork(
  { ask, warn }: Pick<Parameters<typeof takeOver>[0], 'ask' | 'warn'>,
  site: string,
): TakeOverOptions['atWork'] {
  const heard = ({ by, heardAgoMs }: DeskAtWork): string =>
    `${by}, the site desk of ${site}, was heard of ${secondsWords(heardAgoMs)} ago`;
  return {
    onWatch: (desk) => warn(`${heard(desk)}. It takes up to 15 seconds to see whether it still works.`),
    async ask(desk) {
      const words = `${heard(desk)}, and is at work`;
      const answer = await ask?.(
        `${words}. Once this machine takes its place, nothing more is saved, sent or printed there. To replace it type yes, which is not shown, and Enter: `,
      );
      if (answer?.trim().toLowerCase() === 'yes') return;
      const goesOn = `${words}. Nothing was changed, and it goes on.`;
      throw new StartProblem(
        ask
          ? goesOn
          : `${goesOn} Stop Drawdesk there and start again, or add --replace=${hostnameOf(desk.by)} to replace it while it works.`,
      );
    },
  };
}

/** @example secondsWords(800) // '1 second' */
function secondsWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** It is typed unseen, so whoever has left something out is told by how much. */
function wrongKeyWords(written: string): string {
  const { length } = signsOfRecoveryKey(written);
  return length === RECOVERY_KEY_SIGNS
    ? `of its ${RECOVERY_KEY_SIGNS} letters and digits some are wrong`
    : `it has ${RECOVERY_KEY_SIGNS} letters and digits, and ${length} were given`;
}
