// What a further desk keeps: the site desk that it belongs to, and its key. In the file `further-desk.json` of its data
// folder, which only its owner can read. It holds nothing about patients, and the site desk can make it worthless at once.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile } from '../adapters/private-file.ts';
import { writeDurably } from '../core/store/db/durable-file.ts';
import { StartProblem } from './start-problem.ts';

const FILE = 'further-desk.json';

const pairedSite = z.strictObject({
  /** Of the site desk, PEM. Nobody else is ever sent anything. */
  certificate: z.string(),
  deskId: z.string(),
  key: z.string(),
});
export type PairedSite = z.infer<typeof pairedSite>;

const keyFile = z.strictObject({
  version: z.literal(1),
  /** From which the sessions of this machine's windows are computed; see `web-host/access.ts`. */
  master: z.base64(),
  /**
   * By the address at which the site desk was found last: one machine may be moved between two sites. A site is there once: it is
   * known by its certificate, and may move to another address.
   */
  sites: z.record(z.string(), pairedSite),
  /** What a site desk called this desk last, by its address; also where it was shut out since. Earlier versions kept none. */
  names: z.record(z.string(), z.string()).optional(),
});

export interface DeskKey {
  readonly master: Uint8Array;
  /** Null: not paired with the site desk at this address. */
  site(): PairedSite | null;
  /** Sites that were found at other addresses. One of them may have moved to this one. */
  elsewhere(): PairedSite[];
  keep(site: PairedSite | null): void;
  /** What the site desk at this address called this desk last; null: not known. */
  name(): string | null;
  keepName(name: string): void;
}

/**
 * Opens the file of a data folder for one site desk; makes it when there is none.
 *
 * @throws StartProblem when it is damaged
 */
export async function openDeskKey(folder: string, address: string): Promise<DeskKey> {
  const file = join(folder, FILE);
  const content = await readPrivateFile(file);
  let kept = content
    ? read(file, content)
    : { version: 1 as const, master: randomBytes(32).toString('base64'), sites: {} };
  const write = (): void => writeDurably(file, `${JSON.stringify(kept, null, 2)}\n`);
  if (!content) write();
  return {
    master: new Uint8Array(Buffer.from(kept.master, 'base64')),
    site: () => kept.sites[address] ?? null,
    elsewhere: () =>
      Object.entries(kept.sites).flatMap(([foundAt, site]) => (foundAt === address ? [] : [site])),
    name: () => kept.names?.[address] ?? null,
    keepName(name) {
      if (kept.names?.[address] === name) return;
      kept = { ...kept, names: { ...kept.names, [address]: name } };
      write();
    },
    keep(site) {
      const others = Object.entries(kept.sites).filter(
        ([foundAt, other]) => foundAt !== address && other.certificate !== site?.certificate,
      );
      kept = { ...kept, sites: Object.fromEntries(site ? [...others, [address, site]] : others) };
      write();
    },
  };
}

/** See {@link DeskKey}; null where the folder is no further desk's. Nothing is written into it. */
export async function masterOfDesk(folder: string): Promise<Uint8Array | null> {
  const file = join(folder, FILE);
  const content = await readPrivateFile(file);
  return content && new Uint8Array(Buffer.from(read(file, content).master, 'base64'));
}

function read(file: string, content: Uint8Array): z.infer<typeof keyFile> {
  try {
    return keyFile.parse(JSON.parse(Buffer.from(content).toString('utf8')));
  } catch (cause) {
    throw new StartProblem(`${file} is damaged; remove it and pair this desk again.`, { cause });
  }
}
