// The command `npm run sandbox`: runs the sandbox without a desk.
import { errorCode } from '../domain/error-code.ts';
import { HELP, readCommandLine, WrongOption, type CommandLine } from './command-line.ts';
import { startSandbox } from './sandbox.ts';
import { UnusableDataFile } from './store/database.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function giveUp(line: string): never {
  process.stderr.write(`${line.replaceAll('\n', ' ')}\n`);
  process.exit(1);
}

/** Says in one line why the sandbox did not start. */
function problemOf(error: unknown, options: CommandLine | null): string {
  if (error instanceof WrongOption || error instanceof UnusableDataFile) return error.message;
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `Port ${options?.port} is taken; choose another with --port.`;
  if (code === 'EACCES') return `Port ${options?.port} may not be used; choose another with --port.`;
  return `The sandbox did not start: ${error instanceof Error ? error.message : String(error)}`;
}

async function run(): Promise<void> {
  let options: CommandLine | null = null;
  try {
    options = readCommandLine(process.argv.slice(2));
    if (options === null) return say(HELP.trimEnd());
    const sandbox = await startSandbox({
      ...options,
      log: {
        error: (message, fields) =>
          void process.stderr.write(`${message} ${fields === undefined ? '' : JSON.stringify(fields)}\n`),
      },
    });
    let closing = false;
    const close = (): void => {
      if (closing) return;
      closing = true;
      void sandbox.close().then(() => process.exit(0));
    };
    process.once('SIGINT', close);
    process.once('SIGTERM', close);
    say(`Sandbox is ready at ${sandbox.baseUrl}`);
  } catch (error) {
    giveUp(problemOf(error, options));
  }
}

await run();
