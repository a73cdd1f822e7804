// A further desk as a machine of its own: its own process, its own data folder, its own browser.
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { READY_LINE, startNode } from '../../../support/desk-process.ts';

const root = resolve(import.meta.dirname, '../../../..');

export interface FurtherDesk {
  readonly page: Page;
  /** Ends the desk as a power cut would; its window stays, and finds nobody there. */
  kill(): Promise<void>;
  /** Starts it again on the same folder, so at the same port. */
  startAgain(): Promise<void>;
  /** Ends the desk and closes its browser. */
  stop(): Promise<void>;
}

/** The command line of a further desk on `folder`, for the site desk at `address`. */
export const furtherDeskArguments = (folder: string, address: string): readonly string[] => [
  join(root, 'out/main/web-host.js'),
  '--no-open',
  `--data-dir=${join(folder, 'desk')}`,
  `--desk=${address}`,
];

/** Starts a further desk on `folder`, for the site desk at `address`, and opens its first window. */
export async function startFurtherDesk(
  browser: Browser,
  { folder, address }: { readonly folder: string; readonly address: string },
): Promise<FurtherDesk> {
  let desk = startNode(furtherDeskArguments(folder, address));
  const [, link = ''] = await desk.line(READY_LINE);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(link);
  return {
    page,
    async kill() {
      desk.child.kill('SIGKILL');
      await desk.ended;
    },
    async startAgain() {
      desk = startNode(furtherDeskArguments(folder, address));
      await desk.line(READY_LINE);
    },
    async stop() {
      await context.close();
      desk.child.kill('SIGTERM');
      await desk.ended;
    },
  };
}
