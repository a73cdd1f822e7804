// Lab results: read from the service when somebody wants to see them, kept, and shown with the person's earlier ones.
import type { EarlierResult, LabResultView, resultOperations } from '../../contract/results.ts';
import { AppException, conflict, notFound, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { LabResult } from '../../wire/lab-result.ts';
import { readLabReport } from '../pull/lab-report.ts';
import { findReportOut, listReportsOut, settleReportOut } from '../store/desk/reports-out.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import {
  listTestedRegistrations,
  readLabReports,
  readTestedRegistration,
  saysNotReadySince,
} from '../store/mirror/lab-results.ts';
import type { EarlierReading, StoredLabReport, TestedRegistration } from '../store/mirror/lab-results.ts';
import { biomarkerDescriptions } from '../store/mirror/product-details.ts';
import { readPatients } from '../store/mirror/patient-records.ts';
import { readRegistration, readRegistrations } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { localIdsOf } from '../store/outbox/id-map.ts';
import { fetchDocument } from './documents.ts';
import type { Context, Handlers } from './handler.ts';
import { labReportParts } from './lab-report-parts.ts';
import { toPersonNamedView } from './person-view.ts';
import { isInDoubtWhose, ownerOfResults } from './results-owner.ts';

/** A trend of more reports than this is longer than what fits beside a result. */
const EARLIER_READ = 8;

/** Whether a failure says that the next question would fail as well, perhaps after as long a wait. */
function cannotBeAsked(error: AppError): boolean {
  const { kind } = error;
  if (kind === 'busy') return error.reason === 'rate-limited';
  return kind === 'offline' || kind === 'timeout' || kind === 'unauthorised';
}

function registrationOf(context: Context, registrationId: string): RegistrationRecord {
  const registration = readRegistration(context.db, registrationId);
  if (!registration) throw new AppException(notFound('There is no such registration.'));
  return registration;
}

/** What is told of as calculated, in a comment, a reason or the catalogue. Nothing depends on it. */
const CALCULATED = /\bcalculated\b/i;

function stateOf({ status, successful }: LabResult): LabResultView['state'] {
  if (status === 'pending') return 'pending';
  if (status === 'failed' || !successful) return 'failed';
  return status === 'success' ? 'measured' : 'not-known';
}

/** An end of a range, a unit or a flag; a blank one is none. */
const unlessBlank = (told: string | null): string | null => (told?.trim() === '' ? null : told);

const toEarlierView = ({ result: was, untilMs }: EarlierReading): LabResultView['corrected'][number] => ({
  value: was.value ?? '',
  unit: unlessBlank(was.unit_type),
  minRange: unlessBlank(was.min_range),
  maxRange: unlessBlank(was.max_range),
  outOfRange: unlessBlank(was.out_of_range),
  untilMs,
});

/** What somebody may have read here, and relied on, and the report has no more; not what came and could not be read. */
function withdrawnFrom({ ready, results, odd, corrections }: StoredLabReport) {
  if (!ready) return [];
  const came = new Set([...results, ...odd].map(({ id }) => id));
  return Object.entries(corrections).flatMap(([id, earlier]) => {
    const last = earlier.at(-1);
    if (last === undefined || came.has(id)) return [];
    return [{ id, name: last.result.name, code: last.result.code, ...toEarlierView(last) }];
  });
}

function toView(
  result: LabResult,
  told: {
    readonly earlier: EarlierResult[];
    readonly corrected: readonly EarlierReading[];
    readonly catalogueSaysCalculated: boolean;
  },
): LabResultView {
  return {
    id: result.id,
    name: result.name,
    code: result.code,
    value: result.value,
    unit: unlessBlank(result.unit_type),
    wording: result.human_readable_value,
    minRange: unlessBlank(result.min_range),
    maxRange: unlessBlank(result.max_range),
    outOfRange: unlessBlank(result.out_of_range),
    state: stateOf(result),
    status: result.status,
    comment: result.comment,
    errorReason: result.error_reason,
    fallbackRange: result.fallback_range_applied,
    calculated:
      told.catalogueSaysCalculated ||
      [result.name, result.comment, result.error_reason].some(
        (words) => words !== null && CALCULATED.test(words),
      ),
    corrected: told.corrected.map(toEarlierView),
    earlier: told.earlier,
  };
}

