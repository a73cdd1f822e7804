// The background thread that draws labels. A drawing takes some 30 ms, the first one 200 ms: too long for the engine's
// thread.
import { ready } from 'zpl-renderer-js';
import { answerJobs } from '../adapters/answer-jobs.ts';

export interface LabelDrawingJob {
  readonly zpl: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dotsPerMm: number;
}

answerJobs(async (job: LabelDrawingJob): Promise<string> => {
  const { api } = await ready;
  return api.zplToBase64Async(job.zpl, job.widthMm, job.heightMm, job.dotsPerMm);
});
