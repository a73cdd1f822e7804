// Takes back confirmations, labels and proofs that are not right any more, because those of one person must never serve
// another. It runs before every operation, on the visits about which something has changed, so that nobody sees or does
// anything because of what is out of date.
import type { Topic } from '../../../contract/events.ts';
import { DEFAULT_ACTOR } from '../../../contract/operation.ts';
import { changesOfPerson, isCodeStillGood, shownOf } from '../../../domain/identity.ts';
import type { WithdrawalReason } from '../../../domain/identity.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { PaperFault } from '../../../domain/paper.ts';
import type { DeskState } from '../../../domain/visit.ts';
import { recordActivity } from '../../activity.ts';
import { forgetReviews, listVisitsToReview } from '../../store/desk/identity-review.ts';
import { forgetLabelMade } from '../../store/desk/labels.ts';
import type { Label } from '../../store/desk/labels.ts';
import {
  hasPapersOfOneGone,
  namePapersForDestruction,
  wantPapersAgain,
} from '../../store/desk/papers-to-destroy.ts';
import { findVisit, updateVisit } from '../../store/desk/visits.ts';
import type { Visit, VisitChange } from '../../store/desk/visits.ts';
import { hasReadRegistrations, isKnownToBeGone } from '../registration/known-gone.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { transaction } from '../../store/open.ts';
import type { Context } from '../handler.ts';
import { assembleVisits, personOfRegistration, withLabelsReadAgain } from './read.ts';
import type { AssembledVisit } from './read.ts';
import { openDoubtOf } from './rules.ts';
import { labelListOf } from './view.ts';

/**
 * Looks at every visit about which something has changed, in one transaction. Returns the topics that are out of date
 * after it; none when nothing had to be taken back.
 */
export function reviewChangedVisits(context: Context): Topic[] {
  const visitIds = listVisitsToReview(context.db);
  if (visitIds.length === 0) return [];
  return transaction(context.db, () => {
    const visits = visitIds.flatMap((id) => findVisit(context.db, id) ?? []);
    const topics = new Set<Topic>();
    const notJudged = new Set<string>();
    for (const assembled of assembleVisits(context, visits)) {
      for (const topic of withdrawWhatNoLongerFits(context, assembled)) topics.add(topic);
      if (isToBeJudged(context, assembled)) notJudged.add(assembled.visit.id);
    }
    forgetReviews(
      context.db,
      visitIds.filter((id) => !notJudged.has(id)),
    );
    return [...topics];
  });
}

/**
 * Takes back what is not right any more about one visit, in the caller's transaction. Returns the topics that are out
 * of date after it.
 */
export function withdrawWhatNoLongerFits(context: Context, assembled: AssembledVisit): Topic[] {
  const { visit } = assembled;
  // Of what is long over nothing is taken back any more. What was taken back before is given back all the same.
  const { isLongOver } = assembled;
  const changes = isLongOver ? [] : changesSinceConfirmation(assembled);
  const faults = (isLongOver ? [] : assembled.labels).flatMap((label) => {
    const why = faultOf(context, assembled, label, changes.length > 0);
    return why === null ? [] : [{ label, why }];
  });
  const goodAgain = assembled.labels.filter((label) =>
    isGoodAgain(context, assembled, label, changes.length > 0),
  );
  if (changes.length === 0 && faults.length === 0 && goodAgain.length === 0) return [];

  const by = { actor: DEFAULT_ACTOR, atMs: context.nowMs };
  for (const label of goodAgain) wantPapersAgain(context.db, label.id);
  const topics: Topic[] = ['board', 'print-jobs', 'connection'];
  const reopened = faults.some(({ label }) => label.verifiedAtMs !== null);
  updateVisit(context.db, visit.id, visit.version, {
    ...(changes.length > 0
      ? withoutConfirmation(visit, changes, context.nowMs)
      : backToCollecting(visit, reopened)),
    ...(isCollectedAgain(context, assembled, { goodAgain, isTakenBack: changes.length + faults.length > 0 })
      ? { deskState: 'collected' }
      : {}),
  });
  for (const label of goodAgain) {
    topics.push(
      ...recordActivity(context.db, by, 'label-good-again', {
        visitId: visit.id,
        patientId: label.madeFor?.patientId ?? null,
        code: label.code,
      }),
    );
  }
  if (changes.length > 0) {
    topics.push(
      ...recordActivity(context.db, by, 'confirmation-withdrawn', {
        visitId: visit.id,
        // The patient who had been confirmed: the entry is about them, not about the patient whom the visit has now.
        patientId: visit.identity?.person?.patientId ?? null,
        changes: changes.join(', '),
        from: visit.deskState,
      }),
    );
  }
  for (const { label, why } of faults) {
    const papers = withdrawLabel(context, { label, visitId: visit.id, why });
    topics.push(
      ...recordActivity(context.db, by, 'label-withdrawn', {
        visitId: visit.id,
        patientId: label.madeFor?.patientId ?? null,
        code: label.code,
        why,
        papers,
      }),
    );
  }
  return topics;
}

