// The lab results of a registration: whose they are, what was found, and what was found before.
import { z } from 'zod';
import { PATIENT_ANSWERS } from '../domain/person-doubt.ts';
import { command, nothing, query } from './operation.ts';
import { reason } from './reason.ts';
import { instantMs, personNamed, personNaming, personView, recordId } from './views.ts';

/** One value of one day, where the same biomarker was measured before. */
const earlierResult = z.object({
  registrationId: recordId,
  trfCode: z.string(),
  /** `YYYY-MM-DD`; empty when it is not known. */
  date: z.string(),
  value: z.string(),
  unit: z.string().nullable(),
  outOfRange: z.string().nullable(),
});
export type EarlierResult = z.infer<typeof earlierResult>;

/** What a result said at an earlier reading. */
const earlierReading = z.object({
  value: z.string(),
  unit: z.string().nullable(),
  minRange: z.string().nullable(),
  maxRange: z.string().nullable(),
  outOfRange: z.string().nullable(),
  /** When another one was read in its place, or none. */
  untilMs: instantMs,
});

export const labResultView = z.object({
  id: recordId,
  name: z.string(),
  code: z.string(),
  /** As the laboratory wrote it: a number, `<0.5`, or words. Null without a result. */
  value: z.string().nullable(),
  unit: z.string().nullable(),
  /** How the service words value and unit by itself; empty where it does not. */
  wording: z.string(),
  /** The ends of the reference range as the laboratory wrote them; null where it has no end on that side. */
  minRange: z.string().nullable(),
  maxRange: z.string().nullable(),
  /** `high`, `low`, or what else the service says; null within the range. */
  outOfRange: z.string().nullable(),
  state: z.enum(['measured', 'pending', 'failed', 'not-known']),
  /** The service's own word for the state. */
  status: z.string(),
  comment: z.string().nullable(),
  errorReason: z.string().nullable(),
  /** A general range stood in for a more specific one. */
  fallbackRange: z.boolean(),
  /** The service or its catalogue says that it was calculated from others. */
  calculated: z.boolean(),
  /** What was read here before the service corrected it, the oldest first; empty where it was never another. */
  corrected: z.array(earlierReading),
  /** Of the same person and biomarker, the oldest first. */
  earlier: z.array(earlierResult),
});
/** One result with the person's earlier ones; see {@link labResultView}. */
export type LabResultView = z.infer<typeof labResultView>;

const withdrawnResult = earlierReading.extend({ id: recordId, name: z.string(), code: z.string() });
/** A result that was read here and is not in the report any more. */
export type WithdrawnResult = z.infer<typeof withdrawnResult>;

/** Why nobody can say whose the results are; see docs/decisions/032. */
const DOUBTS_ABOUT_OWNER = [
  'contested',
  'records-differ',
  'another-record',
  'names-nobody',
  'appointment-of-another',
  'two-people',
  'not-known',
] as const;

const owner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), person: personView }),
  z.object({ kind: z.literal('nobody') }),
  z.object({
    kind: z.literal('in-doubt'),
    why: z.enum(DOUBTS_ABOUT_OWNER),
    namings: z.array(personNaming),
    answer: z.enum(PATIENT_ANSWERS).nullable(),
  }),
]);
/** Whose results they are; see {@link DOUBTS_ABOUT_OWNER}. */
export type ResultsOwner = z.infer<typeof owner>;

export const resultOperations = {
  /**
   * The results as they were last read. Nothing is asked at the service; `results.read` does that. Unless the owner is a
   * person, `report` is null.
   */
  'results.get': query(
    z.strictObject({ registrationId: recordId }),
    z.object({
      registrationId: recordId,
      trfCode: z.string().nullable(),
      /** As the service words it. */
      status: z.string(),
      productNames: z.array(z.string()),
      /** The service said so when the registration was read. */
      resultsReady: z.boolean(),
      /** The visit it belongs to; null when it has none here. */
      visitId: recordId.nullable(),
      owner,
      /** Null while the results were not asked for, or were asked for while somebody else was on the registration. */
      report: z
        .object({
          /** When the service was asked. */
          askedAtMs: instantMs,
          /** False: the service said that there are none yet. */
          ready: z.boolean(),
          /** There were results at an earlier reading, and the service has none now. */
          takenBack: z.boolean(),
          /** Since these were read the registration has said that it has no results: they may have been taken back. */
          saidNotReady: z.boolean(),
          /** When a report was printed, or may have been, that the service had given before it changed or took back what is in it; null without one. */
          printedBeforeAtMs: instantMs.nullable(),
          items: z.array(labResultView),
          /** Results that could not be read (`used` is false), or were read without a field. */
          odd: z.array(
            z.object({
              id: z.string().nullable(),
              field: z.string(),
              reason: z.string(),
              used: z.boolean(),
            }),
          ),
          /** Results that were read here with a value and are not in the report any more, as they were read last. */
          withdrawn: z.array(withdrawnResult),
          /** How many results the service announced, and did not send. */
          missing: z.number().int(),
          doctorsNote: z.string().nullable(),
          doctorsName: z.string().nullable(),
          /** Other registrations of the person that have results which this desk has not read. */
          earlierUnread: z.number().int(),
          /** Other registrations in the person's name with results that are not shown, because whose they are is in doubt. */
          earlierInDoubt: z.number().int(),
        })
        .nullable(),
    }),
    { staleOn: ['results', 'board', 'patients', 'print-jobs'] },
  ),
  /** Reads the results of a registration from the service, all pages of them. */
  'results.read': command(
    z.strictObject({ registrationId: recordId }),
    /**
     * `person-changed`: the registration names somebody else than this desk knows; it is being read again, and while the
     * records disagree nothing is shown. `in-doubt`: whose they are is not certain for another reason, so nothing was read.
     * `no-patient`: the service does not know the registration yet, or nobody is on it, so nothing was asked.
     */
    z.object({ outcome: z.enum(['read', 'not-ready', 'person-changed', 'in-doubt', 'no-patient']) }),
    { answersWith: 'other' },
  ),
  /**
   * Reports of results that were printed, or may have been, before the laboratory changed or took back what is in them, and of which nobody
   * has said yet that whoever has the paper was told. The one that was changed first comes first.
   */
  'results.out': query(
    nothing,
    z.object({
      items: z.array(
        z.object({
          registrationId: recordId,
          /** False where the registration is not kept here any more. */
          isKnown: z.boolean(),
          trfCode: z.string().nullable(),
          person: personNamed.nullable(),
          /** When the last of them was printed. */
          printedAtMs: instantMs,
          /** When this desk read that the results are others, or that there are none. */
          changedAtMs: instantMs,
        }),
      ),
    }),
    { staleOn: ['results', 'board', 'patients', 'print-jobs'] },
  ),
  /** A person says that whoever has the paper was told; `reason` says whom, and how. */
  'results.holderTold': command(
    z.strictObject({ registrationId: recordId, seenChangedAtMs: instantMs, reason }),
    nothing,
    { answersWith: 'other' },
  ),
  /** Reads results of the same person's other registrations that this desk has not read, the newest ones first. */
  'results.readEarlier': command(z.strictObject({ registrationId: recordId }), nothing, {
    answersWith: 'other',
  }),
  /** Fetches the results document, so that it can be opened later without the service. Where that fails, nothing is missing. */
  'results.keepDocument': command(z.strictObject({ registrationId: recordId }), nothing, {
    answersWith: 'other',
  }),
};
