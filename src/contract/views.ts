// The records that screens show, shared by several operations.
import { z } from 'zod';
import { ACTIVITY_KINDS } from '../domain/activity.ts';
import { APPOINTMENT_STATES } from '../domain/appointment-state.ts';
import { CHANGE_KINDS } from '../domain/change.ts';
import { GENDERS } from '../domain/gender.ts';
import { PERSON_CHANGES } from '../domain/identity.ts';
import { SHOWN_STATES } from '../domain/outbox-state.ts';
import { PAPER_FAULTS } from '../domain/paper.ts';
import { PRINT_JOB_STATES } from '../domain/print-job-state.ts';
import { NOT_TAKEN_REASONS, SAMPLE_STATES } from '../domain/sample.ts';
import { DESK_STATES, IDENTIFIER_KINDS, SYNC_TAGS } from '../domain/visit.ts';
import { appErrorSchema } from './app-error.ts';

/** Our own id of a record: the service's where the record came from there, a UUID made here otherwise. Never changes. */
export const recordId = z.string().min(1).max(64);
/** Milliseconds since the epoch, by the service's clock where it is known. */
export const instantMs = z.number().int();
/** `YYYY-MM-DD` at the site. */
export const siteDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** The version of a record that a screen saw. */
export const seenVersion = z.number().int().min(0);

const syncTag = z.enum(SYNC_TAGS);
export const deskState = z.enum(DESK_STATES);
export const gender = z.enum(GENDERS);

export const personView = z.object({
  id: recordId,
  firstName: z.string(),
  lastName: z.string(),
  /** Null only where the service does not tell. */
  dateOfBirth: siteDate.nullable(),
  gender: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  sync: syncTag,
});
export type PersonView = z.infer<typeof personView>;

/** Where the code on a label comes from; see the rule "the right label on the right person". */
const labelCodeSource = z.enum(['service', 'label-document', 'trf-code']);

export const registrationView = z.object({
  id: recordId,
  /** Null until the service has made the registration. */
  trfCode: z.string().nullable(),
  foreignId: z.string().nullable(),
  /** As the service words it; nothing depends on it. */
  status: z.string(),
  productNames: z.array(z.string()),
  productSkus: z.array(z.string()),
  hasPatient: z.boolean(),
  resultsReady: z.boolean(),
  /** Null while nothing that may stand on a label is known yet. */
  labelCode: z.object({ code: z.string(), source: labelCodeSource }).nullable(),
  /** Whether the form can be opened without the service. */
  trfStored: z.boolean(),
  sync: syncTag,
});
export type RegistrationView = z.infer<typeof registrationView>;

/** A person as they stood on the screen or on a paper at the time. */
export const personShown = personView
  .pick({ firstName: true, lastName: true, dateOfBirth: true })
  .extend({ patientId: recordId });
export type PersonShownView = z.infer<typeof personShown>;

/** What stands in the way of working on a visit; the engine refuses what the screen is told of here. */
export const visitTrouble = z.discriminatedUnion('kind', [
  /** Who the visit is for changed after it was confirmed: it has to be confirmed again. */
  z.object({
    kind: z.literal('identity-withdrawn'),
    confirmedFor: personShown.nullable(),
    changes: z.array(z.enum(PERSON_CHANGES)),
    /** How far the visit had come. */
    fromState: deskState,
  }),
  /** This desk and the service do not agree whose registration it is, or the service refused it. */
  z.object({ kind: z.literal('patient-contested') }),
  /**
   * The service has the appointment for another patient than the registration; `person` is whom it is for, null where
   * nothing is known of them here.
   */
  z.object({ kind: z.literal('appointment-of-another'), person: personShown.nullable() }),
  /** Registrations of the visit belong to different people. */
  z.object({ kind: z.literal('two-people'), people: z.array(personShown) }),
  /** The code of one of its labels stands for another patient as well. */
  z.object({ kind: z.literal('shared-code'), code: z.string() }),
  /** Papers that exist, or may, and must not be used any more. */
  z.object({
    kind: z.literal('destroy-labels'),
    papers: z.array(
      z.object({
        /** The print job that made it. */
        jobId: recordId,
        code: z.string().nullable(),
        madeFor: personShown.nullable(),
        why: z.enum(PAPER_FAULTS),
      }),
    ),
  }),
  /** This desk works at another location than the visit's. */
  z.object({ kind: z.literal('elsewhere'), locationName: z.string().nullable() }),
]);
export type VisitTrouble = z.infer<typeof visitTrouble>;

