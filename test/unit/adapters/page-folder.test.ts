// Pages that are written into a folder: what is said to be there outlives a power cut.
import type * as fs from 'node:fs/promises';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printToFolder } from '../../../src/adapters/page-folder.ts';

const disk = vi.hoisted(() => ({ did: [] as string[], refusesToSync: null as string | null }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    async open(...asked: Parameters<typeof real.open>) {
      const file = await real.open(...asked);
      const sync = file.sync.bind(file);
      file.sync = async () => {
        if (disk.refusesToSync === asked[0]) throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
        await sync();
        disk.did.push(`on the disk: ${String(asked[0])}`);
      };
      return file;
    },
    async rename(from: string, to: string) {
      await real.rename(from, to);
      disk.did.push(`named: ${to}`);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-pages-'));
  disk.did = [];
  disk.refusesToSync = null;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pdf = Buffer.from('%PDF-1.7');
const print = (): ReturnType<typeof printToFolder> =>
  printToFolder(folder, {
    name: 'job-1',
    look: () => pdf,
    begin: () => pdf,
  });

it.skipIf(process.platform === 'win32')(
  'are called taken once the file, and then its name, is on the disk',
  async () => {
    expect(await print()).toEqual({ outcome: 'taken', printerJob: 'job-1.pdf' });
    expect(disk.did).toEqual([
      `on the disk: ${join(folder, '.job-1.part')}`,
      `named: ${join(folder, 'job-1.pdf')}`,
      `on the disk: ${folder}`,
    ]);
  },
);

it('are called taken too where a network does not keep names by order', async () => {
  disk.refusesToSync = folder;
  expect(await print()).toEqual({ outcome: 'taken', printerJob: 'job-1.pdf' });
  expect(readdirSync(folder)).toEqual(['job-1.pdf']);
});

it('leave nothing behind where the disk does not take them', async () => {
  disk.refusesToSync = join(folder, '.job-1.part');
  expect(await print()).toMatchObject({ outcome: 'refused', again: true });
  expect(readdirSync(folder)).toEqual([]);
});
