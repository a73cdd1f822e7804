// Starts a further desk: locks its data folder, opens its log and its key, joins the site desk, and prints for it.
import { join } from 'node:path';
import { openFileLog } from '../adapters/file-log.ts';
import type { Log } from '../core/ports/machine.ts';
import { siteAddressText } from '../domain/pairing.ts';
import type { SiteAddress } from '../domain/pairing.ts';
import { printForSite } from './desk-printing.ts';
import { openDataFolder } from './data-folder.ts';
import { openDeskKey } from './desk-key.ts';
import { joinSite } from './joined-site.ts';
import type { JoinedSite } from './joined-site.ts';
import { idleLiveDesksWords } from './other-desks.ts';
import { watchUnforeseen } from './unforeseen.ts';

export interface FurtherDesk {
  readonly site: JoinedSite;
  readonly dataFolder: string;
  readonly log: Log;
  /** 32 bytes, the same at each start on this folder. */
  readonly master: Uint8Array;
  /** Resolves once nothing is printed for the site desk any more, after some seconds at most. */
  close(): Promise<void>;
}

/**
 * Starts a further desk on a data folder. That the site desk cannot be reached stops no start: the desk joins it as soon as it
 * can.
 *
 * @throws StartProblem when the folder or its key cannot be used
 * @throws DataFolderInUse when another desk uses the folder
 */
export async function startFurtherDesk(
  dataFolder: string,
  options: {
    readonly address: SiteAddress;
    readonly build: string;
    readonly warn: (line: string) => void;
    readonly giveUp: (why: string) => void;
  },
): Promise<FurtherDesk> {
  const { address, build, warn, giveUp } = options;
  const siteAddress = siteAddressText(address);
  const folder = await openDataFolder(dataFolder, `the site desk ${siteAddress}`);
  try {
    const idle = idleLiveDesksWords(folder.path);
    if (idle !== null) warn(idle);
    const deskKey = await openDeskKey(folder.path, siteAddress);
    const log = openFileLog(join(folder.path, 'logs', 'desk.log'), {
      onTrouble: (code) =>
        warn(`The log in ${folder.path} cannot be written (${code}); the desk goes on without it.`),
    });
    const unwatch = watchUnforeseen({
      log,
      giveUp: () => giveUp(`The desk failed over and over and was ended; see ${folder.path}/logs.`),
    });
    const site = joinSite({ address, deskKey, build, log });
    const printing = printForSite({
      site,
      log,
      printers: async () => (await import('./own-printers.ts')).openOwnPrinters(log),
    });
    log.info('further desk started');
    return {
      site,
      dataFolder: folder.path,
      log,
      master: deskKey.master,
      async close() {
        await printing.close();
        site.close();
        unwatch();
        log.close();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}
