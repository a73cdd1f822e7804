// `npm run drill -- --times=N`: the take-over drill, with its figures.
import { parseArgs } from 'node:util';
import { postgresMissing } from '../support/postgres.ts';
import { runDrill } from './drill.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } });
const times = Number(values.times);
if (!Number.isSafeInteger(times) || times < 1) {
  console.error(`--times is a number of rounds, not "${values.times}".`);
  process.exit(1);
}
if (postgresMissing !== null) {
  console.error(`The drill needs PostgreSQL: ${postgresMissing}.`);
  process.exit(1);
}
const { saved, lost, longestTakeOverMs, faults } = await runDrill({
  times,
  onRound: (round) => console.log(`${round} of ${times}`),
});
console.log(
  `${times} take-overs: ${saved} walk-ins saved, ${lost} of them after the last copied moment and on the old machine only; longest take-over ${Math.round(longestTakeOverMs)} ms; ${faults.length} faults`,
);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
