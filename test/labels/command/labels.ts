// `npm run labels -- --people=5000 --seed=1`: labels of generated people from their bytes back to pictures and codes, on all processors,
// in pieces. With `--report=FILE` a run that was ended goes on where it was.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LABEL_LANGUAGE_IDS } from '../../../src/domain/label-language.ts';
import type { LabelsResult, PeopleRange } from '../support/run-labels.ts';
import { addToReport, missingOf, piecesOf, readReport, summaryOf, type Piece } from './report.ts';

const MOST_PEOPLE = 100_000_000;
const MOST_PROCESSES = 256;
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { people: text, seed: text, languages: text, processes: text, report: text },
});
const people = Number(values.people ?? 500);
const seed = Number(values.seed ?? 1);
const processes = Number(values.processes ?? availableParallelism());
const asked = values.languages?.split(',');
const languages = LABEL_LANGUAGE_IDS.filter((id) => asked?.includes(id) ?? true);
const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to;
if (
  !isWhole(people, 1, MOST_PEOPLE) ||
  !isWhole(seed, 0, 2 ** 31) ||
  !isWhole(processes, 1, MOST_PROCESSES) ||
  languages.length !== (asked?.length ?? languages.length) ||
  values.report === ''
) {
  console.error(`npm run labels -- [options]
  --people=N        how many people, 1 to ${MOST_PEOPLE.toLocaleString('en-GB')} (500 when not given)
  --seed=S          a whole number; other people for each (1)
  --languages=A,B   of ${LABEL_LANGUAGE_IDS.join()}; a label in each for each person (all)
  --processes=P     how many work at once (one for each processor)
  --report=FILE     keeps what is finished, so that the same command goes on after it was ended`);
  process.exit(2);
}

const ranges = piecesOf({ seed, first: 0, people, languages });
const file = values.report;
const done: Piece[] = [];
try {
  if (file !== undefined) done.push(...readReport(file, ranges));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exit(2);
}
const peopleIn = (pieces: readonly PeopleRange[]): number =>
  pieces.reduce((sum, piece) => sum + piece.people, 0);
const before = peopleIn(done);
if (before > 0) console.error(`${before} of these people stand in ${file} already.`);
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
    if (file !== undefined) addToReport(file, piece);
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
