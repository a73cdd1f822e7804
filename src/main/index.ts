// The desktop app's main process: runs one engine, or the line of a further desk to its site desk, and opens the windows.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, dialog, session } from 'electron';
import type { BrowserWindow } from 'electron';
import { prepareDataFolder } from '../app/data-folder.ts';
import { refuseDoors } from '../app/debuggers.ts';
import { takeSecretsFrom } from '../app/environment.ts';
import { createEngineToCome } from '../app/engine-to-come.ts';
import { startFurtherDesk } from '../app/further-desk.ts';
import { readManagedSettings } from '../app/managed-settings.ts';
import type { ManagedSettings } from '../app/managed-settings.ts';
import { serviceWords } from '../app/made-for.ts';
import { parseStartOptions } from '../app/options.ts';
import { buildOf, openScreenFiles, readInTurn } from '../app/screen-files.ts';
import { beginDesk, dataFolderOf, modeOf } from '../app/start-desk.ts';
import type { DeskHost, RunningDesk } from '../app/start-desk.ts';
import { StartProblem, startProblemLine } from '../app/start-problem.ts';
import { version } from '../app/version.ts';
import { siteAddressText } from '../domain/pairing.ts';
import { confineSession, declareProtocol, serveScreens } from './app-protocol.ts';
import { bindBridge } from './bridge.ts';
import { requireClosedDoors } from './debugging.ts';
import { setMenu } from './menu.ts';
import { createScannerPermissions } from './scanner-permissions.ts';
import { answerSecondStarts, secondStartOf } from './second-start.ts';
import { createSpooler } from './spooler.ts';
import { systemKeyGuard } from './system-key.ts';
import { createOutside } from './outside.ts';
import { confineContents, createWindows } from './windows.ts';

/** A window has drawn its frame sooner; one that cannot draw must not keep the desk from being opened. */
const FRAME_DRAWN_WITHIN_MS = 2_000;
/**
 * If closing takes longer, as with a printer that has stopped in the middle of a page, the process ends anyway: nobody sees it any more, and
 * it would keep the desk from being started again. Nothing is lost: everything saved is on disk already.
 */
const LONGEST_CLOSE_MS = 10_000;

let running: { close(): Promise<void> | void } | null = null;

async function run(): Promise<void> {
  const doors = requireClosedDoors(process.env);
  const options = parseStartOptions(process.argv.slice(app.isPackaged ? 1 : 2), { tolerant: true });
  const dataFolder = dataFolderOf(options, process.env);
  // Chromium keeps its files in the data folder too, so that desks on two data folders do not share anything.
  const chromiumFolder = join(dataFolder, 'electron');
  app.setPath('userData', chromiumFolder);
  // No crash dumps: they contain the memory of the process, and with it patient data.
  app.commandLine.appendSwitch('disable-breakpad');
  app.enableSandbox();
  declareProtocol();
  confineContents();
  // Takes the secrets out of the environment before Chromium starts its processes, which would inherit them.
  const settings = await readManagedSettings(options.settingsFile, takeSecretsFrom(process.env));
  // A further desk may show the people of a live site.
  refuseDoors(doors, options.desk ? 'live' : modeOf(settings));
  if (options.site || settings.site) {
    throw new StartProblem('A site desk shows its screens in a browser; start this one with --host=web.');
  }
  // Checked here because Electron's lock fails in the same way for a folder that cannot be written and for one in use.
  await prepareDataFolder(dataFolder);
  const shows = options.desk
    ? `the site desk ${siteAddressText(options.desk)}`
    : serviceWords(settings.service);
  if (!app.requestSingleInstanceLock(secondStartOf(shows, settings))) {
    process.stderr.write('Drawdesk: it is already running on this data folder; look at its windows.\n');
    return app.exit(1);
  }
  await app.whenReady();

  confineSession(
    session.defaultSession,
    createScannerPermissions(join(chromiumFolder, 'scanners.json'), askWhich),
  );
  const screens = openScreenFiles(join(import.meta.dirname, '../renderer'));
  serveScreens(screens);
  const ends: Pick<DeskHost, 'warn' | 'giveUp'> = {
    warn: say,
    giveUp: (why) => {
      say(why);
      stopping = true;
      endAfterClosing(1);
    },
  };
  const { answering, opened, open, site, log, isTraining } = options.desk
    ? await joinSiteDesk(dataFolder, { address: options.desk, build: buildOf(screens), ...ends })
    : await beginOwnDesk(dataFolder, {
        settings,
        isTakeOver: options.takeOver,
        replaces: options.replaces,
        mayBeginEmpty: options.newDesk,
        ends,
      });
  const mayLookInside = !app.isPackaged && isTraining;
  const windows = createWindows({
    devTools: mayLookInside,
    isTraining,
    onEnded: (reason) => log.error('the process of a window ended; the window is drawn again', { reason }),
  });
  const outside = createOutside({ isAllowed: settings.outsideLinks });
  bindBridge(answering, { windows, outside, site, opened }, (channel) =>
    log.warn('message refused: it did not come from one of our windows', { channel }),
  );
  setMenu(() => void (stopping || windows.open()), { devTools: mayLookInside });
  answerSecondStarts({ shows, settings }, { focus: () => windows.focus(), isClosing: () => stopping });
  app.on('activate', () => {
    if (!stopping) windows.focus();
  });
  const window = windows.open();
  if (open) {
    await frameDrawn(window);
    await open();
  }
  await readInTurn(screens);
}

