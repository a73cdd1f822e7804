// What may be done with a visit: only as it was shown, only at its location, and never for the wrong person.
import type { VisitTrouble } from '../../../contract/views.ts';
import { findVisit } from '../../store/desk/visits.ts';
import { AppException, conflict, rejected } from '../../../domain/app-error.ts';
import { isLabelCodeOfDesk, labelCodeOfDesk } from '../../../domain/desk-code.ts';
import { changesOfPerson, isCodeStillGood, shownOf, type PersonShown } from '../../../domain/identity.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import { namedOf } from '../../../domain/person.ts';
import { mayHaveLabelsWaiting } from '../../../domain/visit.ts';
import type { JobStanding } from '../../printing/queue/job-rules.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import { updateVisit, visitIdOfRegistration } from '../../store/desk/visits.ts';
import type { Visit, VisitChange } from '../../store/desk/visits.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { connectionIsUp } from '../handler.ts';
import type { CommandContext, Context } from '../handler.ts';
import { isOfAnother } from './appointment-owner.ts';
import type { PersonDoubt } from './person-doubt.ts';
import { whyNotAwaited } from '../never-sent.ts';
import { perhapsMade } from '../registration/perhaps-made.ts';
import { assembleVisit, personOfRegistration } from './read.ts';
import type { AssembledVisit } from './read.ts';

/**
 * The visit that a screen showed, assembled.
 *
 *     const assembled = seenVisit(context, { visitId: input.visitId, seenVersion: input.seenVersion });
 *
 * @throws AppException `not-found`; `conflict` when it has changed since; `rejected` when it is at another location
 */
export function seenVisit(
  context: CommandContext,
  seen: { readonly visitId: string; readonly seenVersion: number },
): AssembledVisit {
  const assembled = seenAnywhere(context, seen);
  requireHere(assembled);
  return assembled;
}

/**
 * {@link seenVisit} for what concerns the booking only, and so can be done from another location.
 *
 * @throws AppException `not-found`; `conflict` when it has changed since
 */
export function seenAnywhere(
  context: CommandContext,
  seen: { readonly visitId: string; readonly seenVersion: number },
): AssembledVisit {
  const assembled = assembleVisit(context, seen.visitId);
  if (assembled.visit.version !== seen.seenVersion) {
    throw new AppException(conflict('changed', 'The visit has changed since it was shown.'));
  }
  return assembled;
}

/**
 * Writes fields of a visit's row and returns the row with its new version.
 *
 *     const visit = changeVisit(context, assembled.visit, { deskState: 'left', leftAtMs: context.nowMs });
 *
 * @throws AppException `conflict` when the visit has changed since `visit` was read
 */
export function changeVisit(context: CommandContext, visit: Visit, change: VisitChange): Visit {
  const changed = updateVisit(context.db, visit.id, visit.version, change);
  if (!changed) throw new AppException(conflict('changed', 'The visit has changed since it was shown.'));
  return changed;
}

/** The code that may be printed on a registration's labels now; null while none may. `desk`: see {@link labelCodeOfDesk}. */
export type PrintableCode =
  NonNullable<RegistrationRecord['labelCode']> | { readonly code: string; readonly source: 'desk' } | null;

/**
 * The TRF code is printed only when the service has no better code. While its answer may come at any moment no code is
 * given: a label printed now could carry another code than the laboratory expects. When no answer is to be had (the
 * connection is down, or the document fails), the TRF code can be printed with a reason; see `doesCodeStandIn`. While the
 * service cannot even be told of a registration that was made here, a code of the desk's own is printed: the person is here,
 * and their sample cannot wait for the line.
 */
export function printableCode(context: Context, registration: RegistrationRecord): PrintableCode {
  const onItsWay = registration.sync === 'waiting' || registration.sync === 'sending';
  const mayStillCome = connectionIsUp(context) && (onItsWay || context.sync.isReading());
  if (registration.labelCode === null) {
    // One that the service refused may never be made there, nor one that it had made and has no more: it is asked for no longer. A tube
    // with such a label could not be registered.
    const isAskedFor = registration.sync !== 'attention' && !registration.isGone;
    const mayBeMade = isAskedFor && !registration.contested;
    return mayStillCome || !mayBeMade ? null : { code: labelCodeOfDesk(registration.id), source: 'desk' };
  }
  return doesCodeStandIn(registration) && mayStillCome ? null : registration.labelCode;
}

