// From options to a running desk: settings, data folder and its lock, log, key, engine. The same for every host.
import { join } from 'node:path';
import { openFileLog } from '../adapters/file-log.ts';
import type { Log } from '../core/ports.ts';
import { openDesk } from './compose.ts';
import type { Engine } from './compose.ts';
import { defaultDataFolder, openDataFolder } from './data-folder.ts';
import { readManagedSettings } from './managed-settings.ts';
import type { ManagedSettings } from './managed-settings.ts';
import type { StartOptions } from './options.ts';
import { openSecrets } from './secrets.ts';
import type { KeyGuard } from './secrets.ts';
import { watchUnforeseen } from './unforeseen.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningDesk {
  readonly engine: Engine;
  readonly mode: 'training' | 'live';
  readonly dataFolder: string;
  readonly log: Log;
  /** Stops everything and lets the next desk in. */
  close(): Promise<void>;
}

/** How this host guards a live desk's key. */
export type LiveGuardOf = (settings: ManagedSettings, env: Environment) => KeyGuard;

/** Where this desk keeps its data, as far as the options and the environment say. */
export function dataFolderOf(options: StartOptions, env: Environment): string {
  return options.dataFolder ?? defaultDataFolder(env, process.platform);
}

/** What carries the desk, as far as starting it goes. */
export interface DeskHost {
  readonly version: string;
  readonly env: Environment;
  readonly liveGuardOf: LiveGuardOf;
  /** Says a line to the person at the terminal, where there is one. */
  readonly warn: (line: string) => void;
  /** Ends the host in order, after saying why: the desk fails over and over. */
  readonly giveUp: (why: string) => void;
}

/** @throws StartProblem or AppException; {@link startProblemLine} words both */
export async function startDesk(options: StartOptions, host: DeskHost): Promise<RunningDesk> {
  const settings = await readManagedSettings(options.settingsFile, host.env);
  const folder = await openDataFolder(dataFolderOf(options, host.env));
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
    const mode = settings.service ? 'live' : 'training';
    const secrets = openSecrets({
      folder: folder.path,
      mode,
      liveGuard: host.liveGuardOf(settings, host.env),
    });
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
