// Lab results of registrations as they were last read, and which registrations of a person have some.
import type { LabResult } from '../../../wire/lab-result.ts';
import type { OddRecord } from '../../../wire/record.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { forgetDocument } from './documents.ts';

/** What one reading of a registration's results brought. */
export interface LabReport {
  readonly results: readonly LabResult[];
  /** Results that could not be used, or only in part. */
  readonly odd: readonly OddRecord[];
  /** How many results the service said that there are. */
  readonly told: number;
  /** What the doctor who signed wrote; null without a note. */
  readonly doctorsNote: string | null;
  readonly doctorsName: string | null;
}

/** A result as an earlier reading brought it, and when (milliseconds since the epoch) another one came in its place. */
export interface EarlierReading {
  readonly result: LabResult;
  readonly untilMs: number;
}

/** What was read before the service corrected it, the oldest first, by the id of the result. */
export type Corrections = Readonly<Record<string, readonly EarlierReading[]>>;

export interface StoredLabReport extends LabReport {
  readonly corrections: Corrections;
  /** The service's id of the patient who was on the registration when it was read. */
  readonly patientId: string;
  /** False where the service answered that there are no results yet. */
  readonly ready: boolean;
  /** The service had results at an earlier reading and had none at this one. */
  readonly takenBack: boolean;
  /** Milliseconds since the epoch by the service's clock. */
  readonly fetchedAtMs: number;
  /** When a reading last brought something else than the one before it had; null where none did. By the service's clock. */
  readonly changedAtMs: number | null;
}

/** Whose results of which registration are meant; both are the service's ids. */
export interface LabReportOf {
  readonly registrationId: string;
  readonly patientId: string;
}

const NO_REPORT: LabReport = { results: [], odd: [], told: 0, doctorsNote: null, doctorsName: null };

type Kept = LabReport & Pick<StoredLabReport, 'corrections' | 'changedAtMs'>;

/** Reports of older versions have no corrections, and do not say when they changed. */
function fromBody(body: string): Kept {
  return { corrections: {}, changedAtMs: null, ...(JSON.parse(body) as LabReport & Partial<Kept>) };
}

/** What a person who read the result would call another one. */
const finding = (one: LabResult): string =>
  JSON.stringify([one.value, one.unit_type, one.out_of_range, one.min_range, one.max_range, one.successful]);

const wasFound = ({ value, status, successful }: LabResult): boolean =>
  (value ?? '').trim() !== '' && successful && status === 'success';

/** Whether the last of these readings found the same as this result says. */
function isLast(earlier: readonly EarlierReading[], result: LabResult): boolean {
  const last = earlier.at(-1);
  return last !== undefined && finding(last.result) === finding(result);
}

/**
 * The corrections once `now` was read after `known`. A result that has gone is kept as well, because it may come back as
 * another one, also under another id: as the same biomarker, where it is certain which one it was. Only what had a value can
 * have been relied on.
 */
function correctionsAfter(
  known: { readonly results: readonly LabResult[]; readonly corrections: Corrections },
  now: readonly LabResult[],
  nowMs: number,
): Corrections {
  const present = new Map(now.map((one) => [one.id, one]));
  const corrections: Record<string, readonly EarlierReading[]> = { ...known.corrections };
  for (const result of known.results) {
    const next = present.get(result.id);
    if (!wasFound(result) || (next && finding(next) === finding(result))) continue;
    corrections[result.id] = [...(corrections[result.id] ?? []), { result, untilMs: nowMs }];
  }
  const knownIds = new Set(known.results.map(({ id }) => id));
  for (const result of now) {
    if (knownIds.has(result.id) || corrections[result.id]) continue;
    const gone = Object.entries(corrections).filter(
      ([id, earlier]) => !present.has(id) && earlier.at(-1)?.result.biomarker_id === result.biomarker_id,
    );
    const [only, ...others] = gone;
    const replaced =
      gone.find(([, earlier]) => isLast(earlier, result)) ?? (others.length === 0 ? only : null);
    if (!replaced) continue;
    corrections[result.id] = replaced[1];
    delete corrections[replaced[0]];
  }
  for (const result of now) {
    // Taken back and come again as it was: nothing was corrected.
    const earlier = corrections[result.id] ?? [];
    if (isLast(earlier, result)) corrections[result.id] = earlier.slice(0, -1);
  }
  return corrections;
}