/** Whether the TRF code is used because it is not known yet which code the laboratory wants. */
export function doesCodeStandIn({ labelCode, labelCodeAsked }: RegistrationRecord): boolean {
  return labelCode?.source === 'trf-code' && !labelCodeAsked;
}

/**
 * The laboratory's code, when a label was printed with the TRF code or the desk's because the other one was not known then.
 * The label still belongs to the right person, but the laboratory looks for its own code. Null when the label has the right
 * code, and while a better one than the form's may still come: nobody is to print it again twice.
 */
export function codeThatOvertook(
  context: Context,
  labelCode: string,
  registration: RegistrationRecord,
): string | null {
  const now = registration.labelCode;
  if (now === null || registration.completedAt !== null) return null;
  if (now.source === 'trf-code') {
    const isLast =
      registration.labelCodeAsked ||
      (connectionIsUp(context) && printableCode(context, registration) !== null);
    if (!isLabelCodeOfDesk(labelCode) || !isLast) return null;
  }
  return now.code.toUpperCase() === labelCode.toUpperCase() ? null : now.code;
}

/**
 * The form's code that a label shows in letters, when the service has given the form another one since. The bars are
 * still right, so the label can be proven; but whoever compares it with the form sees two codes. Null when it is right.
 */
export function formCodeThatChanged(
  madeFor: Pick<LabelSubject, 'trfCode'>,
  { trfCode, completedAt }: RegistrationRecord,
): string | null {
  const printed = madeFor.trfCode ?? null;
  if (printed === null || trfCode === null || completedAt !== null) return null;
  return printed.toUpperCase() === trfCode.toUpperCase() ? null : printed;
}

/**
 * Whether the identity was confirmed for the person whose visit it is now. A confirmation that does not say whose it
 * was does not count.
 */
export function isIdentityConfirmed(assembled: AssembledVisit): boolean {
  const { visit, person, isSamePatient } = assembled;
  const { identity } = visit;
  if (!identity?.person || !person || openDoubtOf(assembled)) return false;
  return changesOfPerson(identity.person, shownOf(person), isSamePatient).length === 0;
}

/**
 * What the service's records contradict each other about, while no member of staff has settled it; null when nothing.
 * Somebody who did not come cannot be asked.
 */
export function openDoubtOf({ visit, doubt, isLongOver }: AssembledVisit): PersonDoubt | null {
  const isAway = visit.deskState === 'no-show' || visit.deskState === 'cancelled';
  return doubt === null || doubt.settledAs !== null || isAway || isLongOver ? null : doubt;
}

function isElsewhere({ visit, hereId }: AssembledVisit): boolean {
  return hereId !== null && hereId !== visit.locationId;
}

