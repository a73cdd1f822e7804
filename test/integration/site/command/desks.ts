// `npm run desks -- --desks=20 --times=10`: so many further desks at work at once, over real TLS, whatever is killed, restarted, cut off
// and shut out; and whether board, service and activity agree at the end.
import { ensureBuilt } from '../../../../build/build.ts';
import { commandLine } from '../../../support/command-line.ts';
import { runDesks } from '../support/run-desks.ts';
import type { DesksResult } from '../support/run-desks.ts';

const {
  desks,
  steps,
  times,
  seed: first,
} = commandLine({
  name: 'desks',
  says: 'A site desk and further desks at work at once, killed, cut off and shut out, and whether all agree at the end.',
  options: {
    desks: { kind: 'whole', usual: 20, from: 2, to: 20, says: 'how many further desks' },
    // With fewer there may be no time for a label.
    steps: { kind: 'whole', usual: 40, from: 24, to: 1_000, says: 'how much is done at each' },
    times: { kind: 'whole', usual: 1, from: 1, to: 10_000, says: 'how many times, each with the next seed' },
    seed: { kind: 'whole', usual: 1, from: 0, to: 2 ** 31, says: 'what is tried the first time' },
  },
});

await ensureBuilt();
const startedAtMs = performance.now();
const results: DesksResult[] = [];
for (let seed = first; seed < first + times; seed += 1) {
  const result = await runDesks({ desks, steps, seed });
  results.push(result);
  console.error(`seed ${seed}: ${result.done} done, ${result.faults.length} faults`);
  for (const fault of result.faults) console.log(`FAULT with seed ${seed}: ${fault}`);
}
const sum = (of: (result: DesksResult) => number): string =>
  results.reduce((total, result) => total + of(result), 0).toLocaleString('en-GB');
console.log(
  `${desks} desks, ${times} times, in ${Math.round((performance.now() - startedAtMs) / 1_000)} s: ` +
    `${sum(({ done }) => done)} commands done (${sum(({ booked }) => booked)} bookings, ${sum(({ ahead }) => ahead)} of them of later days; ` +
    `${sum(({ labels }) => labels)} labels printed, ${sum(({ proven }) => proven)} scanned back; ${sum(({ collected }) => collected)} visits collected; ` +
    `${sum(({ bookedOver }) => bookedOver)} slots taken all the same after a lost answer), ` +
    `${sum(({ refused }) => refused)} refused because somebody was quicker, ` +
    `${sum(({ notAllowed }) => notAllowed)} oversteps refused because the role may not, ${sum(({ signIns }) => signIns)} sign-ins, ` +
    `${sum(({ inDoubt }) => inDoubt)} in doubt and asked again, ${sum(({ linesBroken }) => linesBroken)} broken lines, ` +
    `${sum(({ serviceFaults }) => serviceFaults)} faults of the line to the service, ` +
    `the site desk killed ${sum(({ siteKills }) => siteKills)} times, ${sum(({ deskRestarts }) => deskRestarts)} restarts of desks, ` +
    `${sum(({ desksOut }) => desksOut)} desks thrown out: ` +
    `${sum(({ faults }) => faults.length)} faults.`,
);
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0);
