// The records that screens show. Several operations answer with them.
import { z } from 'zod';
import { ACTIVITY_KINDS } from '../domain/activity.ts';
import { APPOINTMENT_STATES, BOOKED_OVER, SLOT_LOSSES } from '../domain/appointment-state.ts';
import { CHANGE_KINDS } from '../domain/change.ts';
import { GENDERS } from '../domain/gender.ts';
import { WITHDRAWAL_REASONS } from '../domain/identity.ts';
import { differenceSchema } from '../domain/difference.ts';
import { SHOWN_STATES } from '../domain/outbox-state.ts';
import { LABEL_REFUSALS, PAPER_FAULTS } from '../domain/paper.ts';
import { PATIENT_ANSWERS, NAMING_SOURCES } from '../domain/person-doubt.ts';
import { moveView } from './move-view.ts';
import { ticketView } from './ticket-view.ts';
import { DEVICE_REPORTS } from '../domain/device-report.ts';
import { NEVER_SENT, PRINT_JOB_STATES } from '../domain/print-job-state.ts';
import { LOCAL_FORM_FAULTS } from '../domain/local-form.ts';
import { PAGE_KINDS } from '../domain/printed-pages.ts';
import { NOT_TAKEN_REASONS, SAMPLE_STATES } from '../domain/sample.ts';
import { DESK_STATES, IDENTIFIER_KINDS, SYNC_TAGS, UNREAD_KINDS } from '../domain/visit.ts';

/**
 * The desk's own id of a record: the service's id where the record was read from it, a UUID where it was made here. It
 * never changes.
 */
export const recordId = z.string().min(1).max(64);
/** A time in milliseconds since the epoch, by the service's clock as far as it is known. */
export const instantMs = z.number().int();
/** A date of the calendar, `YYYY-MM-DD`, in the site's time zone. */
export const siteDate = z.iso.date();
/** A month `YYYY-MM`. */
export const siteMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
/** The version of a record that the screen showed. A command is refused when the record has changed since. */
export const seenVersion = z.number().int().min(0);

export const syncTag = z.enum(SYNC_TAGS);
export const deskState = z.enum(DESK_STATES);
export const gender = z.enum(GENDERS);

/** Somebody as a screen shows them. `sync` says whether a change of them still waits. */
export const personView = z.object({
  id: recordId,
  firstName: z.string(),
  lastName: z.string(),
  /** Null only where the service did not tell it. */
  dateOfBirth: siteDate.nullable(),
  gender: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  sync: syncTag,
});
/** Somebody as a screen shows them; see {@link personView}. */
export type PersonView = z.infer<typeof personView>;

/**
 * Where the code on a label comes from: the registration at the service, the service's own label document, or the form.
 */
const labelCodeSource = z.enum(['service', 'label-document', 'trf-code', 'desk']);

export const registrationView = z.object({
  id: recordId,
  /** Null until the service has made the registration. */
  trfCode: z.string().nullable(),
  /** The service made it and does not show it now. */
  gone: z.boolean(),
  /** The service made it, and it was not read here yet: another machine's data was taken over, or its record cannot be read. */
  unread: z.boolean(),
  foreignId: z.string().nullable(),
  /** As the service words it, `requested`, `gone` or `unread`, to be shown only: no rule depends on it. */
  status: z.string(),
  productIds: z.array(recordId),
  productNames: z.array(z.string()),
  productSkus: z.array(z.string()),
  hasPatient: z.boolean(),
  resultsReady: z.boolean(),
  /** The code that a label would carry now; null while none may be printed yet. */
  labelCode: z.object({ code: z.string(), source: labelCodeSource }).nullable(),
  /** Whether the form is stored here, so that it can be opened while the service does not answer. */
  trfStored: z.boolean(),
  /**
   * The form of ours that was printed for it, until it is replaced or a person has said that it stays; null else.
   * `replaceBecause`: why it has to be replaced now; null while it has not.
   */
  localForm: z
    .object({
      code: z.string(),
      madeAtMs: instantMs,
      /** Its newest print job; null where none went into the print queue, or that was removed. */
      jobId: recordId.nullable(),
      replaceBecause: z.enum(LOCAL_FORM_FAULTS).nullable(),
    })
    .nullable(),
  sync: syncTag,
});
/** A test registration of a visit. */
export type RegistrationView = z.infer<typeof registrationView>;

