// The test page of an office printer.
import { z } from 'zod';
import { command } from './operation.ts';
import { printJobView } from './views.ts';

export const testPageOperations = {
  /** Puts the test page into the queue of an office printer. Fails as `not-found` when there is no such printer. */
  'testPage.print': command(
    z.strictObject({ printerId: z.string().max(80) }),
    z.object({ job: printJobView }),
    { answersWith: 'other' },
  ),
};