/** Why the visit cannot be worked on, the worst reason first. Screens show the same list that is enforced here. */
export function troublesOf(context: Context, assembled: AssembledVisit): VisitTrouble[] {
  const { visit, people, registrations, papers, sharedCodes } = assembled;
  const troubles: VisitTrouble[] = [];
  if (visit.withdrawn) {
    troubles.push({
      kind: 'identity-withdrawn',
      confirmedFor: visit.withdrawn.person,
      changes: [...visit.withdrawn.changes],
      fromState: visit.withdrawn.fromState,
    });
  }
  const doubt = openDoubtOf(assembled);
  if (doubt) {
    troubles.push({
      kind: 'person-in-doubt',
      namings: doubt.namings.map((naming) => ({ ...naming })),
      answer: doubt.answer,
      other: doubt.other && { person: doubt.other.person },
    });
  }
  if (registrations.some(({ contested, untaken }) => contested && !untaken)) {
    troubles.push({ kind: 'patient-contested' });
  }
  const untaken = registrations.filter((registration) => registration.untaken);
  if (untaken.length > 0) {
    troubles.push({
      kind: 'registration-untaken',
      productNames: untaken.flatMap(({ productNames }) => productNames),
      perhapsMade: perhapsMade(context, untaken).size > 0,
    });
  }
  if (isAppointmentOfAnother(assembled)) {
    const { appointmentPerson } = assembled;
    troubles.push({
      kind: 'appointment-of-another',
      person: appointmentPerson && shownOf(appointmentPerson),
    });
  }
  if (hasTwoPeople(assembled)) troubles.push({ kind: 'two-people', people: people.map(shownOf) });
  for (const code of new Set(registrations.flatMap((one) => printableCode(context, one)?.code ?? []))) {
    if (sharedCodes.has(code.toUpperCase())) troubles.push({ kind: 'shared-code', code });
  }
  if (papers.length > 0) {
    troubles.push({
      kind: 'destroy-labels',
      papers: papers.map((paper) => ({
        jobId: paper.jobId,
        code: paper.code,
        madeFor: paper.madeFor && { patientId: paper.madeFor.patientId, ...namedOf(paper.madeFor) },
        why: paper.why,
        isBeingSent: paper.isBeingSent,
      })),
    });
  }
  if (isElsewhere(assembled)) {
    troubles.push({ kind: 'elsewhere', locationName: assembled.locationName });
  }
  return troubles;
}

/** Whether the service names another patient on the appointment than on the registrations. */
function isAppointmentOfAnother({ appointment, registrations, isSamePatient }: AssembledVisit): boolean {
  return isOfAnother(appointment, registrations, isSamePatient);
}

/** Whether registrations of the visit belong to different people; one without a patient does not count. */
function hasTwoPeople({ registrations, isSamePatient }: AssembledVisit): boolean {
  const ids = registrations.flatMap((registration) => registration.patientId ?? []);
  return ids.some((id) => !isSamePatient(id, ids[0] as string));
}

const refused = (field: string, problem: string, detail: string): AppException =>
  new AppException(rejected(detail, { [field]: problem }));

/** @throws AppException when this desk works at another location than the visit's */
export function requireHere(assembled: AssembledVisit): void {
  if (isElsewhere(assembled)) {
    throw refused('visit', 'elsewhere', 'The visit is at another location than this desk.');
  }
}

/** @throws AppException while it is not settled whose visit it is */
export function requireOnePerson(assembled: AssembledVisit): void {
  const { registrations } = assembled;
  if (registrations.some(({ untaken }) => untaken)) {
    throw refused('registration', 'untaken', 'The service has not taken a registration of the visit.');
  }
  if (registrations.some(({ contested }) => contested)) {
    throw refused('patient', 'contested', 'The service and this desk do not agree whose registration it is.');
  }
  if (isAppointmentOfAnother(assembled)) {
    throw refused('patient', 'appointment-of-another', 'The appointment is for another patient.');
  }
  if (hasTwoPeople(assembled)) {
    throw refused('patient', 'two-people', 'Registrations of this visit belong to different people.');
  }
}

/** @throws AppException while the service contradicts itself about the person and nobody has settled it */
function requireNoDoubt(assembled: AssembledVisit): void {
  if (openDoubtOf(assembled)) {
    throw refused('patient', 'in-doubt', 'The service’s records do not agree about the person.');
  }
}

/** @throws AppException unless labels of this visit may be made, scanned back and relied on */
export function requireReadyForLabels(assembled: AssembledVisit): void {
  requireOnePerson(assembled);
  requireNoDoubt(assembled);
  if (!isIdentityConfirmed(assembled)) {
    throw refused('identity', 'not-confirmed', 'Labels are released once the identity has been confirmed.');
  }
  if (assembled.papers.length > 0) {
    throw refused(
      'labels',
      'destroy-first',
      'Labels that must not be used any more have to be destroyed first.',
    );
  }
}

/** @throws AppException while the code also belongs to another patient */
export function requireOwnCode(assembled: AssembledVisit, code: string): void {
  if (assembled.sharedCodes.has(code.toUpperCase())) {
    throw refused('code', 'of-two-people', 'The code stands for two patients.');
  }
}

