// A background thread for tests: doubles numbers, or fails in one of the ways in which threads can fail.
import { answerJobs } from '../../src/adapters/answer-jobs.ts';

export type OddJob = 'throw' | 'spin' | 'die' | 'fail-later' | 'hog' | 'environment' | 'process';

answerJobs(async (job: number | OddJob): Promise<number> => {
  if (job === 'throw') throw new Error('no such number');
  if (job === 'die') process.exit(3);
  if (job === 'spin') for (;;) Math.sqrt(2);
  if (job === 'fail-later') {
    // Rejects when it is told to, in a promise that no code handles. An answer and an error come from a thread by two ways,
    // so without that the error could be there before the answer.
    const told = new BroadcastChannel('odd-worker');
    told.onmessage = () => {
      told.close();
      void Promise.reject(new RangeError('about OLIVER, James'));
    };
    return 0;
  }
  if (job === 'environment') return Object.keys(process.env).length;
  if (job === 'process') return process.pid;
  if (job === 'hog') {
    const taken: Buffer[] = [];
    for (;;) {
      taken.push(Buffer.alloc(8 * 1024 * 1024, 1));
      await new Promise((done) => setImmediate(done));
    }
  }
  return 2 * job;
});
