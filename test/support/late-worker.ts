// A background thread for tests that takes a second and a half to start, as on a busy machine; then it doubles numbers.
import { answerJobs } from '../../src/adapters/answer-jobs.ts';

const START_MS = 1_500;

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MS);
answerJobs(async (job: number): Promise<number> => 2 * job);
