// Starts a desk from its settings: locks the data folder, opens the log, gets the key, opens the engine. The same for
// every host.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { openFileLog } from '../adapters/file-log.ts';
import type { Spooler } from '../adapters/spooler-queues.ts';
import type { Log } from '../core/ports/machine.ts';
import type { Desk, DeskPrinting, Desks, Engine } from './compose.ts';
import { defaultDataFolder, openDataFolder } from './data-folder.ts';
import type { Environment } from './environment.ts';
import { serviceWords } from './made-for.ts';
import type { ManagedSettings, SiteListener } from './managed-settings.ts';
import type { StartOptions } from './options.ts';
import { keepOpen } from './opened-anew.ts';
import type { AroundOpening } from './opened-anew.ts';
import { idleLiveDesksWords, requireOwnDesk } from './other-desks.ts';
import { machineName } from './site-addresses.ts';
import type { SiteCertificate } from './site-certificate.ts';
import type { Ask } from './secrets-passphrase.ts';
import { derivedKey, openSecrets } from './secrets.ts';
import type { DeskMode, KeyGuard } from './secrets.ts';
import { StartProblem, startProblemLine } from './start-problem.ts';
import { watchUnforeseen } from './unforeseen.ts';
import { faultInLog } from '../domain/fault-in-log.ts';

/** Its engine, desks and printing are others once it was opened anew. */
export interface RunningDesk {
  readonly engine: Engine;
  readonly desks: Desks;
  readonly printing: DeskPrinting;
  readonly mode: DeskMode;
  readonly dataFolder: string;
  readonly log: Log;
  /**
   * A key of 32 bytes for `purpose`, the same at each start on this folder. It is derived from the database's key,
   * which cannot be computed from it.
   */
  hostKey(purpose: string): Promise<Uint8Array>;
  /**
   * What further desks know this site by. It is kept where the copy takes it along.
   *
   * @throws StartProblem when it is damaged
   */
  siteCertificate(): Promise<SiteCertificate>;
  /** Stops everything and releases the data folder. */
  close(): Promise<void>;
}

/** The data folder that the options name, or the default one. */
export function dataFolderOf(options: StartOptions, env: Environment): string {
  return options.dataFolder ?? defaultDataFolder(env, process.platform);
}

/** A desk without a service in its settings is in training mode. */
export function modeOf(settings: ManagedSettings): DeskMode {
  return settings.service ? 'live' : 'training';
}

/** What a host (Electron or the web host) provides for a start. */
export interface DeskHost {
  readonly version: string;
  /** How this host protects the key of a live desk. */
  readonly liveGuard: KeyGuard;
  /** Asks the person at the terminal; null without one. */
  readonly ask: Ask;
  /** Shows a line to the person at the terminal, if there is one. */
  readonly warn: (line: string) => void;
  /** The queues of this computer, where only this host reaches them: under Windows, the desktop window. */
  readonly spooler?: Spooler;
  /** Where pages are drawn and documents are read; see docs/decisions/022-print-threads.md. */
  readonly drawsIn: 'threads' | 'other-process';
  /** Where further desks are answered; left out or null: nowhere. */
  readonly takesDesksAt?: SiteListener | null;
  /** Called when the desk fails again and again: the host must say why, stop in order, and end. */
  readonly giveUp: (why: string) => void;
}

/** What the options of a start say. */
export interface HowToBegin {
  readonly isTakeOver?: boolean;
  /** The site desk that a take-over may replace although people work there; null: it is asked about. */
  readonly replaces?: string | null;
  /** Also where the folder holds desks of other services only. */
  readonly mayBeginEmpty?: boolean;
}

/** A desk whose folder is locked and whose engine is not open yet. A host can let windows in meanwhile. */
export interface BegunDesk extends Pick<RunningDesk, 'mode' | 'dataFolder' | 'log' | 'hostKey'> {
  /** Loads the engine's code, which holds the thread for a while; {@link BegunDesk.open} does so otherwise. */
  load(): Promise<unknown>;
  /**
   * Opens the engine. After a failure whoever began the desk releases it. `around` is told when it is opened anew, because its disk was
   * away and is back.
   *
   * @throws StartProblem or AppException; {@link startProblemLine} gives the line to print
   */
  open(how?: { readonly isTakeOver?: boolean; readonly around?: AroundOpening | null }): Promise<RunningDesk>;
  /** Releases the data folder of a desk that was not opened. */
  release(): void;
}

/**
 * Starts a desk on a data folder.
 *
 * @throws StartProblem or AppException; {@link startProblemLine} gives the line to print
 * @throws DataFolderInUse when another desk runs on the folder; {@link hostKeyOfFolder} then gives the key with which a
 * host can ask that desk for a window
 */
export async function startDesk(
  dataFolder: string,
  settings: ManagedSettings,
  host: DeskHost,
  how: HowToBegin = {},
): Promise<RunningDesk> {
  const begun = await beginDesk(dataFolder, settings, host, how);
  try {
    return await begun.open(how);
  } catch (error) {
    begun.release();
    throw error;
  }
}

/**
 * Locks the data folder and opens the log. Nothing of the engine is loaded for it: that takes most of a start, and a browser can
 * fetch and run the screens' script meanwhile.
 *
 * @throws StartProblem when the folder cannot be used
 * @throws DataFolderInUse as {@link startDesk} does
 */
