// `npm run types`: checks the types of each folder with its own tsconfig, so that code can only use what its runtime
// has. The renderer, for example, is checked without Node's types.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { givenFlags } from './flags.ts';

const HELP = `Checks the types of each folder with its own tsconfig.json.

  npm run types -- [FILE...]

  FILE    A tsconfig.json, as in src/app/tsconfig.json; without one, all of them.
  --help  Show this text.
`;

const { words } = givenFlags(HELP, { words: true });
const projects = words.length > 0 ? words : globSync('{src/*,test,build}/tsconfig.json').sort();
const queue = [...projects];
let failed = 0;

async function worker(): Promise<void> {
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    const current = project;
    await new Promise<void>((done) => {
      execFile(
        process.execPath,
        ['node_modules/typescript-7/bin/tsc', '--project', current, '--pretty', 'false'],
        (error, stdout, stderr) => {
          if (error) {
            failed += 1;
            console.error(`${dirname(current)}:\n${stdout}${stderr}`);
          }
          done();
        },
      );
    });
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, worker));
if (failed > 0) {
  console.error(`Types: ${failed} of ${projects.length} folders have errors.`);
  process.exit(1);
}
