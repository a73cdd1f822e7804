// The data folder that specs start from: made once before the first spec, copied for each, and deleted after the last.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from '../support/desk-process.ts';
import { chooseSiteZone } from './site-zone.ts';

/** The runner hands its environment on to the processes of the specs. */
const VARIABLE = 'DRAWDESK_E2E_PREPARED';

/** Path of the prepared data folder. */
export function preparedFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined)
    throw new Error('No desk was prepared; see `globalSetup` in playwright.config.ts.');
  return folder;
}

/** Called by the runner before the first spec; the returned function is called after the last one. */
export default async function prepareFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-read-'));
  const preparation = startNode([join(import.meta.dirname, 'prepare-desk.ts'), folder, chooseSiteZone()]);
  const { code } = await preparation.ended;
  if (code !== 0) throw new Error(`No desk could be prepared.\n${preparation.stderr()}`);
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true });
}