interface EarlierReport {
  readonly registration: TestedRegistration;
  readonly localId: string;
  readonly report: StoredLabReport;
}

interface EarlierReports {
  /** The oldest first. */
  readonly read: readonly EarlierReport[];
  /** How many are not kept here. */
  readonly unread: number;
  /** How many are not shown, because it is uncertain whose they are. */
  readonly inDoubt: number;
}

/** The reports of the same patient's other registrations; each is judged by itself, as when it is opened. */
function earlierReports(context: Context, own: TestedRegistration): EarlierReports {
  const all = otherRegistrations(context, own);
  const others = all.filter(({ id }) => !isInDoubtWhose(context, id));
  const ids = others.map(({ id }) => id);
  const reports = readLabReports(context.db, ids);
  const localIds = localIdsOf(context.db, 'registration', ids);
  const read = others.flatMap((registration): EarlierReport[] => {
    const report = reports.get(registration.id);
    if (!report?.ready || report.patientId !== own.patientId) return [];
    return [{ registration, localId: localIds.get(registration.id) ?? registration.id, report }];
  });
  return {
    read: read.reverse(),
    unread: others.length - read.length,
    inDoubt: all.length - others.length,
  };
}

/** Those with results whose day is not after this one's, the newest first. */
function otherRegistrations(context: Context, own: TestedRegistration): TestedRegistration[] {
  return listTestedRegistrations(context.db, own.patientId).filter(
    ({ id, date }) => id !== own.id && (own.date === '' || date <= own.date),
  );
}

function earlierOf(result: LabResult, reports: readonly EarlierReport[]): EarlierResult[] {
  return reports.flatMap(({ registration, localId, report }) =>
    report.results.flatMap((one): EarlierResult[] =>
      one.biomarker_id === result.biomarker_id && one.value !== null && stateOf(one) === 'measured'
        ? [
            {
              registrationId: localId,
              trfCode: registration.trfCode,
              date: registration.date,
              value: one.value,
              unit: unlessBlank(one.unit_type),
              outOfRange: unlessBlank(one.out_of_range),
            },
          ]
        : [],
    ),
  );
}

/** The report as a document, so that it can be opened later without the service. Without it nothing else is missing. */
async function keepPdf(context: Context, registrationId: string): Promise<void> {
  const registration = registrationOf(context, registrationId);
  const { serverId } = registration;
  if (serverId === null || ownerOfResults(context, registration).owner.kind !== 'person') return;
  try {
    await fetchDocument(context, { ...registration, serverId }, 'results', { areResultsJustRead: true });
  } catch (thrown) {
    context.log.debug('the document of results could not be kept; it is fetched when it is opened', {
      error: toAppError(thrown).kind,
    });
  }
}

