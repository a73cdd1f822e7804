// `npm run audit -- --help`: checks the record of who did what at a desk.
import { audit } from '../src/app/audit.ts';
import { takeSecretsFrom } from '../src/app/environment.ts';
import { askAtTerminal } from '../src/app/secrets-passphrase.ts';
import { startProblemLine } from '../src/app/start-problem.ts';

try {
  const { words, exitCode } = await audit(process.argv.slice(2), {
    env: process.env,
    platform: process.platform,
    readSecret: takeSecretsFrom(process.env),
    ask: askAtTerminal(),
  });
  process.stdout.write(words);
  process.exitCode = exitCode;
} catch (error) {
  const line =
    startProblemLine(error) ?? String(error instanceof Error ? (error.stack ?? error.message) : error);
  process.stderr.write(`Drawdesk: ${line}\n`);
  process.exitCode = 1;
}
