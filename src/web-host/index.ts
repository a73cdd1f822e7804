// The web host's command line: starts a desk, serves its screens on this machine, stops cleanly.
import { join } from 'node:path';
import { hasDisplay } from '../app/display.ts';
import { parseStartOptions, START_HELP } from '../app/options.ts';
import { readScreenFiles } from '../app/screen-files.ts';
import { askAtTerminal, passphraseGuard } from '../app/secrets-passphrase.ts';
import { startDesk } from '../app/start-desk.ts';
import { startProblemLine } from '../app/start-problem.ts';
import { describeThrown } from '../app/unforeseen.ts';
import { version } from '../app/version.ts';
import { createAccess } from './access.ts';
import { openInBrowser } from './browser.ts';
import { listen, LOOPBACK } from './listen.ts';

/** A close that hangs must not keep the terminal; what was saved is on disk whatever happens. */
const LONGEST_CLOSE_MS = 10_000;

async function run(): Promise<void> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(START_HELP);
    return;
  }
  const files = await readScreenFiles(join(import.meta.dirname, '../renderer'));
  let stop = async (): Promise<void> => undefined;
  const desk = await startDesk(options, {
    version,
    env: process.env,
    warn: say,
    giveUp: (why) => {
      say(why);
      endAfter(stop, 1);
    },
    liveGuardOf: (settings, env) =>
      passphraseGuard({ variable: settings.passphraseFromEnvironment, env, ask: askAtTerminal() }),
  });
  const access = createAccess();
  let host;
  try {
    const onFailure = (error: unknown): void => desk.log.error('web host failed', describeThrown(error));
    host = await listen({ engine: desk.engine, files, access, onFailure }, options.port);
  } catch (error) {
    await desk.close();
    throw error;
  }
  stop = async () => {
    await host.close();
    await desk.close();
  };
  stopOnSignal(stop);
  const address = `http://${LOOPBACK}:${host.port}/`;
  process.stdout.write(`Drawdesk is ready at ${address}#token=${access.launchToken}\n`);
  if (options.open && hasDisplay(process.env, process.platform)) {
    openInBrowser(`${address}#token=${access.makeOneTimeToken()}`, process.platform);
  }
}

/** The first signal stops everything in order; a second one does not wait. */
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