/** To load and open the engine holds this thread, which hands the page to the window: it would stay blank meanwhile. */
function frameDrawn(window: BrowserWindow): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  window.once('ready-to-show', () => resolve());
  window.once('closed', () => resolve());
  return Promise.race([promise, sleep(FRAME_DRAWN_WITHIN_MS, undefined, { ref: false })]);
}

/** What the windows are shown: the engine here, or the site desk's. */
interface Shown {
  readonly answering: Parameters<typeof bindBridge>[0];
  /** Kept when it may be asked. */
  readonly opened: Promise<unknown>;
  /** Opens it, once there is a window; null where it is open already. */
  readonly open: (() => Promise<void>) | null;
  readonly site: Parameters<typeof bindBridge>[1]['site'];
  readonly log: RunningDesk['log'];
  /** Nothing about real people is shown. Not known of a site desk. */
  readonly isTraining: boolean;
}

/** Locks the data folder. The engine is opened later, so that there is a window first; for a take-over at once, which may fail. */
async function beginOwnDesk(
  dataFolder: string,
  how: {
    readonly settings: ManagedSettings;
    readonly isTakeOver: boolean;
    readonly replaces: string | null;
    readonly mayBeginEmpty: boolean;
    readonly ends: Pick<DeskHost, 'warn' | 'giveUp'>;
  },
): Promise<Shown> {
  const host: DeskHost = {
    version,
    ask: null,
    liveGuard: systemKeyGuard(),
    drawsIn: 'threads',
    ...how.ends,
    // Elsewhere CUPS is given the documents themselves.
    ...(process.platform === 'win32' ? { spooler: createSpooler() } : {}),
  };
  const begun = await beginDesk(dataFolder, how.settings, host, how);
  const engine = createEngineToCome();
  let opening: Promise<RunningDesk> | null = null;
  let isOver = false;
  running = {
    // Whoever quits while the desk is being opened waits for it: it is stopped in order.
    async close() {
      isOver = true;
      if (opening) await opening.then((desk) => desk.close());
      else begun.release();
    },
  };
  const orRelease = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      engine.failsWith(error);
      running = null;
      begun.release();
      throw error;
    });
  const open = async (): Promise<void> => {
    if (isOver) return;
    const { isTakeOver } = how;
    let desk: RunningDesk | null = null;
    const letIn = (): void => {
      if (desk) engine.opensWith(desk.engine);
    };
    opening = begun.open({ isTakeOver, around: { before: () => engine.opensAnew(), after: letIn } });
    desk = await orRelease(opening);
    letIn();
  };
  if (how.isTakeOver) await open();
  // A desk whose key cannot be had is refused before anybody sees a window of it.
  else await orRelease(begun.hostKey('window'));
  return {
    answering: engine,
    opened: engine.opened,
    open: how.isTakeOver ? null : open,
    site: null,
    log: begun.log,
    isTraining: begun.mode === 'training',
  };
}

async function joinSiteDesk(dataFolder: string, how: Parameters<typeof startFurtherDesk>[1]): Promise<Shown> {
  const desk = await startFurtherDesk(dataFolder, how);
  running = desk;
  const opened = Promise.resolve();
  return { answering: desk.site, opened, open: null, site: desk.site, log: desk.log, isTraining: false };
}

/** Shows a question with one button for each answer; null when none of them is pressed. */
async function askWhich(question: string, answers: readonly string[]): Promise<number | null> {
  const buttons = [...answers, 'None of them'];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: question,
    buttons,
    cancelId: answers.length,
    defaultId: answers.length,
    noLink: true,
  });
  return response < answers.length ? response : null;
}

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});

// Quitting waits until the desk has stopped in order. A second request to quit does not wait.
let stopping = false;
app.on('will-quit', (event) => {
  if (!running || stopping) return;
  event.preventDefault();
  stopping = true;
  endAfterClosing(0);
});

function endAfterClosing(code: number): void {
  setTimeout(() => {
    say('The desk took too long to stop.');
    app.exit(1);
  }, LONGEST_CLOSE_MS).unref();
  Promise.resolve(running?.close()).then(() => app.exit(code), fail);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => (stopping ? app.exit(130) : app.quit()));
}

function say(line: string): void {
  process.stderr.write(`Drawdesk: ${line}\n`);
}

function fail(error: unknown): void {
  say(startProblemLine(error) ?? String(error instanceof Error ? (error.stack ?? error.message) : error));
  // An app that was started by its icon has no terminal, so the message is shown in a dialog.
  if (app.isPackaged && app.isReady()) {
    dialog.showErrorBox('Drawdesk cannot start', String(startProblemLine(error) ?? 'Something went wrong.'));
  }
  app.exit(1);
}

run().catch(fail);
