// What the activity can record: each kind of entry with its facts. An entry names records by their ids and never a
// person by name. Names are looked up when the entry is read, so that a corrected name is also right in old entries.
import { z } from 'zod';
import { LABEL_REFUSALS, PAPER_FAULTS, PROOF_WAYS } from './paper.ts';
import { NAMING_SOURCES } from './person-doubt.ts';
import { LOCAL_FORM_ENDS } from './local-form.ts';
import { PRINTED_DOCUMENTS } from './printed-document.ts';
import { PAGE_KINDS, PRINT_OUTCOMES, SERVICE_PAGE_KINDS } from './printed-pages.ts';
import { NOT_TAKEN_REASONS } from './sample.ts';
import { RELAXATIONS } from './relaxation.ts';
import { ROLES } from './staff.ts';
import { TICKET_NAMES } from './ticket.ts';
import { DESK_STATES } from './visit.ts';

const text = z.string();
const reason = z.string().nullable();
const count = z.number().int();
const instantMs = z.number().int();

/** A decision about a change that is not sent yet; `change` is its kind, for example `patient.create`. */
const changeDecision = z.object({ change: text, reason });
/** A decision about a print job; `code` is the code on its label, null where the job prints no label. */
const jobDecision = z.object({ jobId: text, code: text.nullable(), reason });
/** What became of a label in the print queue; `reason` is a technical text, null when there is nothing to explain. */
const labelOutcome = z.object({ jobId: text, code: text.nullable(), printer: text, reason });
const labelQueued = z.object({
  code: text,
  codeFrom: text.nullable(),
  printer: text,
  /** Why it was printed again; null the first time. */
  reason,
  /** Why it was printed with the form's code before the laboratory's was read; null where the code was known. */
  formCodeReason: reason,
  /** Letters of the test or the location for which the label shows a question mark. Missing where there are none. */
  lettersReplaced: text.optional(),
});

