// A label of somebody and a job that printed it, as rows: for tests of what becomes of them later.
import { makeLabel } from '../../src/core/store/desk/labels.ts';
import { createPrintJobStore } from '../../src/core/store/desk/print-jobs.ts';
import type { PrintJobState } from '../../src/core/store/desk/print-jobs.ts';
import type { Db } from '../../src/core/store/open.ts';
import { uuid } from './store-fixture.ts';

type NewJob = Parameters<ReturnType<typeof createPrintJobStore>['insert']>[0];

export interface AddedJob extends Partial<NewJob> {
  readonly id: string;
  readonly state?: PrintJobState;
  readonly finishedAtMs?: number;
}

/** A job of no visit that has printed, where `job` says nothing else. */
export function addPrintJob(db: Db, job: AddedJob): void {
  const { state = 'printed', finishedAtMs = 2, ...told } = job;
  const jobs = createPrintJobStore(db);
  const bytes = new Uint8Array([1]);
  jobs.insert({
    printerId: 'front',
    title: told.id,
    visitId: null,
    labelId: null,
    madeFor: null,
    document: null,
    ticketFor: null,
    madeOutFor: null,
    bytes,
    reprintBytes: bytes,
    reprintReason: null,
    actor: 'JB',
    createdAtMs: 1,
    ...told,
  });
  jobs.change(told.id, { state, detail: null, nextAttemptAtMs: null, finishedAtMs });
}

/** The label of registration `number` with its job `job-<number>`. Returns the label's id. */
export function addPrintedLabel(
  db: Db,
  { number, ...job }: Partial<AddedJob> & { readonly number: number; readonly visitId: string },
): string {
  const labelId = `${uuid(2, number)}.1`;
  const madeFor = {
    patientId: uuid(1, number),
    registrationId: uuid(2, number),
    firstName: 'James',
    lastName: 'Oliver',
    dateOfBirth: '1984-03-15',
    code: `DRW-CODE${number}`,
  };
  makeLabel(db, { id: labelId, visitId: job.visitId, ordinal: 1, madeFor });
  addPrintJob(db, { id: `job-${number}`, labelId, madeFor, ...job });
  return labelId;
}
