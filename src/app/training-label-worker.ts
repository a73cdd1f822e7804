// The background thread that draws labels. A drawing takes some 30 ms, the first one 200 ms: too long for the engine's
// thread.
import { createRequire } from 'node:module';
import type * as ZplRenderer from 'zpl-renderer-js';
import { answerJobs } from '../adapters/answer-jobs.ts';

// The package does not mark its ES module as one. Newer versions of Node find out by themselves, older ones, such as those
// inside some versions of Electron, refuse to import it; the CommonJS file beside it is the same code and loads in all.
const { ready } = createRequire(import.meta.url)('zpl-renderer-js') as typeof ZplRenderer;

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