/**
 * The codes on the forms that the person was sent. A person who walked in was sent none: their registration was made
 * here.
 */
export function formCodesOf({ visit, registrations }: AssembledVisit): string[] {
  return visit.origin === 'walk-in'
    ? []
    : registrations.flatMap((registration) => registration.trfCode ?? []);
}

/** @throws AppException when the person is not here */
export function requirePresent({ visit }: AssembledVisit): void {
  if (!mayHaveLabelsWaiting(visit.deskState)) {
    throw refused('visit', 'not-here', `Labels are not printed for somebody ${visit.deskState}.`);
  }
}

/**
 * Asked just before a label is sent to its printer: is it still for the right person and registration, and may it be
 * printed? The reason is shown in the print queue.
 */
export function mayStillPrint(
  context: Context,
  job: Pick<PrintJob, 'id' | 'labelId' | 'madeFor' | 'visitId' | 'ticketFor'>,
): JobStanding {
  if (job.ticketFor !== null) return mayStillCall(context, job.visitId, job.ticketFor);
  if (job.labelId === null) return { good: true };
  const { madeFor } = job;
  if (!madeFor) return notGood('it does not say whom it was made for');
  const visitId = visitIdOfRegistration(context.db, madeFor.registrationId);
  if (visitId === null) return notGood('its registration has no visit any more');
  const assembled = assembleVisit(context, visitId);
  const registration = assembled.registrations.find(({ id }) => id === madeFor.registrationId);
  if (!registration) return notGood('its registration is not known any more');
  const person = personOfRegistration(assembled, registration);
  if (changesOfPerson(madeFor, person && shownOf(person), assembled.isSamePatient).length > 0) {
    return notGood('the person of this registration is not the one on the label any more');
  }
  if (!isCodeStillGood(madeFor.code, registration))
    return notGood('its code is not the registration’s any more');
  const label = assembled.labels.find(({ id }) => id === job.labelId);
  // A paper that nobody waits for would be one too many of its code, and land on another tube.
  const notAwaited = label ? whyNotAwaited(label, job.id) : null;
  if (notAwaited !== null) return notGood(NOT_AWAITED[notAwaited]);
  if (codeThatOvertook(context, madeFor.code, registration) !== null) {
    return notGood('the laboratory’s code has come since: print the label with that one');
  }
  if (formCodeThatChanged(madeFor, registration) !== null) {
    return notGood('the form’s code has changed since: print the label with the new one');
  }
  try {
    requireHere(assembled);
    requirePresent(assembled);
    requireOnePerson(assembled);
    requireNoDoubt(assembled);
    requireOwnCode(assembled, madeFor.code);
  } catch (thrown) {
    if (thrown instanceof AppException) return notGood(thrown.error.detail);
    throw thrown;
  }
  if (!isIdentityConfirmed(assembled)) return notGood('the identity has to be confirmed again');
  return { good: true };
}

/** The person as they were confirmed, else as the records name them: whom a ticket is for. Null while nobody is named. */
export function personToCall({ visit, person }: AssembledVisit): PersonShown | null {
  return visit.identity?.person ?? (person && shownOf(person));
}

function mayStillCall(context: Context, visitId: string | null, ticketFor: PersonShown): JobStanding {
  if (visitId === null || findVisit(context.db, visitId) === null)
    return notGood('its visit is not known any more');
  const assembled = assembleVisit(context, visitId);
  if (changesOfPerson(ticketFor, personToCall(assembled), assembled.isSamePatient).length > 0) {
    return notGood('the person of this visit is not the one on the ticket any more');
  }
  return mayHaveLabelsWaiting(assembled.visit.deskState)
    ? { good: true }
    : notGood(`the visit is ${assembled.visit.deskState}`);
}

const NOT_AWAITED = {
  'scanned-back': 'its label was scanned back, so it came out',
  'not-awaited': 'its label was printed again since, or no sample is taken for it',
} as const;

const notGood = (reason: string): JobStanding => ({ good: false, reason });
