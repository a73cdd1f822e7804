// One process of a long run: gets ranges of days, answers with what came of them, and ends when nobody is there any more.
import { runDays } from '../support/run-days.ts';
import type { Range } from './report.ts';

process.on('message', (range: Range) => {
  void runDays({ ...range, stopAfter: Infinity }).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
