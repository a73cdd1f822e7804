// The web host: starts a desk and serves its screens to browsers on this machine.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from '../app/data-folder.ts';
import { openNodeDoors, refuseDoors } from '../app/debuggers.ts';
import { hasDisplay } from '../app/display.ts';
import { takeSecretsFrom } from '../app/environment.ts';
import { masterOfDesk } from '../app/desk-key.ts';
import { createEngineToCome } from '../app/engine-to-come.ts';
import type { FurtherDesk } from '../app/further-desk.ts';
import { serviceWords } from '../app/made-for.ts';
import { readManagedSettings, USUAL_SITE_LISTENER } from '../app/managed-settings.ts';
import type { ManagedSettings, SiteListener } from '../app/managed-settings.ts';
import { parseStartOptions, START_HELP } from '../app/options.ts';
import type { StartOptions } from '../app/options.ts';
import { buildOf, openScreenFiles, readInTurn } from '../app/screen-files.ts';
import type { ScreenFiles } from '../app/screen-files.ts';
import { KeyMissing } from '../app/secrets.ts';
import { askAtTerminal, passphraseGuard } from '../app/secrets-passphrase.ts';
import { settingsMark } from '../app/settings-mark.ts';
import { beginDesk, dataFolderOf, hostKeyOfFolder, modeOf } from '../app/start-desk.ts';
import type { BegunDesk, DeskHost, RunningDesk } from '../app/start-desk.ts';
import { startProblemLine } from '../app/start-problem.ts';
import { version } from '../app/version.ts';
import { warmUp } from '../app/warm-up.ts';
import { openWebMemory } from '../app/web-memory.ts';
import type { WebMemory } from '../app/web-memory.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import { siteAddressText } from '../domain/pairing.ts';
import type { SiteAddress } from '../domain/pairing.ts';
import { createAccess } from './access.ts';
import { redirectFileIn } from './browser.ts';
import { doorForDesks } from './door-for-desks.ts';
import type { DoorForDesks } from './door-for-desks.ts';
import { watchPage } from './first-page.ts';
import type { FirstPage } from './first-page.ts';
import { createLinks } from './links.ts';
import type { Link, Links } from './links.ts';
import { listen, LOOPBACK, PortTaken } from './listen.ts';
import type { ServedParts, WebHost } from './listen.ts';
import { show, showRunningDesk } from './running-desk.ts';
import type { SiteDoor, WebHostParts } from './routes.ts';

/** If closing takes longer, the process ends anyway. Nothing is lost: everything saved is on disk already. */
const LONGEST_CLOSE_MS = 10_000;
/** See `hostKey` of a running desk. */
const KEY_PURPOSE = 'web host';
/** A browser that runs has asked for the page sooner; for one that must be started first, nothing waits longer. */
const PAGE_ASKED_WITHIN_MS = 250;
/** One that has it asks for what it names at once; on a busy machine that takes a while. */
const PAGE_WHOLE_WITHIN_MS = 2_000;
const SCREEN_DRAWN_WITHIN_MS = 1_000;

