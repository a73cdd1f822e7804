// What every end-to-end spec starts from: a desk of its own on a data folder of its own, and a page that shows it.
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect as expected, test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { HOST_KINDS, lackOf, startHost } from './desk-hosts.ts';
import type { HostKind, RunningHost } from './desk-hosts.ts';
import { takeForItsOwn } from '../support/left-by-a-kill.ts';
import { preparedFolder } from './prepared-folder.ts';
import { endpointsIn, USED_ENDPOINTS } from './service-use.ts';
import { siteZone } from './site-zone.ts';

export { scan } from '../support/scanner.ts';

/** So long is waited for what a screen says; by the specs, and by the tools that go through the screens without their runner. */
const LONGEST_WAIT_MS = 30_000;

export const expect = expected.configure({ timeout: LONGEST_WAIT_MS });

export interface DeskOptions {
  /** Managed settings of this spec's desks, with the zone of their site unless they name one; null trains. */
  readonly managedSettings: object | null;
  /**
   * What the desk finds at its start: `read`, a data folder of training on which everything was read this morning;
   * `nothing`, as on the day of its installation. A desk of a service of its own finds nothing.
   */
  readonly startsWith: 'read' | 'nothing';
  /** Environment on top of the machine's. */
  readonly deskEnv: Readonly<Record<string, string>>;
}

export interface DeskHost {
  readonly kind: HostKind;
  readonly dataFolder: string;
  /** What the desk is started with: for a spec that starts it again beside the windows that are open. */
  readonly args: readonly string[];
  /** The present run's first window. */
  readonly page: Page;
  openWindow(): Promise<Page>;
  /** Ends the desk as a power cut would; its windows stay and find nobody there. */
  kill(): Promise<void>;
  /** Ends the desk as Ctrl+C would; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Starts the desk again on the same folder and opens a window. The old windows are closed. */
  restart(): Promise<Page>;
  stderr(): string;
  /** The id of the process that runs now. */
  pid(): number;
}

interface Fixtures {
  /** A desk that runs. */
  host: DeskHost;
  /** The desk's first window. */
  page: Page;
}

export const test = base.extend<Fixtures & DeskOptions>({
  managedSettings: [null, { option: true }],
  startsWith: ['read', { option: true }],
  deskEnv: [{}, { option: true }],

  host: async ({ context, managedSettings, startsWith, deskEnv }, use, testInfo) => {
    const kind = HOST_KINDS.find((name) => name === testInfo.project.name) ?? 'web';
    const lack = lackOf(kind);
    testInfo.skip(lack !== null, lack ?? '');

    const base = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-'));
    const dataFolder = join(base, 'desk');
    const trains = managedSettings === null || !('service' in managedSettings);
    if (startsWith === 'read' && trains) {
      await cp(preparedFolder(), dataFolder, { recursive: true });
      takeForItsOwn(dataFolder);
    }
    const requests = join(base, 'requests.txt');
    const file = join(base, 'site.json');
    await writeFile(file, JSON.stringify({ timeZone: siteZone(), ...managedSettings }));
    const args = [`--data-dir=${dataFolder}`, `--config=${file}`];
    const complaints: string[] = [];
    context.on('page', (page) => collectComplaints(page, complaints));
    const start = (): Promise<RunningHost> =>
      startHost[kind]({
        context,
        args,
        env: { ...process.env, ...deskEnv, DRAWDESK_E2E_REQUESTS: requests },
      });

    let running = await start();
    const state = { runs: true };
    await use({
      kind,
      dataFolder,
      args,
      get page() {
        return running.page;
      },
      openWindow: () => running.openWindow(),
      async kill() {
        state.runs = false;
        await running.kill();
      },
      stop() {
        state.runs = false;
        return running.stop();
      },
      async restart() {
        if (state.runs) await running.stop();
        await closePages(context);
        running = await start();
        state.runs = true;
        return running.page;
      },
      stderr: () => running.stderr(),
      pid: () => running.pid,
    });
    const said = running.stderr();
    // What a spec answers itself may be asked for to the end: it would find nobody there any more.
    for (const page of context.pages()) await answerNoMore(page);
    if (state.runs) await running.stop();
    testInfo.annotations.push({ type: USED_ENDPOINTS, description: endpointsIn(requests).join(' ') });
    await rm(base, { recursive: true });
    if (said !== '') await testInfo.attach('stderr', { body: said, contentType: 'text/plain' });
    expect(complaints, 'uncaught errors and policy violations in the pages').toEqual([]);
  },

  page: async ({ host }, use) => {
    await use(host.page);
  },
});

/** Uncaught errors and blocked content are faults even where the screen looks right. */
function collectComplaints(page: Page, complaints: string[]): void {
  // Of an error outside of any function the stack is empty.
  page.on('pageerror', ({ stack, message }) =>
    complaints.push(stack === undefined || stack === '' ? message : stack),
  );
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Permissions Policy/i.test(message.text())) {
      complaints.push(message.text());
    }
  });
}

/** The windows of a desktop app that the spec has stopped close with it, perhaps in this moment: these ask for nothing any more. */
async function answerNoMore(page: Page): Promise<void> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  } catch (thrown) {
    if (!page.isClosed()) throw thrown;
  }
}

/** Closes what is open without asking the pages, which may warn of unsent work. */
async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close({ runBeforeUnload: false });
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// The dark look differs from the light one in colours alone (test/unit/renderer/looks.test.ts), so these rules are the ones
// that can judge it otherwise.
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

// axe itself is what its library for Playwright depends on, not we.
const requireOfAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
/** What the library gives a page, without comments and long names: it is read in three quarters of the time. */
const axeScript = readFileSync(requireOfAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe on what the page shows now: every rule in the light look, and those of colours in the dark look. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFindings(page, 'light', (axe) => axe.withTags(RULES));
  await expectNoFindings(page, 'dark', (axe) => axe.withRules(RULES_OF_COLOUR));
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
}

async function expectNoFindings(
  page: Page,
  colorScheme: 'light' | 'dark',
  withItsRules: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // axe is more than half a megabyte of script: a page that has it already is not given it again.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: isThere ? ';' : axeScript })
    // What passed is not told in full: it would be a megabyte for each look.
    .options({ resultTypes: ['violations'] })
    // Legacy mode opens no page of its own, which Electron's windows could not.
    .setLegacyMode();
  const { violations } = await withItsRules(axe).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n    ${failureSummary}`).join('\n')}`,
  );
  expect(findings, `accessibility in the ${colorScheme} look`).toEqual([]);
}