/** A person as they were on the screen, or on a paper, at the time in question. */
export const personShown = personView
  .pick({ firstName: true, lastName: true, dateOfBirth: true })
  .extend({ patientId: recordId });
export type PersonShownView = z.infer<typeof personShown>;

/**
 * Whoever was chosen, as the screen showed them: refused as changed where their record names them otherwise by now. Null: not said.
 */
export const chosenAs = personShown.nullable().default(null);

/** What one source says about a person. */
export const personNaming = personShown.extend({ from: z.enum(NAMING_SOURCES) });

/** Why a visit cannot be worked on. The engine enforces the same list that it tells here. */
export const visitTrouble = z.discriminatedUnion('kind', [
  /** The person of the visit changed after their identity was confirmed, so it has to be confirmed again. */
  z.object({
    kind: z.literal('identity-withdrawn'),
    confirmedFor: personShown.nullable(),
    changes: z.array(z.enum(WITHDRAWAL_REASONS)),
    /** The visit's desk state before it was taken back. */
    fromState: deskState,
  }),
  /**
   * The service contradicts itself about the person. `namings`: the different ways in which they are named, the one on
   * the visit first. `other`: the service answered with this other patient's record instead, null when it did not.
   * `answer`: what came when it was asked for the patient, null while it was not asked since. Checking in with
   * `confirmedAs` settles it.
   */
  z.object({
    kind: z.literal('person-in-doubt'),
    namings: z.array(personNaming),
    other: z.object({ person: personShown.nullable() }).nullable(),
    answer: z.enum(PATIENT_ANSWERS).nullable(),
  }),
  /** This desk and the service do not agree whose registration it is, or the service refused who was put on it. */
  z.object({ kind: z.literal('patient-contested') }),
  /**
   * The service has refused to make registrations of these tests, or nobody knows whether it did (`perhapsMade`: of one at least). Whose they
   * are is not in doubt.
   */
  z.object({
    kind: z.literal('registration-untaken'),
    productNames: z.array(z.string()),
    perhapsMade: z.boolean(),
  }),
  /**
   * The service has the appointment for another patient than the registration; `person` is whom it is for, null where
   * nothing is known of them here.
   */
  z.object({ kind: z.literal('appointment-of-another'), person: personShown.nullable() }),
  /** Registrations of the visit belong to different people. */
  z.object({ kind: z.literal('two-people'), people: z.array(personShown) }),
  /** The code of one of its labels also belongs to another patient's registration. */
  z.object({ kind: z.literal('shared-code'), code: z.string() }),
  /** Labels on paper that exist, or may exist, and must be destroyed. */
  z.object({
    kind: z.literal('destroy-labels'),
    papers: z.array(
      z.object({
        /** The print job that made it. */
        jobId: recordId,
        code: z.string().nullable(),
        madeFor: personShown.nullable(),
        why: z.enum(PAPER_FAULTS),
        /** It is on its way to the printer and may still come out: until that has ended nobody can say that it is destroyed. */
        isBeingSent: z.boolean(),
      }),
    ),
  }),
  /** This desk works at another location than the visit's. */
  z.object({ kind: z.literal('elsewhere'), locationName: z.string().nullable() }),
]);
/** Something that is wrong with a visit and that a screen must say, told apart by `kind`. */
export type VisitTrouble = z.infer<typeof visitTrouble>;

