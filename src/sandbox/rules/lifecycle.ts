// The stages of a registration: sample received, laboratory id given, finished. Its scenario decides how it ends.
import { stableId } from '../stable.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { withRecord } from './registration-record.ts';
import { productsOf, type RegistrationDraft } from './registration-results.ts';
import type { Course } from './scenario.ts';
import type { World } from './world.ts';

export const EVENTS = {
  shipped: 'order.shipped',
  delivered: 'order.delivered',
  registered: 'test_registration.complete',
  resultsReady: 'lab_results.complete',
  sampleReceived: 'test_registration.sample_received',
  labIdCreated: 'test_registration.lab_id_created',
} as const;

/** The names of all events, as the webhook configuration lists them. */
export const EVENT_NAMES: readonly string[] = Object.values(EVENTS);

const RECEIVED = 1;
const LAB_ID_GIVEN = 2;
const FINISHED = 3;

/** Writes a course (scenario, targets, delay) into a registration. It does not start the course. */
export const withCourse = (draft: RegistrationDraft, course: Course): RegistrationDraft => ({
  ...draft,
  scenario: course.scenario,
  targets: JSON.stringify(course.targets),
  delay_ms: course.delayMs,
});

/** With `pending_forever` the sample gets its laboratory id and is never measured, so nothing more becomes due. */
const isNeverMeasured = ({ scenario, stage }: Pick<RegistrationDraft, 'scenario' | 'stage'>): boolean =>
  scenario === 'pending_forever' && stage >= LAB_ID_GIVEN;

/** Starts the course. Each of its three stages takes a third of the delay: sample, laboratory id, results. */
export const startCourse = (draft: RegistrationDraft, nowMs: number): RegistrationDraft => ({
  ...draft,
  begun_ms: nowMs,
  due_ms: isNeverMeasured(draft) ? null : nowMs + (draft.delay_ms * (draft.stage + 1)) / 3,
});

/** The registration begins its course, or, where results await samples, awaits the sample of its appointment. */
export function begin(world: World, draft: RegistrationDraft, nowMs: number): RegistrationDraft {
  const isUnderWay = draft.stage > 0 || draft.due_ms !== null;
  const waits = world.resultsAwaitSamples && draft.appointment_id !== null && !isUnderWay;
  return waits && !isSampled(world, draft) ? { ...draft, begun_ms: nowMs } : startCourse(draft, nowMs);
}

/** Whether a patient is known and the sample is all that is missing. */
export const awaitsSample = ({ stage, begun_ms, due_ms }: RegistrationDraft): boolean =>
  stage === 0 && begun_ms !== null && due_ms === null;

const sampledKey = (key: string): string => `sampled:${key}`;

/** Remembers the sample of a registration that cannot begin yet, by its id, or by its `foreign_id` while it is not there. */
export const rememberSample = ({ store }: World, key: string): void =>
  store.setSetting(sampledKey(key), 'yes');

const isSampled = ({ store }: World, { id, foreign_id }: RegistrationDraft): boolean =>
  [id, foreign_id].some((key) => key !== null && store.setting(sampledKey(key)) !== null);

function tell(world: World, event: string, row: RegistrationDraft, more: Record<string, unknown> = {}): void {
  const { id, trf_code, foreign_id, status } = row;
  world.tell({
    event,
    subject: id,
    data: { test_registration_id: id, trf_code, foreign_id, status, ...more },
  });
}

/** Sends the event that a patient was registered. */
export const tellRegistered = (world: World, row: RegistrationDraft): void =>
  tell(world, EVENTS.registered, row, { patient_id: row.patient_id });

/** How many biomarkers are tested. With only one, some scenarios end with another status. */
function testedCount(row: RegistrationDraft): number {
  const codes = new Set(productsOf(row).flatMap((product) => product.biomarkerCodes));
  return row.biomarker_codes === null ? codes.size : (JSON.parse(row.biomarker_codes) as string[]).length;
}

/** The status that a scenario ends in. */
function finalStatus(scenario: string, biomarkers: number): string {
  const single = biomarkers === 1;
  switch (scenario) {
    case 'all_failed':
      return 'fail';
    case 'partial':
      return single ? 'success' : 'partial_result';
    case 'one_failed':
      return single ? 'fail' : 'success';
    case 'pending_forever':
      return 'pending';
    case 'awaiting_auth':
      return 'pending_authentication';
    case 'processing_error':
      return 'processing_error';
    default:
      return 'success';
  }
}

const WITH_RESULTS = new Set(['success', 'fail', 'partial_result']);
const COMPLETE = new Set(['success', 'fail']);

/** Moves every registration that is due to its next stage. Must run inside the caller's transaction. */
export function moveRegistrationsOn(world: World, nowMs: number): void {
  for (;;) {
    const due = world.store.dueRegistrations(nowMs);
    if (due.length === 0) return;
    for (const row of due) step(world, row);
  }
}

function step(world: World, row: RegistrationRow): void {
  const atMs = row.due_ms ?? 0;
  const begunMs = row.begun_ms ?? atMs;
  const stage = row.stage + 1;
  let next: RegistrationDraft = {
    ...row,
    stage,
    due_ms: stage >= FINISHED ? null : begunMs + (row.delay_ms * (stage + 1)) / 3,
  };
  const registersNow = row.status === 'awaiting_patient';
  if (registersNow) next = { ...next, status: 'pending', registered_ms: atMs };
  if (stage === LAB_ID_GIVEN) next = { ...next, lab_id: labIdOf(row) };
  if (isNeverMeasured(next)) next = { ...next, due_ms: null };
  if (stage >= FINISHED) next = finished(next, atMs);
  const saved = withRecord(next, world);
  world.store.saveRegistration(saved);
  if (registersNow) tellRegistered(world, saved);
  if (stage === RECEIVED) tell(world, EVENTS.sampleReceived, saved);
  if (stage === LAB_ID_GIVEN) tell(world, EVENTS.labIdCreated, saved, { lab_id: saved.lab_id });
  if (stage === FINISHED && saved.results_ready === 1) tell(world, EVENTS.resultsReady, saved);
}

/** The laboratory's own number for a sample, computed from the registration's id. */
const labIdOf = (row: RegistrationDraft): string =>
  `LML-${(parseInt(stableId(`lab:${row.id}`).slice(0, 8), 16) % 90_000_000) + 10_000_000}`;

/** The registration at the end of its course, with its final status. */
export function finished(draft: RegistrationDraft, atMs: number): RegistrationDraft {
  const status = finalStatus(draft.scenario, testedCount(draft));
  return {
    ...draft,
    stage: FINISHED,
    due_ms: null,
    status,
    lab_id: draft.lab_id ?? labIdOf(draft),
    results_ready: WITH_RESULTS.has(status) ? 1 : 0,
    completed_ms: COMPLETE.has(status) ? atMs : null,
  };
}
