// A desk at which one person's results of yesterday are read, and what the service answers about the results of each registration.
import type { LabResult } from '../../../../src/wire/lab-result.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../../support/test-desk.ts';
import type { TestDesk } from '../../../support/test-desk.ts';
import type { TestAnswer } from '../../../support/test-service.ts';
import { examplePage, exampleRegistration } from '../../../support/wire-examples.ts';

export const REGISTRATION = uuidOf(20_001);
export const EARLIER = uuidOf(20_500);
export const PATIENT = uuidOf(30_001);

/** By registration; one without has no results yet. */
export type Reports = Map<string, (page: number) => TestAnswer>;

export function openResultsDesk(): { readonly desk: TestDesk; readonly reports: Reports } {
  const desk = openTestDesk();
  // Of yesterday, so that nothing is read ahead here: see results-ahead.test.ts.
  desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS - 24 * 3_600_000 });
  const reports: Reports = new Map();
  desk.service.answer = ({ endpoint, params, query }) =>
    endpoint === 'registrations.labResults'
      ? (reports.get(params['id'] ?? '')?.(Number(query.get('page'))) ?? { status: 204 })
      : null;
  return { desk, reports };
}

export const ferritin = (changes: Partial<Record<keyof LabResult, unknown>> = {}): LabResult =>
  ({
    id: uuidOf(60_001),
    name: 'Ferritin',
    code: 'FERR',
    value: '12',
    min_range: '15',
    max_range: '150',
    unit_type: 'µg/L',
    out_of_range: 'low',
    successful: true,
    status: 'success',
    biomarker_id: uuidOf(61_001),
    comment: null,
    human_readable_value: '12 µg/L',
    error_reason: null,
    fallback_range_applied: false,
    ...changes,
  }) as LabResult;

export const reportOf =
  (...results: LabResult[]) =>
  (): TestAnswer => ({ status: 200, body: examplePage(results) });

/** What tests of results do at the desk that is open. */
export function resultsSteps(desk: () => TestDesk) {
  return {
    up: () => desk().setLine({ up: true, reading: false }),
    down: () => desk().setLine({ up: false, reading: false }),
    get: () => desk().done('results.get', { registrationId: REGISTRATION }),
    read: () => desk().done('results.read', { registrationId: REGISTRATION }),
    /** An earlier registration of the same person, changed so. */
    addEarlier(changes: Parameters<typeof exampleRegistration>[0] = {}): void {
      const earlier = exampleRegistration({
        id: EARLIER,
        trf_code: 'DRW-OLD001',
        short_code: 'OLD001',
        patient_id: PATIENT,
        results_ready: true,
        status: 'success',
        created_at: '2025-11-02',
        completed_at: '2025-11-04T10:00:00+00:00',
        ...changes,
      });
      desk().service.registrations.set(earlier.id, earlier);
    },
    changeRegistration(changes: Parameters<typeof exampleRegistration>[0]): void {
      const { registrations } = desk().service;
      const known = registrations.get(REGISTRATION);
      if (known) registrations.set(REGISTRATION, { ...known, ...changes });
    },
  };
}