export const resultHandlers: Handlers<typeof resultOperations> = {
  'results.get': (context, { registrationId }) => {
    const registration = registrationOf(context, registrationId);
    const { owner, visitId } = ownerOfResults(context, registration);
    const own =
      registration.serverId === null ? null : readTestedRegistration(context.db, registration.serverId);
    const stored = own && readLabReports(context.db, [own.id]).get(own.id);
    const isTheirs = owner.kind === 'person' && stored?.patientId === own?.patientId;
    const earlier = own && isTheirs ? earlierReports(context, own) : null;
    const descriptions = biomarkerDescriptions(context.db);
    return {
      registrationId,
      trfCode: registration.trfCode,
      status: registration.status,
      productNames: [...registration.productNames],
      resultsReady: registration.resultsReady,
      visitId,
      owner,
      report:
        stored && earlier
          ? {
              askedAtMs: stored.fetchedAtMs,
              ready: stored.ready,
              takenBack: stored.takenBack,
              saidNotReady: stored.ready && saysNotReadySince(own, stored.fetchedAtMs),
              printedBeforeAtMs: findReportOut(context.db, registration.id)?.printedAtMs ?? null,
              items: stored.results.map((result) =>
                toView(result, {
                  earlier: earlierOf(result, earlier.read),
                  corrected: stored.corrections[result.id] ?? [],
                  catalogueSaysCalculated: CALCULATED.test(descriptions.get(result.biomarker_id) ?? ''),
                }),
              ),
              odd: [...stored.odd],
              withdrawn: withdrawnFrom(stored),
              missing: Math.max(
                0,
                stored.told - stored.results.length - stored.odd.filter(({ used }) => !used).length,
              ),
              doctorsNote: stored.doctorsNote,
              doctorsName: stored.doctorsName,
              earlierUnread: earlier.unread,
              earlierInDoubt: earlier.inDoubt,
            }
          : null,
    };
  },

  'results.read': {
    effect: async (context, { registrationId }) => {
      const { serverId } = registrationOf(context, registrationId);
      if (serverId === null) return { outcome: 'no-patient' };
      const own = readTestedRegistration(context.db, serverId);
      if (!own) return { outcome: 'no-patient' };
      const outcome = await readLabReport(labReportParts(context), own);
      if (outcome === 'person-changed') context.sync.pullNow();
      return { outcome };
    },
  },

  'results.out': ({ db }) => {
    const out = listReportsOut(db);
    const registrations = readRegistrations(
      db,
      out.map(({ registrationId }) => registrationId),
    );
    const patients = readPatients(
      db,
      [...registrations.values()].flatMap(({ patientId }) => patientId ?? []),
    );
    return {
      items: out.map((one) => {
        const registration = registrations.get(one.registrationId);
        const person = patients.get(registration?.patientId ?? '');
        return {
          ...one,
          isKnown: registration !== undefined,
          trfCode: registration?.trfCode ?? null,
          person: person ? toPersonNamedView(person) : null,
        };
      }),
    };
  },

  'results.holderTold': {
    transaction: (context, { registrationId, seenChangedAtMs, reason }) => {
      const { db } = context;
      const out = findReportOut(db, registrationId);
      // Told at another window, or of results that have changed once more since.
      if (out?.changedAtMs !== seenChangedAtMs) {
        throw new AppException(conflict('changed', 'It was settled, or the results have changed again.'));
      }
      settleReportOut(db, registrationId);
      const registration = readRegistration(db, registrationId);
      context.record('report-holder-told', {
        visitId: visitIdOfRegistration(db, registrationId),
        patientId: registration?.patientId ?? null,
        code: registration?.trfCode ?? null,
        printedAtMs: out.printedAtMs,
        reason,
      });
      context.changed('results');
      return {};
    },
  },

  'results.readEarlier': {
    effect: async (context, { registrationId }) => {
      const { serverId } = registrationOf(context, registrationId);
      const own = serverId === null ? null : readTestedRegistration(context.db, serverId);
      if (!own) return {};
      const others = otherRegistrations(context, own);
      const kept = readLabReports(
        context.db,
        others.map(({ id }) => id),
      );
      const lacking = others.filter(({ id }) => {
        const report = kept.get(id);
        return !report?.ready || report.patientId !== own.patientId;
      });
      for (const other of lacking.slice(0, EARLIER_READ)) {
        try {
          // Asked before as well only where its answer may end a doubt: with eight of them somebody waits for each request more.
          const parts = labReportParts(context);
          await readLabReport({ ...parts, asksBefore: parts.isInDoubt(other.id) }, other);
        } catch (thrown) {
          // One odd report hides no other; where the service cannot be asked, none of the rest would come.
          if (cannotBeAsked(toAppError(thrown))) break;
        }
      }
      return {};
    },
  },

  'results.keepDocument': {
    effect: async (context, { registrationId }) => {
      await keepPdf(context, registrationId);
      return {};
    },
  },
};
