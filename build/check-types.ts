// `npm run types`: checks the types of each folder with its own tsconfig, so that code can only use what its runtime
// has. The renderer, for example, is checked without Node's types.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';

const projects =
  process.argv.length > 2 ? process.argv.slice(2) : globSync('{src/*,test,build}/tsconfig.json').sort();
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
