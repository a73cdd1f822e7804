// "Prints" whole pages into a folder, where another program takes them from. A file is there whole or not at all.
import { access, constants, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageDelivery, AwaitedPageJob } from '../core/ports/printers.ts';

const fileName = (name: string): string => `${name}.pdf`;

/** The files hold what is said of patients. */
const OWNER_ONLY = 0o600;

async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(folder, `.${name}.part`);
  try {
    const file = await open(unfinished, 'w', OWNER_ONLY);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, fileName(name)));
    await keepRename(folder);
  } catch (thrown) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** A power cut would else take the file away again, of which it is said that it is there. Windows has no such call, nor have some networks. */
async function keepRename(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const opened = await open(folder, 'r');
    await opened.sync().finally(() => opened.close());
  } catch {
    // It is there by now, and may have been taken from there already: what is not certain is only whether it outlives a power cut.
  }
}

const isThere = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Writes a PDF into the folder. */
export async function printToFolder(folder: string, job: AwaitedPageJob): Promise<PageDelivery> {
  if (!(await isThere(folder, constants.W_OK))) {
    return {
      outcome: 'not-started',
      detail: `the folder ${folder} is not there, or nothing may be written to it`,
    };
  }
  const document = await job.begin();
  if (!document) return { outcome: 'withheld' };
  try {
    await writeWhole(folder, job.name, document);
  } catch {
    return { outcome: 'refused', detail: `the file could not be written to ${folder}`, again: true };
  }
  return { outcome: 'taken', printerJob: fileName(job.name) };
}

/** The name of the file that a job has become; null when there is none. */
export async function fileOfJob(folder: string, name: string): Promise<string | null> {
  return (await isThere(join(folder, fileName(name)), constants.F_OK)) ? fileName(name) : null;
}