/** The same for two readings that say the same; the order of the results is not looked at. */
const saidIn = ({ results, doctorsNote, doctorsName }: LabReport): string =>
  JSON.stringify([results.map((one) => JSON.stringify(one)).toSorted(), doctorsNote, doctorsName]);

/**
 * Keeps what was read. `report` is null where the service answered that there are no results yet. A document of the results that was
 * kept goes once they are others, or none.
 */
export function saveLabReport(db: Db, of: LabReportOf, report: LabReport | null, nowMs: number): void {
  const before = get<{ patient_id: string; ready: number; taken_back: number; body: string }>(
    db,
    'SELECT patient_id, ready, taken_back, body FROM mirror_lab_results WHERE registration_id = ?',
    [of.registrationId],
  );
  const known = before?.patient_id === of.patientId ? fromBody(before.body) : null;
  const wasReady = before?.patient_id === of.patientId && (before.ready === 1 || before.taken_back === 1);
  const isOther = known !== null && saidIn(known) !== saidIn(report ?? NO_REPORT);
  // The first results change nothing: a report that the service gave meanwhile has them as well.
  const isChanged = isOther && saidIn(known) !== saidIn(NO_REPORT);
  if (report === null || isOther) forgetDocument(db, of.registrationId, 'results');
  run(
    db,
    `INSERT INTO mirror_lab_results (registration_id, patient_id, ready, taken_back, body, fetched_at_ms)
     VALUES (@registrationId, @patientId, @ready, @takenBack, @body, @nowMs)
     ON CONFLICT (registration_id) DO UPDATE SET patient_id = excluded.patient_id, ready = excluded.ready,
       taken_back = excluded.taken_back, body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    {
      ...of,
      ready: report === null ? 0 : 1,
      takenBack: report === null && wasReady ? 1 : 0,
      body: JSON.stringify({
        ...(report ?? NO_REPORT),
        corrections: known === null ? {} : correctionsAfter(known, report?.results ?? [], nowMs),
        changedAtMs: isChanged ? nowMs : (known?.changedAtMs ?? null),
      }),
      nowMs,
    },
  );
}

/** The reports of registrations (service's ids) that were read; the others are left out. */
export function readLabReports(db: Db, registrationIds: Iterable<string>): Map<string, StoredLabReport> {
  const rows = all<{
    registration_id: string;
    patient_id: string;
    ready: number;
    taken_back: number;
    body: string;
    fetched_at_ms: number;
  }>(
    db,
    `SELECT registration_id, patient_id, ready, taken_back, body, fetched_at_ms FROM mirror_lab_results
     WHERE registration_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...registrationIds])],
  );
  return new Map(
    rows.map((row) => [
      row.registration_id,
      {
        ...fromBody(row.body),
        patientId: row.patient_id,
        ready: row.ready === 1,
        takenBack: row.taken_back === 1,
        fetchedAtMs: row.fetched_at_ms,
      },
    ]),
  );
}

/** When a reading of a registration's results (service's id) last brought others, or none any more (by the service's clock); null: never. */
export const resultsChangedAtMs = (db: Db, registrationId: string): number | null =>
  readLabReports(db, [registrationId]).get(registrationId)?.changedAtMs ?? null;

/**
 * Removes reports that were read before an instant (milliseconds since the epoch), `limit` at most. They are read again
 * when somebody wants to see them. Returns how many.
 */
export function forgetOldLabResults(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    'DELETE FROM mirror_lab_results WHERE rowid IN (SELECT rowid FROM mirror_lab_results WHERE fetched_at_ms < ? LIMIT ?)',
    [beforeMs, limit],
  );
}