const labelProgress = z.object({
  /** How many labels the visit needs; those whose sample is not taken are not counted. */
  needed: z.number().int(),
  printed: z.number().int(),
  verified: z.number().int(),
  /**
   * How many of the printed ones carry a code that has been replaced since; see `overtakenBy` and `oldFormCode` of a
   * label.
   */
  toReprint: z.number().int(),
});

const appointmentState = z.enum(APPOINTMENT_STATES);

/** A visit as one line of the board, the worklist or a search. */
export const visitRow = z.object({
  id: recordId,
  version: seenVersion,
  date: siteDate,
  /** `booked-here`: made at this desk for another day than the one it was made on. */
  origin: z.enum(['appointment', 'walk-in', 'booked-here']),
  locationId: recordId,
  /** Null while the service has not told the location's name. */
  locationName: z.string().nullable(),
  /** The worst one first; empty when nothing is wrong. */
  troubles: z.array(visitTrouble),
  appointment: z
    .object({
      id: recordId,
      state: appointmentState,
      startsAtMs: instantMs,
      endsAtMs: instantMs.nullable(),
      /** Where the service has it while a move waits: all other fields are those that it is to have. Null otherwise. */
      movedFrom: z.object({ startsAtMs: instantMs, locationName: z.string().nullable() }).nullable(),
      /** The service names it on none of the visit's registrations any more: it was cancelled there, or booked anew. */
      gone: z.boolean(),
      /**
       * Where the service has it, where the visit is not: the person is here, or nobody here knows the place. `place` is null where only the
       * day is another one; its name is null where this desk does not know it.
       */
      elsewhere: z
        .object({ date: siteDate, place: z.object({ locationName: z.string().nullable() }).nullable() })
        .nullable(),
      holdExpiresAtMs: instantMs.nullable(),
      overridesAvailability: z.boolean(),
      /** Whose slot it was booked into although it was taken; null where nobody was booked over. */
      bookedOver: z.enum(BOOKED_OVER).nullable(),
    })
    .nullable(),
  person: personView.nullable(),
  products: z.array(z.string()),
  trfCodes: z.array(z.string()),
  deskState,
  /** Since when the person has been waiting; null when they are not. */
  waitingSinceMs: instantMs.nullable(),
  arrivedAtMs: instantMs.nullable(),
  collectedAtMs: instantMs.nullable(),
  /** This is only a slot held for a walk-in whose person is not known yet. It is not counted as a person. */
  merelyHeld: z.boolean(),
  /** False while it is not the visit's day: nobody can be checked in for it then. */
  checkInOpen: z.boolean(),
  /** The laboratory has finished every registration of this visit. */
  finishedAtService: z.boolean(),
  /** Whether registrations of this visit, which the service had, are there no more: then nothing of them is known any more. */
  registrationsLost: z.enum(['none', 'some', 'all']),
  /** A registration of this visit still lacks its patient. */
  patientMissing: z.boolean(),
  /** Which of its records the service tells in a form that cannot be read now: what is shown of them was told before. */
  unread: z.array(z.enum(UNREAD_KINDS)),
  labels: labelProgress,
  sample: z.enum(SAMPLE_STATES),
  sync: syncTag,
});
/** A visit as one line of a list; see {@link visitRow}. */
export type VisitRow = z.infer<typeof visitRow>;

