// `npm run labels -- --people=5000 --seed=1`: labels of generated people from their bytes back to pictures and codes, on all processors,
// in pieces. With `--report=FILE` a run that was ended goes on where it was.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { LABEL_LANGUAGE_IDS } from '../../../src/domain/label-language.ts';
import { commandLine } from '../../support/command-line.ts';
import type { LabelsResult, PeopleRange } from '../support/run-labels.ts';
import { unusableFile } from '../../support/unusable-file.ts';
import { addToReport, missingOf, piecesOf, readReport, summaryOf, type Piece } from './report.ts';

const { people, seed, processes, report, languages } = commandLine({
  name: 'labels',
  says: 'Makes labels of generated people and reads them back from their bytes, as pictures and as codes.',
  options: {
    people: { kind: 'whole', usual: 500, from: 1, to: 100_000_000, says: 'how many people' },
    seed: { kind: 'whole', usual: 1, from: 0, to: 2 ** 31, says: 'other people for each' },
    languages: { kind: 'names', of: LABEL_LANGUAGE_IDS, says: 'a label in each for each person' },
    processes: {
      kind: 'whole',
      usual: availableParallelism(),
      from: 1,
      to: 256,
      says: 'how many work at once',
    },
    report: {
      kind: 'text',
      placeholder: 'FILE',
      says: 'keeps what is finished, so that the same command goes on after it was ended',
    },
  },
});

const ranges = piecesOf({ seed, first: 0, people, languages });
const done: Piece[] = [];
try {
  if (report !== null) done.push(...readReport(report, ranges));
} catch (thrown) {
  console.error(unusableFile(report ?? '', thrown));
  process.exit(2);
}
const peopleIn = (pieces: readonly PeopleRange[]): number =>
  pieces.reduce((sum, piece) => sum + piece.people, 0);
const before = peopleIn(done);
if (before > 0) console.error(`${before} of these people stand in ${report} already.`);
const waiting = missingOf(ranges, done);
const startedAtMs = performance.now();

/** What a process makes of a piece; one that ends by itself is wrong. */
function ask(child: ReturnType<typeof fork>, range: PeopleRange): Promise<LabelsResult> {
  return new Promise((resolve) => {
    const onAnswer = (result: unknown): void => {
      child.off('exit', onExit);
      resolve(result as LabelsResult);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      child.off('message', onAnswer);
      const failures = [`the process of people ${range.first} and on ended (${signal ?? code})`];
      resolve({ read: {}, refused: {}, mutants: {}, failures });
    };
    child.once('message', onAnswer);
    child.once('exit', onExit);
    child.send(range);
  });
}

async function workThrough(): Promise<void> {
  const start = (): ReturnType<typeof fork> =>
    fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let child = start();
  for (let range = waiting.shift(); range !== undefined; range = waiting.shift()) {
    if (!child.connected) child = start();
    const piece = { ...range, result: await ask(child, range) };
    done.push(piece);
    if (report !== null) addToReport(report, piece);
    const wrong = done.reduce((sum, { result }) => sum + result.failures.length, 0);
    console.error(`${peopleIn(done)} of ${people} people, ${wrong} wrong`);
  }
  if (child.connected) child.disconnect();
}

await Promise.all(Array.from({ length: Math.min(processes, waiting.length) }, workThrough));
for (const line of summaryOf(done)) console.log(line);
const tookS = Math.round((performance.now() - startedAtMs) / 1_000);
console.log(`${(peopleIn(done) - before).toLocaleString('en-GB')} people now, in ${tookS} s.`);
process.exitCode = done.some(({ result }) => result.failures.length > 0) ? 1 : 0;
