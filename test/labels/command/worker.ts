// One process of a long run of labels: gets ranges of people, answers with what came of them, and ends when nobody is there any more.
import { runLabels, type PeopleRange } from '../support/run-labels.ts';

process.on('message', (range: PeopleRange) => {
  void runLabels(range).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
