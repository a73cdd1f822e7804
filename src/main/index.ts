// The desktop app: one engine in this process, its windows around it.
import { join } from 'node:path';
import { app, dialog, session } from 'electron';
import { prepareDataFolder } from '../app/data-folder.ts';
import { refuseDoors } from '../app/debuggers.ts';
import { takeSecretsFrom } from '../app/environment.ts';
import { readManagedSettings } from '../app/managed-settings.ts';
import { parseStartOptions } from '../app/options.ts';
import { readScreenFiles } from '../app/screen-files.ts';
import { dataFolderOf, modeOf, startDesk } from '../app/start-desk.ts';
import type { RunningDesk } from '../app/start-desk.ts';
import { startProblemLine } from '../app/start-problem.ts';
import { version } from '../app/version.ts';
import { confineSession, declareProtocol, serveScreens } from './app-protocol.ts';
import { bindBridge } from './bridge.ts';
import { requireClosedDoors } from './debugging.ts';
import { setMenu } from './menu.ts';
import { systemKeyGuard } from './system-key.ts';
import { confineContents, createWindows } from './windows.ts';

let desk: RunningDesk | null = null;

async function run(): Promise<void> {
  const doors = requireClosedDoors(process.env);
  const options = parseStartOptions(process.argv.slice(app.isPackaged ? 1 : 2), { tolerant: true });
  const dataFolder = dataFolderOf(options, process.env);
  // Chromium's own files go where the desk's data is, so that another data folder is another app.
  app.setPath('userData', join(dataFolder, 'electron'));
  // A crash dump is a picture of the memory, patients and all.
  app.commandLine.appendSwitch('disable-breakpad');
  app.enableSandbox();
  declareProtocol();
  confineContents();
  // Before Chromium starts its own processes, which would inherit what the environment holds of secrets.
  const settings = await readManagedSettings(options.settingsFile, takeSecretsFrom(process.env));
  refuseDoors(doors, modeOf(settings));
  // Electron refuses its lock for a folder that it cannot write just as for one in use: the first is found out here.
  await prepareDataFolder(dataFolder);
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write(
      'Drawdesk: it is already running on this data folder; its window comes to the front.\n',
    );
    return app.exit(1);
  }
  await app.whenReady();

  confineSession(session.defaultSession);
  serveScreens(await readScreenFiles(join(import.meta.dirname, '../renderer')));
  desk = await startDesk(dataFolder, settings, {
    version,
    liveGuard: systemKeyGuard(),
    warn: say,
    giveUp: (why) => {
      say(why);
      stopping = true;
      (desk?.close() ?? Promise.resolve()).then(() => app.exit(1), fail);
    },
  });
  const { engine, log } = desk;
  const mayLookInside = !app.isPackaged && desk.mode === 'training';
  const windows = createWindows({ devTools: mayLookInside });
  bindBridge(engine, windows, (channel) => log.warn('message from a foreign frame refused', { channel }));
  setMenu(() => windows.open(), { devTools: mayLookInside });
  app.on('second-instance', () => windows.focus());
  app.on('activate', () => windows.focus());
  windows.open();
}

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});

// Quitting waits until the desk has stopped in order; asking a second time does not wait.
let stopping = false;
app.on('will-quit', (event) => {
  if (!desk || stopping) return;
  event.preventDefault();
  stopping = true;
  desk.close().then(() => app.exit(0), fail);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => (stopping ? app.exit(130) : app.quit()));
}

function say(line: string): void {
  process.stderr.write(`Drawdesk: ${line}\n`);
}

function fail(error: unknown): void {
  say(startProblemLine(error) ?? String(error instanceof Error ? (error.stack ?? error.message) : error));
  // Started from an icon there is no terminal to read.
  if (app.isPackaged && app.isReady()) {
    dialog.showErrorBox('Drawdesk cannot start', String(startProblemLine(error) ?? 'Something went wrong.'));
  }
  app.exit(1);
}

run().catch(fail);
