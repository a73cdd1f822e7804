// From settings to a running desk: data folder and its lock, log, key, engine. The same for every host.
import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { openFileLog } from '../adapters/file-log.ts';
import type { Log } from '../core/ports.ts';
import { openDesk } from './compose.ts';
import type { Engine } from './compose.ts';
import { defaultDataFolder, openDataFolder } from './data-folder.ts';
import type { Environment } from './environment.ts';
import type { ManagedSettings } from './managed-settings.ts';
import type { StartOptions } from './options.ts';
import { openSecrets } from './secrets.ts';
import type { DeskMode, KeyGuard } from './secrets.ts';
import { watchUnforeseen } from './unforeseen.ts';

export interface RunningDesk {
  readonly engine: Engine;
  readonly mode: DeskMode;
  readonly dataFolder: string;
  readonly log: Log;
  /** 32 bytes for a purpose of the host's, the same at each start on this folder; tell nothing of the database's key. */
  hostKey(purpose: string): Promise<Uint8Array>;
  /** Stops everything and lets the next desk in. */
  close(): Promise<void>;
}

/** Where this desk keeps its data, as far as the options and the environment say. */
export function dataFolderOf(options: StartOptions, env: Environment): string {
  return options.dataFolder ?? defaultDataFolder(env, process.platform);
}

export function modeOf(settings: ManagedSettings): DeskMode {
  return settings.service ? 'live' : 'training';
}

/** What carries the desk, as far as starting it goes. */
export interface DeskHost {
  readonly version: string;
  /** How this host guards a live desk's key. */
  readonly liveGuard: KeyGuard;
  /** Says a line to the person at the terminal, where there is one. */
  readonly warn: (line: string) => void;
  /** Ends the host in order, after saying why: the desk fails over and over. */
  readonly giveUp: (why: string) => void;
}

/**
 * @throws StartProblem or AppException, which {@link startProblemLine} words; among them {@link DataFolderInUse}, after
 *   which {@link hostKeyOfFolder} helps to speak to the desk that runs
 */
export async function startDesk(
  dataFolder: string,
  settings: ManagedSettings,
  host: DeskHost,
): Promise<RunningDesk> {
  const folder = await openDataFolder(dataFolder);
  const log = openFileLog(join(folder.path, 'logs', 'desk.log'), {
    onTrouble: (code) =>
      host.warn(`The log in ${folder.path} cannot be written (${code}); the desk goes on without it.`),
  });
  const unwatch = watchUnforeseen({
    log,
    giveUp: () => host.giveUp(`The desk failed over and over and was ended; see ${folder.path}/logs.`),
  });
  const letGo = (): void => {
    unwatch();
    log.close();
    folder.release();
  };
  try {
    const mode = modeOf(settings);
    const secrets = openSecrets({ folder: folder.path, mode, liveGuard: host.liveGuard });
    const desk = await openDesk({
      settings,
      dataFolder: folder.path,
      secrets,
      log,
      version: host.version,
    });
    log.info('desk started', { version: host.version, mode });
    return {
      engine: desk.engine,
      mode: desk.mode,
      dataFolder: folder.path,
      log,
      hostKey: async (purpose) => derivedKey(await secrets.databaseKey(), purpose),
      async close() {
        try {
          await desk.close();
          log.info('desk stopped');
        } finally {
          letGo();
        }
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * What the desk that runs on a folder has for `hostKey`, for a second start with the same settings: it opens the folder's
 * key as the first one did, and changes nothing.
 *
 * @throws StartProblem when the key cannot be had
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

function derivedKey(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `drawdesk ${purpose}`, 32));
}
