// The background thread that makes PDFs of our own pages.
import type { MadePages } from '../core/ports/pictures.ts';
import type { PagePlan } from '../domain/page-plan.ts';
import { answerJobs } from './answer-jobs.ts';
import { writePages } from './pdf-pages.ts';

answerJobs((plan: PagePlan): Promise<MadePages> => writePages(plan));