export async function beginDesk(
  dataFolder: string,
  settings: ManagedSettings,
  host: DeskHost,
  how: HowToBegin = {},
): Promise<BegunDesk> {
  if (how.mayBeginEmpty === true && modeOf(settings) === 'training') {
    throw new StartProblem(
      '--new-desk begins an empty desk of a service, and the managed settings name none, so this one would be in training. Name the file that has the service with --config, or start without --new-desk.',
    );
  }
  const use = serviceWords(settings.service);
  let folder = await openDataFolder(dataFolder, use);
  const log = openFileLog(join(folder.path, 'logs', 'desk.log'), {
    onTrouble: (code) =>
      host.warn(`The log in ${folder.path} cannot be written (${code}); the desk goes on without it.`),
  });
  const unwatch = watchUnforeseen({
    log,
    giveUp: () => host.giveUp(`The desk failed over and over and was ended; see ${folder.path}/logs.`),
  });
  const release = (): void => {
    unwatch();
    log.close();
    folder.release();
  };
  const mode = modeOf(settings);
  if (mode === 'training' && settings.copy) {
    host.warn('In training nothing is copied: site.copy of the managed settings is for the live desk.');
  }
  const idle = mode === 'training' ? idleLiveDesksWords(folder.path) : null;
  if (idle !== null) host.warn(idle);
  const secrets = openSecrets({ folder: folder.path, mode, liveGuard: host.liveGuard });
  try {
    await requireOwnDesk({
      folder: folder.path,
      settings,
      databaseKey: () => secrets.databaseKey(),
      // What is taken over is not empty.
      mayBeginEmpty: how.mayBeginEmpty === true || how.isTakeOver === true,
    });
  } catch (thrown) {
    release();
    throw thrown;
  }
  const hostKey = async (purpose: string): Promise<Uint8Array> =>
    derivedKey(await secrets.databaseKey(), purpose);
  const machine = machineName(host.takesDesksAt ?? null);
  const open = async (isTakeOver: boolean, around: AroundOpening | null): Promise<RunningDesk> => {
    if (isTakeOver) {
      const { takeOver } = await import('./take-over.ts');
      const { replaces = null } = how;
      const { ask, warn } = host;
      const from = { settings, dataFolder: folder.path, secrets, log };
      warn(await takeOver({ ...from, ask, warn, machine, replaces }));
    }
    const { openDesk } = await import('./compose.ts');
    // To load it held the thread. A window that came meanwhile is let in now, and asks its first question while the engine is opened.
    for (let turns = 0; turns < 3; turns += 1) await turn();
    const lasting = await keepOpen<Desk>({
      open: ({ onBack, wereAway }) =>
        openDesk({
          settings,
          dataFolder: folder.path,
          folderLock: () => folder.look(),
          onBack,
          wereAway,
          secrets,
          log,
          version: host.version,
          spooler: host.spooler,
          drawsIn: host.drawsIn,
          machine,
        }),
      async takeFolderAgain() {
        folder.release();
        folder = await openDataFolder(dataFolder, use);
      },
      around,
      log,
      giveUp(thrown) {
        const why = startProblemLine(thrown) ?? `See ${join(folder.path, 'logs')}.`;
        host.giveUp(`The disk of the data folder was away, and the desk could not be opened anew. ${why}`);
      },
    });
    log.info('desk started', { version: host.version, mode });
    return {
      get engine() {
        return lasting.now().engine;
      },
      get desks() {
        return lasting.now().desks;
      },
      get printing() {
        return lasting.now().printing;
      },
      mode,
      dataFolder: folder.path,
      log,
      hostKey,
      async siteCertificate() {
        const { siteCertificateIn } = await import('./site-certificate.ts');
        const databaseKey = await secrets.databaseKey();
        const { desks } = lasting.now();
        const kept = desks.keptCertificate();
        const certificate = await siteCertificateIn(folder.path, { databaseKey, mode }, kept);
        if (kept && kept.certificate !== certificate.certificate) {
          log.warn('the site shows another certificate than before');
          host.warn(
            'The certificate of this site desk is not the one of before, as where site-certificate.json was removed. Where further desks say that another machine answers, shut each out under Desks and add it anew, or stop Drawdesk and put the file of before back into the data folder.',
          );
        }
        try {
          desks.keepCertificate(certificate);
        } catch (thrown) {
          // The desk was replaced, or its disk is full: it can be joined all the same.
          log.warn('the site certificate could not be kept for the copy', faultInLog(thrown));
        }
        return certificate;
      },
      async close() {
        try {
          await lasting.close();
          log.info('desk stopped');
        } finally {
          release();
        }
      },
    };
  };
  return {
    mode,
    dataFolder: folder.path,
    log,
    hostKey,
    load: () => import('./compose.ts'),
    open: ({ isTakeOver = false, around = null } = {}) => open(isTakeOver, around),
    release,
  };
}

/**
 * The same key as `hostKey` of the desk that runs on this folder. A second start uses it to prove that it can open the
 * folder's data. Nothing in the folder is changed.
 *
 * @throws StartProblem when the folder's key cannot be decrypted
 */
export async function hostKeyOfFolder(
  folder: string,
  settings: ManagedSettings,
  host: Pick<DeskHost, 'liveGuard'> & { readonly purpose: string },
): Promise<Uint8Array> {
  const mode = modeOf(settings);
  const secrets = openSecrets({ folder, mode, liveGuard: host.liveGuard, readOnly: true });
  return derivedKey(await secrets.databaseKey(), host.purpose);
}
