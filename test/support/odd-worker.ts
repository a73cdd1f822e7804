// A thread for tests of background work: doubles numbers, and fails in the ways that threads fail.
import { answerJobs } from '../../src/adapters/answer-jobs.ts';

answerJobs(async (job: number | 'throw' | 'spin' | 'die'): Promise<number> => {
  if (job === 'throw') throw new Error('no such number');
  if (job === 'die') process.exit(3);
  if (job === 'spin') for (;;) Math.sqrt(2);
  return 2 * job;
});