/** A registration of a person, as far as its results need it. `id` and `patientId` are the service's. */
export interface TestedRegistration {
  readonly id: string;
  readonly patientId: string;
  readonly trfCode: string;
  readonly resultsReady: boolean;
  /** When the registration was read as it is stored here; milliseconds since the epoch by the service's clock. */
  readonly changedAtMs: number;
  /** The day the laboratory finished it, else the day it was made; `YYYY-MM-DD`. Empty when neither is known. */
  readonly date: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}/;

interface RegistrationRow {
  readonly body: string;
  readonly fetched_at_ms: number;
}

function toTested({ body, fetched_at_ms: changedAtMs }: RegistrationRow): TestedRegistration[] {
  const { id, patient_id, trf_code, results_ready, created_at, completed_at } = JSON.parse(
    body,
  ) as Registration;
  if (patient_id === null) return [];
  const date = [completed_at, created_at].find((told) => told !== null && DATE.test(told)) ?? '';
  return [
    {
      id,
      patientId: patient_id,
      trfCode: trf_code,
      resultsReady: results_ready,
      changedAtMs,
      date: date.slice(0, 10),
    },
  ];
}

/** One registration by the service's id; null when it is not known or has no patient at the service. */
export function readTestedRegistration(db: Db, registrationId: string): TestedRegistration | null {
  const row = get<RegistrationRow>(db, 'SELECT body, fetched_at_ms FROM mirror_registration WHERE id = ?', [
    registrationId,
  ]);
  return row ? (toTested(row)[0] ?? null) : null;
}

/** Whether the registration was read later than an instant (by the service's clock), and had no results then. */
export const saysNotReadySince = (own: TestedRegistration | null, sinceMs: number): boolean =>
  own?.resultsReady === false && own.changedAtMs > sinceMs;

/** The registrations of a patient (service's id) that have results, the newest first. */
export function listTestedRegistrations(db: Db, patientId: string): TestedRegistration[] {
  return registrationsOf(db, patientId).filter(({ resultsReady }) => resultsReady);
}

function registrationsOf(db: Db, patientId: string): TestedRegistration[] {
  return all<RegistrationRow>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_registration WHERE patient_id = ?',
    [patientId],
  )
    .flatMap(toTested)
    .sort((a, b) => (a.date < b.date ? 1 : -1));
}

/**
 * The registrations of these patients (service's ids) whose results are ready and were not read for this patient since the
 * registration last changed. The newest of every patient come first, in the order of the patients, then the second newest;
 * only the `most` newest of each count, and `mostInAll` of them all, whether they were read or not. Those for which the
 * service had none, although it called them ready, come again when they were asked for before `notReadyBeforeMs`
 * (milliseconds since the epoch). One that is called ready no more comes while results of it are kept: they may have been taken back.
 */
export function labReportsToRead(
  db: Db,
  patientIds: Iterable<string>,
  rules: { readonly most: number; readonly mostInAll: number; readonly notReadyBeforeMs: number },
): TestedRegistration[] {
  const ids = [...patientIds];
  const lacking = new Map(
    all<{ id: string; keeps_results: number }>(
      db,
      `SELECT registration.id, coalesce(report.ready, 0) AS keeps_results FROM mirror_registration AS registration
       LEFT JOIN mirror_lab_results AS report
         ON report.registration_id = registration.id AND report.patient_id = registration.patient_id
       WHERE registration.patient_id IN (SELECT value FROM json_each(@ids))
         AND (report.registration_id IS NULL OR report.fetched_at_ms < registration.fetched_at_ms
           OR (report.ready = 0 AND report.fetched_at_ms < @notReadyBeforeMs))`,
      { ids: JSON.stringify(ids), notReadyBeforeMs: rules.notReadyBeforeMs },
    ).map((row) => [row.id, row.keeps_results === 1]),
  );
  if (lacking.size === 0) return [];
  return ids
    .flatMap((patientId) =>
      registrationsOf(db, patientId)
        .filter(({ id, resultsReady }) => resultsReady || lacking.get(id) === true)
        .slice(0, rules.most)
        .map((own, place) => ({ own, place })),
    )
    .sort((a, b) => a.place - b.place)
    .slice(0, rules.mostInAll)
    .flatMap(({ own }) => (lacking.has(own.id) ? [own] : []));
}