export const labelView = z.object({
  id: recordId,
  registrationId: recordId,
  ordinal: z.number().int().min(1),
  /** The code that was printed, or that would be printed now; null while no code is known. */
  code: z.string().nullable(),
  /**
   * It is not known yet which code the laboratory wants on this label. The code of the form (TRF) can be printed
   * instead, which needs a reason. `code` is null while the answer may come at any moment.
   */
  codeStandsIn: z.boolean(),
  /**
   * The laboratory's code, when it was read only after the label had been printed with the form's code. The label has
   * to be printed again.
   */
  overtakenBy: z.string().nullable(),
  /**
   * The code of the form that the printed label shows in letters, when the service has given the form another one
   * since. The label has to be printed again.
   */
  oldFormCode: z.string().nullable(),
  /**
   * `may-exist`: its print job was cancelled, but the paper may have come out. `must-be-destroyed`: a paper exists, or
   * may exist, that must not be used; a new label is printed once that one is destroyed.
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
  /** Its printer does not take it yet, and it goes out by itself once that does. */
  waitsForPrinter: z.boolean(),
  /** Another print job of it was cancelled, and its paper may have come out all the same: a second label with this code. */
  cancelledMayExist: z.boolean(),
  /** Its newest print job; null before one, and where the papers of all of them are to be destroyed. */
  jobId: recordId.nullable(),
  verifiedAtMs: instantMs.nullable(),
  /** How it was proven to be on its tube; null while it is not proven. */
  provenBy: z.enum(['scanned', 'typed']).nullable(),
  /**
   * Why its sample was not taken; null when it was taken or is still to be taken. `note` is what the member of staff
   * wrote.
   */
  notTaken: z.object({ reason: z.enum(NOT_TAKEN_REASONS), note: z.string().nullable() }).nullable(),
});
/** A label of a visit: its code, its print job, and whether it is proven. */
export type LabelView = z.infer<typeof labelView>;

/** The kind of a change in the outbox. `unknown`: another version of the desk made it, and this one cannot send it. */
export const changeKind = z.enum([...CHANGE_KINDS, 'unknown']);

/** A person under the name that they have now. */
export const personNamed = personView.pick({ id: true, firstName: true, lastName: true, dateOfBirth: true });
export type PersonNamedView = z.infer<typeof personNamed>;

export const activityView = z.object({
  number: z.number().int(),
  atMs: instantMs,
  actor: z.string(),
  /** The name of whoever did it, as they are called now; null: nobody of these initials is known here. */
  actorName: z.string().nullable(),
  /** The further desk at which it was done; null: at the desk that holds the record. */
  desk: z.string().nullable(),
  visitId: recordId.nullable(),
  /** `unknown`: another version of the desk wrote the entry; `writtenAs` is its kind in that version. */
  kind: z.enum([...ACTIVITY_KINDS, 'unknown']),
  writtenAs: z.string(),
  person: personNamed.nullable(),
  /** Whose label was refused, when that is known. */
  otherPerson: personNamed.nullable(),
  /** The facts that belong to the kind, see `ACTIVITY_DETAILS`. An older version may have written other ones. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ActivityView = z.infer<typeof activityView>;

export const identifier = z.object({
  kind: z.enum(IDENTIFIER_KINDS),
  /** What the person said, when that was typed in; null when they were asked and it agreed with the record. */
  stated: z.string().max(200).nullable(),
});

/** A visit with all that its own screen shows. */
export const visitDetail = visitRow.extend({
  identity: z
    .object({
      identifiers: z.array(identifier),
      confirmedAtMs: instantMs,
      confirmedBy: z.string(),
      relaxedReason: z.string().nullable(),
      /** Whose identity it was; null where an older version did not keep that. */
      person: personShown.nullable(),
      /** What the service's records say otherwise about the person: a member of staff decided against these. */
      decidedAgainst: z.array(personNaming),
    })
    .nullable(),
  /**
   * Set where the appointment stands and is not for the patient of the registrations: whom it is for, null for nobody.
   * `person` is null also where nothing is known of them here.
   */
  appointmentDiffers: z.object({ patientId: recordId.nullable(), person: personView.nullable() }).nullable(),
  /** The codes on the forms that the person was sent. Only a person who was sent one can be asked for `trf-code`. */
  formCodes: z.array(z.string()),
  registrations: z.array(registrationView),
  labelList: z.array(labelView),
  /** The visit's ticket; null before one was made. */
  ticket: ticketView.nullable(),
  activity: z.array(activityView),
  pendingChanges: z.array(
    z.object({
      id: recordId,
      kind: changeKind,
      state: z.enum(SHOWN_STATES),
      /** What the service has instead, of a change that is in conflict; null where that is not known. */
      difference: differenceSchema.nullable(),
      move: moveView.nullable(),
    }),
  ),
  /**
   * The wrong labels that were scanned, each once and in their order, while nobody has said that they checked the tubes: until then no
   * label is proven. None where the visit is not collecting. `belongsTo` is the visit that one belongs to, when that is known here.
   */
  wrongLabels: z.array(
    z.object({ code: z.string(), why: z.enum(LABEL_REFUSALS), belongsTo: visitRow.nullable() }),
  ),
  /** Other visits of the same person that have registrations of this one now, because their appointment is at another time or place. */
  registrationsMovedTo: z.array(
    z.object({
      visitId: recordId,
      date: siteDate,
      /** Null while the appointment is not known. */
      startsAtMs: instantMs.nullable(),
      locationName: z.string().nullable(),
      /** Somebody else's registration is on it too, so nobody is sent there. */
      isForAnother: z.boolean(),
    }),
  ),
  /** Why the slot that was asked for is not to be had, so that a person decides; null while the booking stands. */
  slotLost: z.enum(SLOT_LOSSES).nullable(),
});
/** A visit with all that its own screen shows; see {@link visitDetail}. */
export type VisitDetail = z.infer<typeof visitDetail>;

