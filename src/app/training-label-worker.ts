// Thread that draws labels from printer bytes: a drawing takes tens of milliseconds, the first a fifth of a second.
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
