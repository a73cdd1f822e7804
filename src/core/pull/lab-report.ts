// Reads all results of one registration and keeps them: for somebody who looks at them, and ahead for an outage.
import { AppException, bug } from '../../domain/app-error.ts';
import type { LabResult } from '../../wire/lab-result.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { Call } from '../service/answers.ts';
import { walkPages } from '../service/walk-pages.ts';
import { readTestedRegistration, saveLabReport } from '../store/mirror/lab-results.ts';
import type { LabReport, TestedRegistration } from '../store/mirror/lab-results.ts';
import { upsertPatients } from '../store/mirror/patients.ts';
import { asNamed } from './records.ts';
import { askWhose } from './registration-asked.ts';
import type { WhoseParts } from './registration-asked.ts';

const PAGE_SIZE = 100;
/** Far more than any laboratory finds in one sample; a list that goes on is not one. */
const MOST_PAGES = 20;

export interface LabReportParts extends WhoseParts {
  readonly serverNowMs: () => number;
  /**
   * Whether it is uncertain whose the results of a registration (service's id) are, by everything that is known now. The
   * rules of it belong to the operations (results-owner.ts), so they are handed in.
   */
  readonly isInDoubt: (registrationId: string) => boolean;
  /**
   * Whether the registration is asked before its results as well, so that results which are not this person's are not asked for. A reading
   * ahead goes by what is known here: it is asked afterwards in any case, before anything is kept, and the service has the fewer requests.
   */
  readonly asksBefore: boolean;
  /** A report of more characters of JSON is not kept: reading it throws. */
  readonly largestChars: number;
}

/**
 * `person-changed`: the service named somebody else on the registration than this desk knows. `in-doubt`: whose the results
 * are is uncertain for another reason. In both cases nothing was kept.
 */
export type LabReportOutcome = 'read' | 'not-ready' | 'person-changed' | 'in-doubt';

/**
 * Reads and keeps the results of one registration, and tells the screens. The registration itself is read after them, and before them
 * with `asksBefore`: results name nobody, so those of another patient than the one this desk knows are never kept as this one's.
 *
 *     const outcome = await readLabReport(parts, readTestedRegistration(db, registrationId));
 *
 * @throws AppException when the service does not answer as it should; what was kept before stays then
 */
export async function readLabReport(
  parts: LabReportParts,
  own: TestedRegistration,
): Promise<LabReportOutcome> {
  const { db, call } = parts;
  const isStillTheirs = (): boolean => readTestedRegistration(db, own.id)?.patientId === own.patientId;
  const whose = async () => {
    const asked = await askWhose(parts, own.id, isStillTheirs);
    if (asked.kind === 'another') await readOwnRecord(parts, own);
    return asked.kind === 'as-known' ? asked.registration : null;
  };
  if (parts.asksBefore && (await whose()) === null) return 'person-changed';
  if (parts.isInDoubt(own.id)) return 'in-doubt';
  const report = await readPages(call, own.id, parts.largestChars);
  // Somebody else may have been put on it while they were on their way.
  const registration = await whose();
  if (registration === null || !isStillTheirs()) return 'person-changed';
  if (parts.isInDoubt(own.id)) return 'in-doubt';
  saveLabReport(
    db,
    { registrationId: own.id, patientId: own.patientId },
    report && {
      ...report,
      doctorsNote: textOf(registration.doctors_note),
      doctorsName: textOf(registration.doctors_name),
    },
    parts.serverNowMs(),
  );
  parts.onChange(['results']);
  return report === null ? 'not-ready' : 'read';
}

/** After a correction only the registration may have been read, so the patient's own record is asked for as well. */
async function readOwnRecord(
  { db, call, serverNowMs, onChange }: LabReportParts,
  own: TestedRegistration,
): Promise<void> {
  try {
    const { value } = await call('registrations.patient', { params: { id: own.id } });
    const patient = asNamed(value, own.patientId);
    if (patient && upsertPatients(db, [patient], serverNowMs()).size > 0)
      onChange(['board', 'patients', 'results']);
  } catch (thrown) {
    // Without it the doubt stands, and the next reading asks again.
    if (!(thrown instanceof AppException)) throw thrown;
  }
}

/** All pages of a registration's results (service's id). Null: the service has none yet. */
async function readPages(
  call: Call,
  serverId: string,
  largestChars: number,
): Promise<Omit<LabReport, 'doctorsNote' | 'doctorsName'> | null> {
  const results = new Map<string, LabResult>();
  const odd: OddRecord[] = [];
  const state = { told: 0, isReady: true, chars: 0 };
  const pages = walkPages(
    'registrations.labResults',
    async (page) => {
      const answer = await call('registrations.labResults', {
        params: { id: serverId },
        query: { page, results_per_page: PAGE_SIZE },
      });
      if (answer.kind !== 'json') {
        state.isReady = false;
        return {
          items: [],
          nr_of_results: 0,
          current_page: 1,
          nr_of_pages: 0,
          results_per_page: PAGE_SIZE,
          next_page: null,
        };
      }
      odd.push(...answer.odd);
      return answer.value;
    },
    { maxPages: MOST_PAGES },
  );
  for await (const page of pages) {
    state.told = page.nr_of_results;
    state.chars += JSON.stringify(page.items).length;
    if (state.chars > largestChars) {
      throw new AppException(
        bug(`registrations.labResults: the report has more than ${largestChars} characters`),
      );
    }
    // Where the list changed between two pages, a result can come twice: the later one counts.
    for (const result of page.items) results.set(result.id, result);
  }
  return state.isReady ? { results: [...results.values()], odd: onceEach(odd), told: state.told } : null;
}

function onceEach(odd: readonly OddRecord[]): OddRecord[] {
  return odd.filter(({ id }, index) => id === null || odd.findIndex((one) => one.id === id) === index);
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