export const printJobView = z.object({
  id: recordId,
  printerId: z.string(),
  printerName: z.string(),
  /** That printer is not set up any more, so nothing is sent to it. */
  printerRemoved: z.boolean(),
  /** The further desk at which that printer stands; null: the site desk reaches it. */
  printerDesk: z.string().nullable(),
  /** Whether that desk can print now; null: the site desk reaches the printer. */
  printerDeskState: z.enum(['here', 'away', 'shut-out']).nullable(),
  title: z.string(),
  visitId: recordId.nullable(),
  /** The document that it prints, and what kind of printer has it; null for a label or a ticket. */
  pages: z
    .object({
      kind: z.enum(PAGE_KINDS),
      count: z.number().int(),
      /** Null: its printer is not set up any more. */
      goesTo: z.enum(['ipp', 'queue', 'folder']).nullable(),
    })
    .nullable(),
  /** What the printer said last of a job that it has taken; null when it said nothing. */
  deviceReport: z.enum(DEVICE_REPORTS).nullable(),
  /** True for a visit ticket. */
  ticket: z.boolean(),
  /** It goes through a queue of this computer, which says nothing of what becomes of it. */
  byQueue: z.boolean(),
  state: z.enum(PRINT_JOB_STATES),
  /** A person should look at it. `printProblems` of the connection is the number of these. */
  needsPerson: z.boolean(),
  /** Nothing of it is sent yet, and it still goes out by itself; false: it is for a person, or not waiting at all. */
  goesOutByItself: z.boolean(),
  /** While it is being sent: since when its printer has taken nothing more of it; null while it takes it, and where it cannot be told. */
  stoppedSinceMs: instantMs.nullable(),
  /** Why it is never sent once more, although its state would let a person do so; null where that is for the engine to say. */
  neverSent: z.enum(NEVER_SENT).nullable(),
  /** Where it could be printed instead while nothing of it was sent; null when there is no such printer, or it is never sent. */
  otherPrinter: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Its printer has it and can be asked to cancel it. */
  atPrinter: z.boolean(),
  /** Its label was scanned back, so it was printed, whatever the printer reported. */
  proven: z.boolean(),
  /** Something of it may have come out, at whichever try. */
  perhapsPrinted: z.boolean(),
  /** Why the job is in this state, in technical words; null when there is nothing to explain. */
  detail: z.string().nullable(),
  attempts: z.number().int(),
  createdAtMs: instantMs,
  finishedAtMs: instantMs.nullable(),
  actor: z.string(),
  reprintReason: z.string().nullable(),
});
/** A print job as the list of print jobs shows it. */
export type PrintJobView = z.infer<typeof printJobView>;