/** The facts of each kind of entry. Every entry also carries when, who, which visit and which patient. */
export const ACTIVITY_DETAILS = {
  // At a visit.
  'checked-in': z.object({
    /** Kinds of identifier, separated by a comma and a space. */
    identifiers: text,
    relaxedReason: reason,
  }),
  /**
   * The service contradicted itself about the person, and a member of staff settled it with the person in front of them.
   * `from`: the source that was right; `differs`: what the sources differed in, separated by a comma and a space, empty
   * where they did not and the service answered with another patient.
   */
  'person-settled': z.object({ from: z.enum(NAMING_SOURCES), differs: text }),
  'patient-assigned': z.object({ registrations: count }),
  /** `wasOfAnother`: somebody else stood on the appointment before; false where nobody did. */
  'appointment-assigned': z.object({ startsAtMs: instantMs, wasOfAnother: z.boolean() }),
  moved: z.object({ from: z.enum(DESK_STATES), to: z.enum(DESK_STATES) }),
  collected: z.object({ collectedAtMs: instantMs, labels: count, notTaken: count, relaxedReason: reason }),
  'sample-not-taken': z.object({ why: z.enum(NOT_TAKEN_REASONS), note: reason, samples: count }),
  'sample-to-take': z.object({ why: z.enum(NOT_TAKEN_REASONS) }),
  'label-queued': labelQueued,
  'label-reprint-queued': labelQueued,
  /** `nameLeftOut`: what of the name cannot be printed, so that the ticket has no name; null where it is as the site wants. */
  'ticket-queued': z.object({ number: count, printer: text, again: z.boolean(), nameLeftOut: reason }),
  'label-verified': z.object({
    code: text,
    how: z.enum(PROOF_WAYS),
    reason,
    /** Missing in entries of older versions. */
    alsoOnForm: z.boolean().optional(),
    /** A label with this code was proven before. Missing where nobody was asked which tube it was. */
    saidToBeOnAnotherTube: z.boolean().optional(),
  }),
  'label-refused': z.object({
    code: text,
    how: z.enum(PROOF_WAYS),
    why: z.enum(LABEL_REFUSALS),
    otherVisitId: text.nullable(),
    /** The patient whose label it was, if that was known at the time. */
    otherPatientId: text.nullable(),
  }),
  /** Somebody answered the alarm of a wrong label: they have looked at the tubes. `code`: the wrong label's. */
  'tubes-checked': z.object({ code: text }),
  /** Labels that were taken out of the print queue because the person is not here. */
  'labels-not-printed': z.object({ labels: count, reason: z.enum(DESK_STATES) }),
  /** The visit was collected, but one of its labels has to be proven again. */
  'collection-reopened': z.object({ code: text, collectedAtMs: instantMs.nullable() }),
  // Taken back by the desk itself. `changes` are kinds of change, separated by a comma and a space.
  'confirmation-withdrawn': z.object({ changes: text, from: z.enum(DESK_STATES) }),
  'label-withdrawn': z.object({ code: text.nullable(), why: z.enum(PAPER_FAULTS), papers: count }),
  /** The service has the registration again that was gone, so its label need not be destroyed. */
  'label-good-again': z.object({ code: text.nullable() }),
  'label-destroyed': z.object({ code: text.nullable() }),
  'slot-held': z.object({ startsAtMs: instantMs, outsideTimetable: z.boolean() }),
  /** Held although it was known to be taken or closed. */
  'slot-overridden': z.object({ startsAtMs: instantMs, reason: text }),
  'slot-released': z.object({ startsAtMs: instantMs }),
  'appointment-cancelled': z.object({ startsAtMs: instantMs, reason: text }),
  /** The service had it again, confirmed, as one has that was put back from a backup; so the cancellation is sent once more. */
  'appointment-cancelled-again': z.object({ startsAtMs: instantMs }),
  /** `before` is where it stood; the location's name is null where it stays at the same one. */
  'appointment-moved': z.object({ startsAtMs: instantMs, before: instantMs, locationName: reason }),
  /** The service gave the registration another appointment while the person was here; `before`: when the one before began. */
  'appointment-replaced': z.object({ startsAtMs: instantMs, before: instantMs.nullable() }),
  /** The service gave a registration of the visit another appointment, so it is on the visit of that one (`toVisitId`) now. */
  'registration-moved': z.object({ registrationId: text, toVisitId: text }),
  /** The service moved the appointment away while its person was here, and back: the visit has it again, with its registrations. */
  'appointment-back': z.object({ startsAtMs: instantMs }),
  'walk-in-confirmed': z.object({ products: count }),
  // Asked of the service about a registration; `code` is the registration's, null while it has none.
  'registration-updated': z.object({
    code: text.nullable(),
    mobileNumber: z.boolean(),
    reference: z.boolean(),
  }),
  'registration-made': z.object({ products: count }),
  'retest-asked-for': z.object({ code: text.nullable() }),
  'completion-email-asked-for': z.object({ code: text.nullable() }),
  /** Somebody has said that whoever has a printed report, which the laboratory has changed since, was told. */
  'report-holder-told': z.object({ code: text.nullable(), printedAtMs: instantMs, reason: text }),
  // Asked of the service about orders; `order` is the number or the id that the order was shown by.
  'order-placed': z.object({ products: count }),
  'order-cancelled': z.object({ order: text }),
  'refund-asked-for': z.object({ order: text }),
  'reshipment-asked-for': z.object({ order: text }),
  // Decisions about changes and print jobs that are not done yet.
  'change-sent-again': changeDecision,
  'change-discarded': changeDecision,
  /** Sent again although an earlier try may have been carried out. */
  'change-repeated': changeDecision,
  /** A person said that the service carried it out. */
  'change-said-done': changeDecision,
  'change-corrected': changeDecision,
  'patient-linked': changeDecision,
  'print-job-sent-again': jobDecision,
  /** `reason`: the name of the printer that prints it instead. */
  'print-job-moved': jobDecision,
  'print-job-found-printed': jobDecision,
  'print-job-cancelled': jobDecision,
  // At the desk.
  'patient-created': z.object({ duplicatesSeen: z.boolean() }),
  /** Who saved which part of the activity as a file. Days are the site's, null: without a limit; `by` null: of everybody. */
  'activity-exported': z.object({
    entries: count,
    from: text.nullable(),
    to: text.nullable(),
    by: text.nullable(),
    /** As it is narrowed by; `site`: the site desk. Missing in entries of older versions. */
    desk: text.nullable(),
    kind: text.nullable(),
    onePatient: z.boolean(),
  }),
  // People and their sign-in. In entries of older versions only the initials of whoever was added are written down.
  'people-set-up': z.object({ initials: text }),
  // The copy of the site, and machines that take each other's place.
  /** `site`: its name in the database of the copy. */
  'recovery-key-shown': z.object({ site: text }),
  /** `from`: the machine that was the site desk before. */
  'site-taken-over': z.object({ from: text, notCopied: count }),
  /** `by` is missing in entries from before there were badges. */
  'signed-in': z.object({ role: z.enum(ROLES), by: z.enum(['pin', 'badge']) }),
  /** Badges that nobody has been given, scanned at a locked window; `unknown` counts those in a row at that desk. */
  'badge-refused': z.object({ unknown: count }),
  /** A second person agreed to what the entry beside this one tells; `second` are their initials. */
  'relaxation-approved': z.object({ what: z.enum(RELAXATIONS), second: text }),
  /** A wrong PIN of a second person; `second`: whose, `wrongPins` counts those in a row. */
  'approval-refused': z.object({ what: z.enum(RELAXATIONS), second: text, wrongPins: count }),
  'signed-out': z.object({ why: z.enum(['locked', 'idle', 'switched']) }),
  /** A wrong PIN; `wrongPins` counts those in a row. The entry is in the name of whom somebody wanted to be. */
  'sign-in-refused': z.object({ wrongPins: count }),
  /**
   * Called past the screens, which do not offer it; or, where `roleBefore` is not null, by whoever signed in with that role, which may, and was given
   * another one since. `operation`: its name. Written once an hour for each person, operation and desk.
   */
  'operation-refused': z.object({
    operation: text,
    role: z.enum(ROLES),
    roleBefore: z.enum(ROLES).nullable(),
  }),
  'staff-added': z.object({ initials: text, role: z.enum(ROLES), hasPin: z.boolean() }),
  'staff-changed': z.object({
    initials: text,
    renamed: z.boolean(),
    role: z.enum(ROLES),
    roleBefore: z.enum(ROLES),
    active: z.boolean(),
    activeBefore: z.boolean(),
  }),
  'staff-pin-set': z.object({ initials: text }),
  /** `given` false: a badge was taken away. */
  'staff-badge-set': z.object({ initials: text, given: z.boolean() }),
  // The further desks of a site. `desk` is the name at that time.
  /** For how long the code is good. */
  'pairing-opened': z.object({ minutes: count }),
  /** A wrong code; `wrong` counts those in a row. `codeEnded`: the code that was shown is no longer good. */
  'pairing-refused': z.object({ wrong: count, codeEnded: z.boolean() }),
  'desk-paired': z.object({ desk: text }),
  'desk-renamed': z.object({ desk: text, before: text }),
  'desk-shut-out': z.object({ desk: text }),
  /** Written once an hour for each desk. `desk` is null for one that nobody here knows, or of which nothing was heard. */
  'desk-refused': z.object({ desk: text.nullable(), why: z.enum(['shut-out', 'unknown', 'unprotected']) }),
  /** What a further desk said of printing work, and was not believed. Written once an hour for each desk and reason. */
  'desk-printing-refused': z.object({
    desk: text.nullable(),
    why: z.enum([
      'begun-already',
      'not-begun',
      'not-its-work',
      'ended-already',
      'makes-no-sense',
      'two-processes',
    ]),
  }),
  'location-chosen': z.object({
    locationId: text,
    locationName: text,
    /** The location before; null when that was not known. */
    before: text.nullable(),
    beforeName: text.nullable(),
  }),
  /** From then on the document was printed there. `before` is null where it was printed nowhere. */
  'printer-chosen': z.object({ document: z.enum(PRINTED_DOCUMENTS), printer: text, before: reason }),
  /** From then on it was offered there in trouble; `printer` null: on any that can. */
  'printer-stand-in-chosen': z.object({ document: z.enum(PRINTED_DOCUMENTS), printer: reason }),
  /** `standsAt`: the further desk that reaches it; null: the site desk. */
  'printer-added': z.object({ printer: text, address: text, standsAt: text.nullable() }),
  /**
   * `before`: its name before, null where it kept it; `withdrawn`: jobs that waited and were made for the settings before; `standsAt`:
   * the desk that reaches it from then on; null where it is the same as before.
   */
  'printer-changed': z.object({ printer: text, before: reason, withdrawn: count, standsAt: text.nullable() }),
  'printer-proved': z.object({ printer: text, code: text }),
  'printer-removed': z.object({ printer: text, withdrawn: count }),
  'scanner-learned': z.object({ prefix: text, trailer: text, suffix: text, idleMs: count }),
  /** What was forgotten. */
  'scanner-forgotten': z.object({ prefix: text, trailer: text, suffix: text, idleMs: count }),
  /**
   * Which of the webhook's settings were changed at the service. Of the address only the host is written down, before and
   * after; null where there was none, or the address was kept. Missing in entries of older versions.
   */
  'webhook-changed': z.object({
    address: z.enum(['set', 'cleared', 'kept']),
    secret: z.enum(['set', 'cleared', 'kept']),
    fromHost: text.nullable(),
    toHost: text.nullable(),
  }),
  'ticket-rules-set': z.object({ onCheckIn: z.boolean(), name: z.enum(TICKET_NAMES) }),
  // What became of a label that somebody had put into the print queue.
  'ticket-outcome': z.object({
    jobId: text,
    printer: text,
    outcome: z.enum(['sent', 'unacknowledged', 'unsure', 'not-sent', 'held-back']),
    reason,
  }),
  'label-sent': labelOutcome,
  'label-sent-unacknowledged': labelOutcome,
  'label-unsure': labelOutcome,
  'label-not-sent': labelOutcome,
  'label-held-back': labelOutcome,
  // Whole pages: put into the print queue, and what became of them.
  'document-queued': z.object({
    jobId: text,
    document: z.enum(PAGE_KINDS),
    pages: count,
    printer: text,
  }),
  /** Somebody was asked, and wanted to see it although the desk could not read whose it is. `code`: of the registration. */
  'document-seen-not-read': z.object({ document: z.enum(SERVICE_PAGE_KINDS), code: text.nullable() }),
  'local-form-made': z.object({ code: text }),
  'local-form-settled': z.object({ code: text, as: z.enum(LOCAL_FORM_ENDS) }),
  'document-print-ended': z.object({
    jobId: text,
    document: z.enum(PAGE_KINDS),
    outcome: z.enum(PRINT_OUTCOMES),
    printer: text,
    reason,
  }),
  // What the desk did by itself while it synced with the service.
  /** The service does not have the registration any more, and the visit goes on. `code`: the registration's, null where it had none. */
  'registration-lost': z.object({ code: text.nullable() }),
  'visit-off': z.object({ reason: z.enum(['registration-gone']) }),
  /** `reason` is a technical word. An older version wrote the kind of the service's refusal there. */
  'slot-booked-over': z.object({ reason: text }),
  /** Held although the slot was taken: most likely by an earlier try of this desk whose answer was lost. */
  'slot-held-again': z.object({ reason: text }),
  /** The slot could not be booked, so the next free one was held. `before` is the start of the first one. */
  'slot-moved': z.object({ startsAtMs: instantMs, before: instantMs }),
  /** The service held a slot at another location than was asked for; it was released there. */
  'slot-held-elsewhere': z.object({ locationId: text }),
} as const;

/** What happened, such as `checked-in`: a key of `ACTIVITY_DETAILS`. */
export type ActivityKind = keyof typeof ACTIVITY_DETAILS;
/** The facts that an entry of this kind has, as `ACTIVITY_DETAILS` declares them. */
export type ActivityDetailOf<Kind extends ActivityKind> = z.output<(typeof ACTIVITY_DETAILS)[Kind]>;

/**
 * What an entry is about, with the facts of its kind. When `patientId` is left out, the visit's patient is written
 * down; null says that nobody is known.
 */
export type ActivityAbout<Kind extends ActivityKind> = {
  readonly visitId: string | null;
  readonly patientId?: string | null;
} & Readonly<ActivityDetailOf<Kind>>;

export const ACTIVITY_KINDS = Object.keys(ACTIVITY_DETAILS) as [ActivityKind, ...ActivityKind[]];

/** Entries are never rewritten, so kinds that were renamed are read under their old name as well. */
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

/** All words under which entries of a kind may be stored: its own, and those of older versions. */
export function storedKindsOf(kind: ActivityKind): string[] {
  const older = Object.keys(OLDER_SPELLINGS).filter((spelling) => OLDER_SPELLINGS[spelling] === kind);
  return [kind, ...older];
}