const labelProgress = z.object({
  /** Without those whose sample is not taken. */
  needed: z.number().int(),
  printed: z.number().int(),
  verified: z.number().int(),
  /** Of those printed: with a code that the laboratory's own has overtaken since, see `overtakenBy` of a label. */
  toReprint: z.number().int(),
});

const appointmentState = z.enum(APPOINTMENT_STATES);

export const visitRow = z.object({
  id: recordId,
  version: seenVersion,
  date: siteDate,
  origin: z.enum(['appointment', 'walk-in']),
  /** Null while the service has not told the location's name. */
  locationName: z.string().nullable(),
  /** Worst first; empty where all is well. */
  troubles: z.array(visitTrouble),
  appointment: z
    .object({
      id: recordId,
      state: appointmentState,
      startsAtMs: instantMs,
      endsAtMs: instantMs.nullable(),
      holdExpiresAtMs: instantMs.nullable(),
      overridesAvailability: z.boolean(),
    })
    .nullable(),
  person: personView.nullable(),
  products: z.array(z.string()),
  trfCodes: z.array(z.string()),
  deskState,
  /** When the present waiting began; null unless waiting. */
  waitingSinceMs: instantMs.nullable(),
  arrivedAtMs: instantMs.nullable(),
  collectedAtMs: instantMs.nullable(),
  /** Only a slot held for a walk-in, with nobody on it yet: not a person, and not to be counted as one. */
  merelyHeld: z.boolean(),
  /** A registration of this visit still lacks its patient. */
  patientMissing: z.boolean(),
  labels: labelProgress,
  sample: z.enum(SAMPLE_STATES),
  sync: syncTag,
});
export type VisitRow = z.infer<typeof visitRow>;

export const labelView = z.object({
  id: recordId,
  registrationId: recordId,
  ordinal: z.number().int().min(1),
  /** What was printed; before that, what would be. Null while no code is known. */
  code: z.string().nullable(),
  /**
   * The service has not answered yet which code the laboratory wants on the label. The form's (TRF) code can be printed in
   * its place, which takes a reason; `code` is null while the answer may come any moment.
   */
  codeStandsIn: z.boolean(),
  /** The laboratory's code, where it came only after the label was printed with the form's: print it again. */
  overtakenBy: z.string().nullable(),
  /**
   * `may-exist`: its job was cancelled, and a paper of it may have come out all the same. `must-be-destroyed`: a paper of
   * it exists, or may, that must not be used; it is printed anew once that one is gone.
   */
  state: z.enum([
    'not-printed',
    'queued',
    'unacknowledged',
    'printed',
    'problem',
    'may-exist',
    'must-be-destroyed',
    'verified',
    'not-taken',
  ]),
  verifiedAtMs: instantMs.nullable(),
  /** How it was proven; null while it is not. */
  provenBy: z.enum(['scanned', 'typed']).nullable(),
  /** Why its sample was not taken; null where it was, or is to be. `note` is in the words of whoever was there. */
  notTaken: z.object({ reason: z.enum(NOT_TAKEN_REASONS), note: z.string().nullable() }).nullable(),
});
export type LabelView = z.infer<typeof labelView>;

/** What a change is. `unknown`: another version of the desk made it, and this one cannot send it. */
const changeKind = z.enum([...CHANGE_KINDS, 'unknown']);

/** Whom an entry is about, as they are called now. */
const personNamed = personView.pick({ id: true, firstName: true, lastName: true, dateOfBirth: true });
export type PersonNamedView = z.infer<typeof personNamed>;

