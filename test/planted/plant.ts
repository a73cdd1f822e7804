// `npm run planted`: plants each fault of planted-faults.ts in turn, and looks whether the tests notice it. With words, only the
// faults whose description or file contains them.
import { commandLine } from '../support/command-line.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { tryFault } from './try-fault.ts';

/** Tests wait for one another's machine, so few at once. */
const AT_ONCE = 2;

const words = commandLine({
  name: 'planted',
  says: 'Plants mistakes of one line in the engine, one after the other, and looks whether the tests notice them.',
  words: { placeholder: 'WORDS', says: 'only those whose description or file contains these' },
  options: {},
}).words.join(' ');
const wanted = PLANTED_FAULTS.filter(({ fault, file }) => fault.includes(words) || file.includes(words));
if (wanted.length === 0) {
  console.error(`No planted fault has "${words}" in its description or file.`);
  process.exit(2);
}
const startedAtMs = performance.now();
const waiting = [...wanted];
const unnoticed: string[] = [];

async function plantOnes(): Promise<void> {
  for (let planted = waiting.shift(); planted !== undefined; planted = waiting.shift()) {
    const { fault, file, noticedBy } = planted;
    const test = await tryFault(planted);
    if (test === null) unnoticed.push(`${fault} (${file})`);
    console.log(
      test === null ? `NOT NOTICED: ${fault} (${file}, ${noticedBy})` : `noticed: ${fault}\n  by "${test}"`,
    );
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, plantOnes));
const tookS = Math.round((performance.now() - startedAtMs) / 1_000);
console.log(
  `${wanted.length - unnoticed.length} of ${wanted.length} planted faults were noticed, in ${tookS} s.`,
);
process.exit(unnoticed.length > 0 ? 1 : 0);