/**
 * Takes a label back, in the caller's transaction: jobs that have not left for the printer are cancelled, papers that
 * may exist have to be destroyed, and its proof does not count any more. Returns how many papers there are.
 */
export function withdrawLabel(
  context: Context,
  of: { readonly label: Pick<Label, 'id' | 'code'>; readonly visitId: string; readonly why: PaperFault },
): number {
  context.printQueue.withdraw({ labelId: of.label.id }, WITHDRAWN_WORDS[of.why]);
  const papers = namePapersForDestruction(context.db, {
    labelId: of.label.id,
    visitId: of.visitId,
    code: of.label.code,
    why: of.why,
    nowMs: context.nowMs,
  });
  // A service that was put back from a backup may have the registration again: until a paper is destroyed, what it proved is kept.
  if (of.why !== 'registration-gone' || papers === 0) forgetLabelMade(context.db, of.label.id);
  return papers;
}

/** Shown in the print queue. */
const WITHDRAWN_WORDS: Readonly<Record<PaperFault, string>> = {
  'person-changed': 'the person of this registration is not the one on the label any more',
  'code-changed': 'its code is not the registration’s any more',
  'registration-gone': 'the service does not have its registration any more',
  'no-sample': 'no sample was taken for it',
};

function changesSinceConfirmation(assembled: AssembledVisit): WithdrawalReason[] {
  const { visit, person, registrations, isSamePatient } = assembled;
  const { identity } = visit;
  if (!identity) return [];
  // The record that named the person is gone, and none names another one.
  if (registrations.length === 0 && assembled.registrationIds.length > 0 && person === null) return [];
  // Without a patient on each registration nobody can be checked in, whoever the appointment names.
  if (registrations.some((registration) => registration.patientId === null)) return ['person'];
  if (identity.person) {
    const changes = changesOfPerson(identity.person, person && shownOf(person), isSamePatient);
    // Another person or name says more than that there are two of them.
    return changes.length === 0 && openDoubtOf(assembled) ? ['contradicted'] : changes;
  }
  // An older version did not keep whose identity it was. A person who is still here is asked again; for one who has
  // left it is too late.
  return visit.deskState === 'arrived' || visit.deskState === 'collecting' ? ['person'] : [];
}

/** The registration of a label, where the service has it or is still to make it. Of one that was made here the desk knows more than that. */
const registrationOf = (
  { registrations }: AssembledVisit,
  { registrationId }: Label,
): RegistrationRecord | undefined => registrations.find(({ id, isGone }) => id === registrationId && !isGone);

/** Whether it is looked at again before each operation until the list was read: the registration of a label may still come. */
const isToBeJudged = (context: Context, assembled: AssembledVisit): boolean =>
  assembled.labels.some((label) => label.code !== null && !registrationOf(assembled, label)) &&
  !hasReadRegistrations(context.db);