export const activityView = z.object({
  number: z.number().int(),
  atMs: instantMs,
  actor: z.string(),
  visitId: recordId.nullable(),
  /** `unknown`: another version of the desk wrote it, under the word in `writtenAs`. */
  kind: z.enum([...ACTIVITY_KINDS, 'unknown']),
  writtenAs: z.string(),
  person: personNamed.nullable(),
  /** Whose a refused label was, where that is known. */
  otherPerson: personNamed.nullable(),
  /** The facts of the kind, see `ACTIVITY_DETAILS`; an older version may have written others. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ActivityView = z.infer<typeof activityView>;

export const identifier = z.object({
  kind: z.enum(IDENTIFIER_KINDS),
  /** What the person stated, when it was typed in; null when it was asked and agreed. */
  stated: z.string().max(200).nullable(),
});

export const visitDetail = visitRow.extend({
  identity: z
    .object({
      identifiers: z.array(identifier),
      confirmedAtMs: instantMs,
      confirmedBy: z.string(),
      relaxedReason: z.string().nullable(),
      /** Whom it was confirmed for; null where an older version did not keep it. */
      person: personShown.nullable(),
    })
    .nullable(),
  /** Codes on forms that the person was sent: what "code on the form" can be asked for. */
  formCodes: z.array(z.string()),
  registrations: z.array(registrationView),
  labelList: z.array(labelView),
  activity: z.array(activityView),
  pendingChanges: z.array(z.object({ id: recordId, kind: changeKind, state: z.enum(SHOWN_STATES) })),
});
export type VisitDetail = z.infer<typeof visitDetail>;

export const printerView = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['label']),
  address: z.string(),
  /** `unknown` until something was sent; then how the last delivery went. */
  state: z.enum(['unknown', 'ready', 'unreachable', 'attention']),
  detail: z.string().nullable(),
});
export type PrinterView = z.infer<typeof printerView>;

export const printJobView = z.object({
  id: recordId,
  printerId: z.string(),
  printerName: z.string(),
  title: z.string(),
  visitId: recordId.nullable(),
  state: z.enum(PRINT_JOB_STATES),
  /** A person should look at it; `printProblems` of the connection counts these. */
  needsPerson: z.boolean(),
  /** Its label was scanned back: it is there, whatever the printer said. */
  proven: z.boolean(),
  /** Why it is where it is, in technical words; null when there is nothing to say. */
  detail: z.string().nullable(),
  attempts: z.number().int(),
  createdAtMs: instantMs,
  finishedAtMs: instantMs.nullable(),
  actor: z.string(),
  reprintReason: z.string().nullable(),
});
export type PrintJobView = z.infer<typeof printJobView>;

export const outboxRowView = z.object({
  id: recordId,
  sequence: z.number().int(),
  kind: changeKind,
  state: z.enum(SHOWN_STATES),
  /** Who or what it concerns, for people: `OLIVER, James`, `DRW-7K2M9Q`. */
  subject: z.string(),
  visitId: recordId.nullable(),
  attempts: z.number().int(),
  nextAttemptAtMs: instantMs.nullable(),
  error: appErrorSchema.nullable(),
  /** A person made here, as they were entered; null for every other kind of change. */
  person: personView.nullable(),
  /** Somebody the service already knows and returned in place of the person created here. */
  existingPerson: personView.nullable(),
  /** The location at which the service held a slot in place of the one asked for; it was given back. Null otherwise. */
  heldElsewhere: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
  createdAtMs: instantMs,
  actor: z.string(),
});
export type OutboxRowView = z.infer<typeof outboxRowView>;

export const NETWORK_MODES = ['up', 'down', 'slow', 'flaky'] as const;
export const TRAINING_PRINTER_MODES = ['ready', 'off', 'silent', 'breaks'] as const;

/** The training ground as it stands; every command of it answers with the whole of it. */
export const trainingState = z.object({
  /** The desk's own switch: nothing leaves this machine. */
  offline: z.boolean(),
  /** How the embedded service's line behaves. */
  network: z.enum(NETWORK_MODES),
  serviceNowMs: instantMs,
  nextScenario: z.string().nullable(),
  scenarios: z.array(z.string()),
  printer: z.object({
    address: z.string(),
    mode: z.enum(TRAINING_PRINTER_MODES),
    received: z.number().int(),
  }),
});
export type TrainingState = z.infer<typeof trainingState>;
