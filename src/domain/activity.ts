// What the activity can say: each kind of entry with the facts that belong to it. An entry names records by their ids and
// never a person by name; names are looked up when it is read, so that a corrected name is right in old entries as well.
import { z } from 'zod';
import { LABEL_REFUSALS, PAPER_FAULTS, PROOF_WAYS } from './paper.ts';
import { NOT_TAKEN_REASONS } from './sample.ts';
import { DESK_STATES } from './visit.ts';

const text = z.string();
const reason = z.string().nullable();
const count = z.number().int();
const instantMs = z.number().int();

/** A decision about a change that waits; `change` is its kind, such as `patient.create`. */
const changeDecision = z.object({ change: text, reason });
/** A decision about a print job; `code` stands on its label, null where the job prints no label. */
const jobDecision = z.object({ jobId: text, code: text.nullable(), reason });
/** What the queue came to know of a label; `reason` is a technical word, null where there is nothing to explain. */
const labelOutcome = z.object({ jobId: text, code: text.nullable(), printer: text, reason });
const labelQueued = z.object({
  code: text,
  codeFrom: text.nullable(),
  printer: text,
  /** Why it was printed again; null the first time. */
  reason,
  /** Why it was printed with the form's code before the laboratory's was read; null where the code was settled. */
  formCodeReason: reason,
});

/** The facts of each kind of entry, beside when, who, which visit and which patient, which every entry can carry. */
export const ACTIVITY_DETAILS = {
  // At a visit.
  'checked-in': z.object({
    /** Kinds of identifier, separated by a comma and a blank. */
    identifiers: text,
    relaxedReason: reason,
  }),
  'patient-assigned': z.object({ registrations: count }),
  moved: z.object({ from: z.enum(DESK_STATES), to: z.enum(DESK_STATES) }),
  collected: z.object({ collectedAtMs: instantMs, labels: count, notTaken: count, relaxedReason: reason }),
  'sample-not-taken': z.object({ why: z.enum(NOT_TAKEN_REASONS), note: reason, samples: count }),
  'sample-to-take': z.object({ why: z.enum(NOT_TAKEN_REASONS) }),
  'label-queued': labelQueued,
  'label-reprint-queued': labelQueued,
  'label-verified': z.object({
    code: text,
    how: z.enum(PROOF_WAYS),
    reason,
    /** Entries of old do not say it. */
    alsoOnForm: z.boolean().optional(),
  }),
  'label-refused': z.object({
    code: text,
    how: z.enum(PROOF_WAYS),
    why: z.enum(LABEL_REFUSALS),
    otherVisitId: text.nullable(),
    /** Whose label it was, as far as was known then. */
    otherPatientId: text.nullable(),
  }),
  /** What waited for a printer when the person turned out not to be here. */
  'labels-not-printed': z.object({ labels: count, reason: z.enum(DESK_STATES) }),
  /** Collected, but a label has to be proven anew. */
  'collection-reopened': z.object({ code: text, collectedAtMs: instantMs.nullable() }),
  // Taken back by the desk itself. `changes` are kinds of change, separated by a comma and a blank.
  'confirmation-withdrawn': z.object({ changes: text, from: z.enum(DESK_STATES) }),
  'label-withdrawn': z.object({ code: text.nullable(), why: z.enum(PAPER_FAULTS), papers: count }),
  'label-destroyed': z.object({ code: text.nullable() }),
  'slot-held': z.object({ startsAtMs: instantMs, outsideTimetable: z.boolean() }),
  'slot-released': z.object({ startsAtMs: instantMs }),
  'walk-in-confirmed': z.object({ products: count }),
  // Decisions about what waits.
  'change-sent-again': changeDecision,
  'change-discarded': changeDecision,
  'change-corrected': changeDecision,
  'patient-linked': changeDecision,
  'print-job-sent-again': jobDecision,
  'print-job-found-printed': jobDecision,
  'print-job-cancelled': jobDecision,
  // At the desk.
  'patient-created': z.object({ duplicatesSeen: z.boolean() }),
  'staff-added': z.object({ initials: text }),
  'location-chosen': z.object({
    locationId: text,
    locationName: text,
    /** Where the desk worked until then; null when that was not known. */
    before: text.nullable(),
    beforeName: text.nullable(),
  }),
  // What the print queue came to know of a label that somebody had queued.
  'label-sent': labelOutcome,
  'label-sent-unacknowledged': labelOutcome,
  'label-unsure': labelOutcome,
  'label-not-sent': labelOutcome,
  'label-held-back': labelOutcome,
  // What the sync did by itself.
  'visit-off': z.object({ reason: z.enum(['registration-gone']) }),
  /** `reason` is a technical word; an older version wrote the kind of the service's refusal. */
  'slot-booked-over': z.object({ reason: text }),
  /** Held over what is most likely this desk's own earlier try, whose answer was lost. */
  'slot-held-again': z.object({ reason: text }),
  /** The slot could not be had, so the next free one was taken; `before` is when the first one begins. */
  'slot-moved': z.object({ startsAtMs: instantMs, before: instantMs }),
  /** The service held a slot at another location than was asked for; it was given back. */
  'slot-held-elsewhere': z.object({ locationId: text }),
} as const;

export type ActivityKind = keyof typeof ACTIVITY_DETAILS;
export type ActivityDetailOf<Kind extends ActivityKind> = z.output<(typeof ACTIVITY_DETAILS)[Kind]>;

/**
 * What an entry is about, with its facts. `patientId` is found through the visit where it is left out; null says that
 * nobody is known for it.
 */
export type ActivityAbout<Kind extends ActivityKind> = {
  readonly visitId: string | null;
  readonly patientId?: string | null;
} & Readonly<ActivityDetailOf<Kind>>;

export const ACTIVITY_KINDS = Object.keys(ACTIVITY_DETAILS) as [ActivityKind, ...ActivityKind[]];

/** Entries are never rewritten, so kinds that were renamed are still read under their older spelling. */
const OLDER_SPELLINGS: Readonly<Record<string, ActivityKind>> = {
  'label-printed': 'label-queued',
  'label-reprinted': 'label-reprint-queued',
  'person-created': 'patient-created',
  'person-linked': 'patient-linked',
};

/** The kind that a stored word means; null for one that this version does not know. */
export function activityKindOf(stored: string): ActivityKind | null {
  if (Object.hasOwn(ACTIVITY_DETAILS, stored)) return stored as ActivityKind;
  return Object.hasOwn(OLDER_SPELLINGS, stored) ? (OLDER_SPELLINGS[stored] as ActivityKind) : null;
}