async function run(): Promise<void> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(START_HELP);
    return;
  }
  const files = openScreenFiles(join(import.meta.dirname, '../renderer'));
  const withFile = options.open && hasDisplay(process.env, process.platform);
  if (options.desk) return runFurtherDesk(options.desk, { options, files, withFile });
  const readSecret = takeSecretsFrom(process.env);
  const settings = await readManagedSettings(options.settingsFile, readSecret);
  refuseDoors(openNodeDoors(process.env), modeOf(settings));
  const variable = settings.passphraseFromEnvironment;
  let stop = async (): Promise<void> => undefined;
  const ask = askAtTerminal();
  const at = settings.site ?? (options.site ? USUAL_SITE_LISTENER : null);
  const host: DeskHost = {
    version,
    ask,
    liveGuard: passphraseGuard({ variable, readSecret, ask }),
    warn: say,
    drawsIn: 'other-process',
    takesDesksAt: at,
    giveUp: (why) => {
      say(why);
      endAfter(stop, 1);
    },
  };
  let begun: BegunDesk;
  try {
    begun = await beginDesk(dataFolderOf(options, process.env), settings, host, {
      isTakeOver: options.takeOver,
      replaces: options.replaces,
      mayBeginEmpty: options.newDesk,
    });
  } catch (error) {
    // A window of a desk that runs already would be taken for the take-over.
    if (!(error instanceof DataFolderInUse) || options.takeOver) throw error;
    const { folder } = error;
    const master = await hostKeyOfFolder(folder, settings, { ...host, purpose: KEY_PURPOSE }).catch(
      (thrown: unknown) => {
        throw thrown instanceof KeyMissing ? error : thrown;
      },
    );
    const wanted = {
      site: null,
      shows: serviceWords(settings.service),
      takesDesks: at !== null,
      settings: settingsMark(settings, master),
    };
    return showRunningDesk(error, { master, withFile, wanted, port: options.port, say });
  }
  const { desk, served, link, site } = await openAndServe(begun, {
    isTakeOver: options.takeOver,
    at,
    wanted: { files, port: options.port },
    withFile,
    settings,
  });
  stop = async () => {
    served.links.close();
    await site?.close();
    await served.host.close();
    await desk.close();
  };
  stopOnSignal(() => stop());
  if (site) process.stdout.write(`Further desks join with --desk=${site.addresses()[0]}\n`);
  ready(link);
}

interface OpenDesk {
  readonly desk: RunningDesk;
  readonly served: Served;
  readonly link: Link;
  readonly site: DoorForDesks | null;
}

/**
 * Lets the first window in and opens the engine beside it: the browser fetches and runs the screens' script meanwhile, and the
 * window's first question waits for the engine. A take-over is asked about at the terminal first.
 */
async function openAndServe(
  begun: BegunDesk,
  how: {
    readonly isTakeOver: boolean;
    readonly at: SiteListener | null;
    readonly wanted: { readonly files: ScreenFiles; readonly port: number | null };
    readonly withFile: boolean;
    readonly settings: ManagedSettings;
  },
): Promise<OpenDesk> {
  const { isTakeOver, at, wanted, withFile, settings } = how;
  const { dataFolder, log } = begun;
  const engine = createEngineToCome();
  const page = watchPage(wanted.files);
  let first: { readonly served: Served; readonly link: Link } | null = null;
  let desk: RunningDesk | null = null;
  const site = at && doorForDesks({ at, build: buildOf(wanted.files) });
  let isAsked = false;
  const letIn = async (): Promise<void> => {
    if (!desk) return;
    await site?.open(desk);
    engine.opensWith(desk.engine);
  };
  const serveFirst = async () => {
    const key = begun.hostKey(KEY_PURPOSE);
    // The key of a live desk is made from its passphrase, slowly and on another thread. Nobody can be served before.
    if (begun.mode === 'live') await Promise.all([key, begun.load()]);
    const master = await key;
    const served = await serve(
      {
        engine,
        opened: engine.opened,
        onAsked: page.onAsked,
        shows: serviceWords(settings.service),
        takesDesks: at !== null,
        settings: settingsMark(settings, master),
        dataFolder,
        log,
        master,
      },
      wanted,
    );
    const link = served.links.make({ withFile });
    show(link);
    return { served, link };
  };
  try {
    if (!isTakeOver) {
      first = await serveFirst();
      // To load something holds the thread, and the browser would wait for its script. Once it has that, it runs it beside the loading.
      const mayWait = first.link.file !== null;
      isAsked = mayWait && (await isPageAsked(page));
      await first.served.host.loadRoutes();
      if (isAsked) await warmUp();
      if (isAsked) await Promise.race([page.isThere, sleep(PAGE_WHOLE_WITHIN_MS, null, { ref: false })]);
    }
    desk = await begun.open({
      isTakeOver,
      around: {
        async before() {
          engine.opensAnew();
          await site?.close();
        },
        after: () => letIn(),
      },
    });
    await letIn();
    first ??= await serveFirst();
    // The window draws its first screen now, and would wait for a processor.
    if (isAsked) await sleep(SCREEN_DRAWN_WITHIN_MS);
    await readInTurn(wanted.files);
    return { desk, site, ...first };
  } catch (error) {
    engine.failsWith(error);
    first?.served.links.close();
    await first?.served.host.close();
    await site?.close();
    if (desk) await desk.close();
    else begun.release();
    throw error;
  }
}