/** What is wrong with a label; null when nothing is, and when it was not made. */
function faultOf(
  context: Context,
  assembled: AssembledVisit,
  label: Label,
  isWithdrawn: boolean,
): PaperFault | null {
  if (label.code === null) return null;
  const registration = registrationOf(assembled, label);
  if (!registration && isTakenForGone(context, label)) return null;
  if (!registration) return isKnownToBeGone(context.db, label.registrationId) ? 'registration-gone' : null;
  if (label.madeFor) {
    if (!isForPersonOf(assembled, registration, label.madeFor)) return 'person-changed';
  } else if (isWithdrawn) {
    return 'person-changed';
  }
  return isCodeStillGood(label.code, registration) ? null : 'code-changed';
}

/**
 * Its papers are to be destroyed because the service did not have its registration, and nobody has said that one is. They are at the visit
 * that had the registration then; it may have come back on another appointment.
 */
const isTakenForGone = ({ db }: Context, label: Label): boolean =>
  label.code !== null && hasPapersOfOneGone(db, label.id);

/** Whether the service has the registration of such a label again, for the same person and with the same code. */
function isGoodAgain(
  context: Context,
  assembled: AssembledVisit,
  label: Label,
  isWithdrawn: boolean,
): boolean {
  const registration = registrationOf(assembled, label);
  return (
    registration !== undefined &&
    isTakenForGone(context, label) &&
    faultOf(context, assembled, label, isWithdrawn) === null
  );
}

/** Whether nothing else than the gap has reopened a visit that was collected. Call it once the labels are good again. */
function isCollectedAgain(
  context: Context,
  assembled: AssembledVisit,
  now: { readonly goodAgain: readonly Label[]; readonly isTakenBack: boolean },
): boolean {
  const { visit } = assembled;
  const isReopened = visit.deskState === 'collecting' && visit.collectedAtMs !== null;
  if (now.isTakenBack || !isReopened || !now.goodAgain.some(({ verifiedAtMs }) => verifiedAtMs !== null))
    return false;
  return labelListOf(context, withLabelsReadAgain(context, assembled)).every(
    ({ state }) => state === 'verified' || state === 'not-taken',
  );
}

/** While it is not settled which naming, or which of two patients, is right, a label that agrees with one of them is not wrong yet. */
function isForPersonOf(
  assembled: AssembledVisit,
  registration: RegistrationRecord,
  madeFor: LabelSubject,
): boolean {
  const person = personOfRegistration(assembled, registration);
  const doubt = person?.id === assembled.person?.id ? openDoubtOf(assembled) : null;
  const namings = doubt
    ? [...doubt.namings, ...(doubt.other?.person ? [doubt.other.person] : [])]
    : person
      ? [shownOf(person)]
      : [];
  return namings.some((naming) => changesOfPerson(madeFor, naming, assembled.isSamePatient).length === 0);
}

/** The desk state that a visit goes back to when the person's identity has to be confirmed again. */
const BACK_TO: Readonly<Record<DeskState, DeskState>> = {
  expected: 'expected',
  arrived: 'arrived',
  // Without a confirmed identity a visit is neither `collecting` nor `collected`.
  collecting: 'arrived',
  collected: 'arrived',
  // The person has left. That the sample is not proven is shown beside it.
  left: 'left',
  'no-show': 'no-show',
  cancelled: 'cancelled',
};

function withoutConfirmation(visit: Visit, changes: readonly WithdrawalReason[], nowMs: number): VisitChange {
  const deskState = BACK_TO[visit.deskState];
  return {
    identity: null,
    withdrawn: {
      person: visit.identity?.person ?? null,
      changes,
      fromState: visit.deskState,
      atMs: nowMs,
    },
    deskState,
    ...(deskState === 'arrived' ? { collectingAtMs: null, collectedAtMs: null } : {}),
  };
}

/**
 * A visit is `collected` only while each of its labels is proven; otherwise it goes back to `collecting`. The time of
 * collection is kept.
 */
function backToCollecting(visit: Visit, reopened: boolean): VisitChange {
  return visit.deskState === 'collected' && reopened ? { deskState: 'collecting' } : {};
}
