// The web host: starts a desk and serves its screens to browsers on this machine.
import { join } from 'node:path';
import { DataFolderInUse } from '../app/data-folder.ts';
import { openNodeDoors, refuseDoors } from '../app/debuggers.ts';
import { hasDisplay } from '../app/display.ts';
import { takeSecretsFrom } from '../app/environment.ts';
import { readManagedSettings } from '../app/managed-settings.ts';
import type { ManagedSettings } from '../app/managed-settings.ts';
import { parseStartOptions, START_HELP } from '../app/options.ts';
import { readScreenFiles } from '../app/screen-files.ts';
import { KeyMissing } from '../app/secrets.ts';
import { askAtTerminal, passphraseGuard } from '../app/secrets-passphrase.ts';
import { dataFolderOf, hostKeyOfFolder, modeOf, startDesk } from '../app/start-desk.ts';
import type { DeskHost, RunningDesk } from '../app/start-desk.ts';
import { startProblemLine } from '../app/start-problem.ts';
import { describeThrown } from '../app/unforeseen.ts';
import { version } from '../app/version.ts';
import { openWebMemory } from '../app/web-memory.ts';
import type { WebMemory } from '../app/web-memory.ts';
import { createAccess } from './access.ts';
import { openInBrowser, redirectFileIn } from './browser.ts';
import { askForLink } from './door.ts';
import { createLinks } from './links.ts';
import type { Link, Links } from './links.ts';
import { listen, LOOPBACK, PortTaken } from './listen.ts';
import type { WebHost } from './listen.ts';

/** If closing takes longer, the process ends anyway. Nothing is lost: everything saved is on disk already. */
const LONGEST_CLOSE_MS = 10_000;
/** See `hostKey` of a running desk. */
const KEY_PURPOSE = 'web host';

async function run(): Promise<void> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(START_HELP);
    return;
  }
  const readSecret = takeSecretsFrom(process.env);
  const settings = await readManagedSettings(options.settingsFile, readSecret);
  refuseDoors(openNodeDoors(process.env), modeOf(settings));
  const variable = settings.passphraseFromEnvironment;
  let stop = async (): Promise<void> => undefined;
  const host: DeskHost = {
    version,
    liveGuard: passphraseGuard({ variable, readSecret, ask: askAtTerminal() }),
    warn: say,
    giveUp: (why) => {
      say(why);
      endAfter(stop, 1);
    },
  };
  const files = await readScreenFiles(join(import.meta.dirname, '../renderer'));
  const withFile = options.open && hasDisplay(process.env, process.platform);
  let desk: RunningDesk;
  try {
    desk = await startDesk(dataFolderOf(options, process.env), settings, host);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const link = await linkOfRunningDesk(error, { settings, host, withFile });
    process.stdout.write(`Drawdesk runs already; a window of it opens at ${link.address}\n`);
    return show(link);
  }
  let served: Served;
  try {
    served = await serve(desk, { files, port: options.port });
  } catch (error) {
    await desk.close();
    throw error;
  }
  stop = async () => {
    served.links.close();
    await served.host.close();
    await desk.close();
  };
  stopOnSignal(() => stop());
  const link = served.links.make({ withFile });
  process.stdout.write(`Drawdesk is ready at ${link.address}\n`);
  show(link);
}

interface Served {
  readonly host: WebHost;
  readonly links: Links;
}

async function serve(
  desk: RunningDesk,
  wanted: { readonly files: Awaited<ReturnType<typeof readScreenFiles>>; readonly port: number | null },
): Promise<Served> {
  const memory = openWebMemory(desk.dataFolder, Date.now());
  const redirectFile = redirectFileIn(desk.dataFolder);
  let port = 0;
  const access = createAccess({
    master: await desk.hostKey(KEY_PURPOSE),
    port: () => port,
    sessionsFromMs: memory.sessionsFromMs,
    signedOut: memory.signedOut,
    onSignedOut: (signedOut) => remember(desk, () => memory.rememberSignedOut(signedOut)),
  });
  const links = createLinks({ access, redirectFile, address: () => `http://${LOOPBACK}:${port}/` });
  const onFailure = (error: unknown): void => desk.log.error('web host failed', describeThrown(error));
  const parts = { engine: desk.engine, files: wanted.files, access, links, onFailure };
  const host = await listenWhereWindowsAre(parts, { wanted: wanted.port, memory, log: desk.log });
  port = host.port;
  remember(desk, () => memory.rememberPort(port));
  return { host, links };
}

/**
 * Writes what the next start must know. A disk that cannot be written does not stop the desk. The consequence is only
 * that windows cannot return after the next start, or that a signed-out window can.
 */
function remember({ log }: RunningDesk, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.warn(
      'web-host.json could not be written; after the next start windows may have to be opened anew',
      describeThrown(error),
    );
  }
}

/** Listens at the port of the last start, unless another one was asked for: open windows look for the desk there. */
async function listenWhereWindowsAre(
  parts: Parameters<typeof listen>[0],
  where: { readonly wanted: number | null; readonly memory: WebMemory; readonly log: RunningDesk['log'] },
): Promise<WebHost> {
  const { wanted, memory, log } = where;
  if (wanted !== null || memory.port === null) return listen(parts, wanted ?? 0);
  try {
    return await listen(parts, memory.port);
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    log.warn('the port of the last start is taken; windows that were open then must be opened anew', {
      port: memory.port,
    });
    return listen(parts, 0);
  }
}

/** A second start opens no second desk. If it can open the data folder, it gets a link to the running desk. */
async function linkOfRunningDesk(
  inUse: DataFolderInUse,
  start: { readonly settings: ManagedSettings; readonly host: DeskHost; readonly withFile: boolean },
): Promise<Link> {
  const { port } = openWebMemory(inUse.folder, Date.now());
  if (port === null) throw inUse;
  const master = await hostKeyOfFolder(inUse.folder, start.settings, {
    ...start.host,
    purpose: KEY_PURPOSE,
  }).catch((error: unknown) => {
    throw error instanceof KeyMissing ? inUse : error;
  });
  const link = await askForLink({ port, master, withFile: start.withFile });
  if (link === null) throw inUse;
  return link;
}

function show({ file }: Link): void {
  if (file !== null) openInBrowser(file, process.env, process.platform);
}

/** The first signal stops everything in order. A second one ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    endAfter(stop, 0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

function endAfter(stop: () => Promise<void>, code: number): void {
  setTimeout(() => fail(new Error('the desk took too long to stop')), LONGEST_CLOSE_MS).unref();
  stop().then(() => process.exit(code), fail);
}

function say(line: string): void {
  process.stderr.write(`Drawdesk: ${line}\n`);
}

function fail(error: unknown): never {
  say(startProblemLine(error) ?? String(error instanceof Error ? (error.stack ?? error.message) : error));
  process.exit(1);
}

run().catch(fail);
