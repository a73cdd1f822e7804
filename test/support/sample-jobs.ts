// One job of each kind for tests of printers that make trouble, the words of the screen for it, and the tables of the document that say
// what becomes of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goesOutByItself } from '../../src/core/printing/queue/job-rules.ts';
import type { PrintQueue } from '../../src/core/printing/queue/print-queue.ts';
import type { PrintJob } from '../../src/core/store/desk/print-jobs.ts';
import { wordsOfJob } from '../../src/renderer/shared/words/page-job-words.ts';
import { sampleLabel } from './print-parts.ts';

export type SampleKind = 'label' | 'visit ticket' | 'pages';

/** Puts one job of the kind into the queue, within the caller's transaction; returns its id. `id`: of the printer. */
export function enqueueSample(
  queue: PrintQueue,
  { kind, id, pdf }: { readonly kind: SampleKind; readonly id: string; readonly pdf: Uint8Array },
): string {
  const order = { printerId: id, title: id, visitId: null, actor: 'Desk', nowMs: Date.now() };
  switch (kind) {
    case 'label':
      return queue.enqueueLabel({ ...sampleLabel('DRW-7K2M9Q'), ...order });
    case 'visit ticket':
      return queue.enqueueTicket({
        ...order,
        visitId: 'visit',
        ticketFor: { patientId: 'patient', firstName: 'James', lastName: 'Oliver', dateOfBirth: null },
        content: {
          number: 7,
          name: 'J. O.',
          code: 'V0ABCDEFGHJ',
          locationName: 'Leeds',
          printedAt: { date: '2026-03-12', time: '09:41' },
          reprint: false,
          training: false,
        },
      }).jobId;
    case 'pages':
      queue.enqueuePages({
        ...order,
        id: `${id} 1`,
        document: { kind: 'trf', registrationId: 'registration', patientId: 'patient', pages: 1 },
        pdf,
      });
      return `${id} 1`;
  }
}

/** What the screen says of a job. */
export function wordsFor(job: PrintJob): string {
  const { word } = wordsOfJob({
    ...job,
    pages: job.document && { kind: job.document.kind, count: job.document.pages, goesTo: 'ipp' },
    printerDesk: null,
    printerDeskState: null,
    ticket: job.ticketFor !== null,
    byQueue: false,
    otherPrinter: null,
    goesOutByItself: goesOutByItself(job),
    stoppedSinceMs: null,
  });
  return job.detail === null ? word : `${word}: ${job.detail}`;
}

/** The rows of the only table under a heading of docs/printing.md, each as its cells. */
export function rowsOfDocument(heading: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/printing.md'), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const lines = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'));
  return (lines ?? []).slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
