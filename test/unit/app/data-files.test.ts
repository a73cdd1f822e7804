// Which file holds the database of a service: one, however its address is written in the settings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeFile } from '../../../src/app/data-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const of = (address: string, brand: string | null = null): string => storeFile(folder, { address, brand });

describe('the database of a service', () => {
  it('is the same file for each spelling of its address, so that nothing is left behind in another one', () => {
    const usual = of('https://lab.example.org/v1');
    for (const spelling of ['https://LAB.example.org/v1', 'HTTPS://lab.example.org:443/v1']) {
      expect(of(spelling)).toBe(usual);
    }
  });

  it('is another one for another path, port, brand or host', () => {
    const all = [
      of('https://lab.example.org'),
      of('https://lab.example.org/v1'),
      of('https://lab.example.org/V1'),
      of('https://lab.example.org:8443'),
      of('https://lab.example.org', 'City'),
      of('https://lab2.example.org'),
      storeFile(folder, null),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('keeps the name that earlier versions gave it', () => {
    expect(of('https://lab.example.org')).toBe(join(folder, 'desk-live-b1e3baf70415979f.db'));
  });

  it('stays the file that an earlier version named after another spelling, also where only a backup of it is left', () => {
    const named = join(folder, 'desk-live-2c5f218cd7010c34.db');
    writeFileSync(`${named}.backup-0000000123-20261120T193456Z`, 'x');
    expect(of('https://LAB.example.org')).toBe(named);
    // Whatever else there is: the desk has worked with this one last.
    writeFileSync(of('https://lab.example.org'), 'x');
    expect(of('https://LAB.example.org')).toBe(named);
  });
});
