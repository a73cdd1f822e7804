// Registrations of the sandbox whose results are there, for tests of what the results say.
import { afterEach, beforeEach } from 'vitest';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { newRegistration, startCaller, type Caller } from './caller.ts';

/** A person whose results are always the same. */
export const GRACE = {
  first_name: 'Grace',
  last_name: 'Hopper',
  date_of_birth: '1956-12-09',
  gender: 'female',
};

export interface FinishedRegistrations {
  /** The sandbox of the test that runs. */
  readonly caller: Caller;
  get: (id: string) => Promise<Registration>;
  /** @throws when there are none: what a test says of each result would say nothing */
  resultsOf: (id: string) => Promise<LabResult[]>;
  /**
   * A finished registration. `course` is what stands between `test:` and the reference: scenario, timing, targets.
   * @example await finished('abnormal_low@IRON', { product_skus: ['IRON-4'] })
   */
  finished: (course: string, body?: Record<string, unknown>) => Promise<Registration>;
  /** The results of a finished registration. */
  results: (course: string, body?: Record<string, unknown>) => Promise<LabResult[]>;
}

/** A sandbox for each test of a file: started before it, closed after it. */
export function useFinishedRegistrations(): FinishedRegistrations {
  let caller: Caller;
  let made = 0;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());
  const lab: FinishedRegistrations = {
    get caller() {
      return caller;
    },
    get: (id) => caller.call('registrations.get', { params: { id } }),
    async resultsOf(id) {
      const { items } = await caller.call('registrations.labResults', { params: { id } });
      if (items.length === 0) throw new Error(`registration ${id} has no results`);
      return items;
    },
    async finished(course, body = {}) {
      made += 1;
      const registration = await newRegistration(caller, { foreign_id: `test:${course}:${made}`, ...body });
      caller.sandbox.clock.advanceSeconds(121);
      return lab.get(registration.id);
    },
    results: async (course, body) => lab.resultsOf((await lab.finished(course, body)).id),
  };
  return lab;
}