/** Whether a browser that was told the address has come for the page in time. */
const isPageAsked = (page: FirstPage): Promise<boolean> =>
  Promise.race([page.isSent.then(() => true), sleep(PAGE_ASKED_WITHIN_MS).then(() => false)]);

/** A further desk: no engine, but the windows of this machine, and one pinned line to the site desk. */
async function runFurtherDesk(
  address: SiteAddress,
  start: { readonly options: StartOptions; readonly files: ScreenFiles; readonly withFile: boolean },
): Promise<void> {
  const { options, files, withFile } = start;
  const { startFurtherDesk } = await import('../app/further-desk.ts');
  const build = buildOf(files);
  let stop = async (): Promise<void> => undefined;
  const giveUp = (why: string): void => {
    say(why);
    endAfter(stop, 1);
  };
  let desk: FurtherDesk;
  try {
    desk = await startFurtherDesk(dataFolderOf(options, process.env), {
      address,
      build,
      warn: say,
      giveUp,
    });
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const site = siteAddressText(address);
    const master = await masterOfDesk(error.folder);
    if (master === null) throw error;
    const wanted = { site, shows: null, takesDesks: false, settings: null };
    return showRunningDesk(error, { master, withFile, wanted, port: options.port, say });
  }
  const { site, dataFolder, log, master } = desk;
  let served: Served;
  try {
    await readInTurn(files);
    served = await serve(
      { engine: site, site, shows: null, dataFolder, log, master },
      { files, port: options.port },
    );
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
  show(link);
  ready(link);
}

function ready({ address }: Link): void {
  process.stdout.write(`Drawdesk is ready at ${address}\n`);
}

/** What a web host serves: an engine, here or at the site desk, and the data folder that its windows belong to. */
interface Behind {
  readonly engine: WebHostParts['engine'];
  /** See `WebHostParts` and `ServedParts`. */
  readonly opened?: Promise<unknown>;
  readonly onAsked?: ServedParts['onAsked'] | undefined;
  readonly site?: SiteDoor;
  /** Null at a further desk: its site is the same one at another address. */
  readonly shows: string | null;
  readonly takesDesks?: boolean;
  /** Of its start; null at a further desk, which has none. */
  readonly settings?: string | null;
  readonly dataFolder: string;
  readonly log: RunningDesk['log'];
  /** See `createAccess`. */
  readonly master: Uint8Array;
}

interface Served {
  readonly host: WebHost;
  readonly links: Links;
}

async function serve(
  desk: Behind,
  wanted: { readonly files: ScreenFiles; readonly port: number | null },
): Promise<Served> {
  const memory = openWebMemory(desk.dataFolder, Date.now(), desk.shows);
  const redirectFile = redirectFileIn(desk.dataFolder);
  let port = 0;
  const access = createAccess({
    master: desk.master,
    port: () => port,
    sessionsFromMs: memory.sessionsFromMs,
    signedOut: memory.signedOut,
    onSignedOut: (signedOut) => remember(desk, () => memory.rememberSignedOut(signedOut)),
  });
  const links = createLinks({ access, redirectFile, address: () => `http://${LOOPBACK}:${port}/` });
  const onFailure = (error: unknown): void => desk.log.error('web host failed', faultInLog(error));
  const { engine, opened = Promise.resolve(), onAsked, site = null, shows } = desk;
  const { takesDesks = false, settings = null } = desk;
  const { files } = wanted;
  const build = buildOf(files);
  const told = { shows, takesDesks, settings };
  const parts = { engine, opened, onAsked, site, ...told, build, files, access, links, onFailure };
  const host = await listenWhereWindowsAre(parts, { wanted: wanted.port, memory, log: desk.log });
  port = host.port;
  remember(desk, () => memory.rememberPort(port));
  return { host, links };
}

/**
 * Writes what the next start must know. A disk that cannot be written does not stop the desk. The consequence is only
 * that windows cannot return after the next start, or that a signed-out window can.
 */
function remember({ log }: Behind, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.warn(
      'web-host.json could not be written; after the next start windows may have to be opened anew',
      faultInLog(error),
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
