// `npm run drill -- --times=N`: the take-over drill, with its figures.
import { commandLine } from '../support/command-line.ts';
import { postgresMissing } from '../support/postgres.ts';
import { runDrill } from './drill.ts';

const { times } = commandLine({
  name: 'drill',
  says: 'Kills a site desk at its work and takes over from its copy on another machine, with a real PostgreSQL.',
  options: { times: { kind: 'whole', usual: 20, from: 1, to: 1_000_000, says: 'how many take-overs' } },
});
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
