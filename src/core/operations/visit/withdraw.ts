// Takes back what no longer fits: a confirmation, a label or a proof of one person must never serve another. Runs before
// every operation on what has changed since, so that nobody sees or does anything on the strength of what is out of date.
import type { Topic } from '../../../contract/events.ts';
import { DEFAULT_ACTOR } from '../../../contract/operation.ts';
import { changesOfPerson, isCodeStillGood, shownOf } from '../../../domain/identity.ts';
import type { PersonChange } from '../../../domain/identity.ts';
import type { PaperFault } from '../../../domain/paper.ts';
import { addDays } from '../../../domain/site-time.ts';
import type { DeskState } from '../../../domain/visit.ts';
import { recordActivity } from '../../activity.ts';
import { forgetReviews, listVisitsToReview } from '../../store/desk/identity-review.ts';
import { forgetLabelMade } from '../../store/desk/labels.ts';
import type { Label } from '../../store/desk/labels.ts';
import { namePapersForDestruction } from '../../store/desk/papers-to-destroy.ts';
import { findVisit, updateVisit } from '../../store/desk/visits.ts';
import type { Visit, VisitChange } from '../../store/desk/visits.ts';
import { transaction } from '../../store/open.ts';
import type { Context } from '../handler.ts';
import { assembleVisits, personOfRegistration } from './read.ts';
import type { AssembledVisit } from './read.ts';

/** A sample is on its way to the laboratory for a day or two; later a corrected name concerns the laboratory alone. */
const CONCERNS_FOR_DAYS = 7;

/**
 * Looks again at every visit about which something changed. Everything about one visit is taken back in one transaction.
 * Returns the topics that are out of date by it; none when nothing had to be taken back.
 */
export function reviewChangedVisits(context: Context): Topic[] {
  const visitIds = listVisitsToReview(context.db);
  if (visitIds.length === 0) return [];
  return transaction(context.db, () => {
    const visits = visitIds.flatMap((id) => findVisit(context.db, id) ?? []);
    const topics = new Set<Topic>();
    for (const assembled of assembleVisits(context, visits)) {
      for (const topic of withdrawWhatNoLongerFits(context, assembled)) topics.add(topic);
    }
    forgetReviews(context.db, visitIds);
    return [...topics];
  });
}

/** Takes back what of one visit no longer fits, in the caller's transaction. Returns the topics that are out of date. */
function withdrawWhatNoLongerFits(context: Context, assembled: AssembledVisit): Topic[] {
  const { visit } = assembled;
  if (isLongOver(context, assembled)) return [];
  const changes = changesSinceConfirmation(assembled);
  const faults = assembled.labels.flatMap((label) => {
    const why = faultOf(assembled, label, changes.length > 0);
    return why === null ? [] : [{ label, why }];
  });
  if (changes.length === 0 && faults.length === 0) return [];

  const by = { actor: DEFAULT_ACTOR, atMs: context.nowMs };
  const topics: Topic[] = ['board', 'print-jobs', 'connection'];
  const reopened = faults.some(({ label }) => label.verifiedAtMs !== null);
  updateVisit(context.db, visit.id, visit.version, {
    ...(changes.length > 0
      ? withoutConfirmation(visit, changes, context.nowMs)
      : backToCollecting(visit, reopened)),
  });
  if (changes.length > 0) {
    topics.push(
      ...recordActivity(context.db, by, 'confirmation-withdrawn', {
        visitId: visit.id,
        // Whom it had been for: the entry tells of them, not of whoever the visit belongs to now.
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
 * Takes a label back, in the caller's transaction: what has not left is not printed, what has is named for destruction,
 * and nothing proves it any more. Returns how many papers are to be destroyed.
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
  forgetLabelMade(context.db, of.label.id);
  return papers;
}

/** For the person who reads the queue. */
const WITHDRAWN_WORDS: Readonly<Record<PaperFault, string>> = {
  'person-changed': 'the person of this registration is not the one on the label any more',
  'code-changed': 'its code is not the registration’s any more',
  'registration-gone': 'the service does not have its registration any more',
  'no-sample': 'no sample was taken for it',
};

function isLongOver(context: Context, { visit, registrations }: AssembledVisit): boolean {
  if (visit.deskState === 'arrived' || visit.deskState === 'collecting') return false;
  return (
    visit.date < addDays(context.today, -CONCERNS_FOR_DAYS) ||
    (registrations.length > 0 && registrations.every((registration) => registration.completedAt !== null))
  );
}

function changesSinceConfirmation(assembled: AssembledVisit): PersonChange[] {
  const { visit, person, registrations, isSamePatient } = assembled;
  const { identity } = visit;
  if (!identity) return [];
  // Nobody is checked in whose registration has no patient, whatever the appointment says.
  if (registrations.some((registration) => registration.patientId === null)) return ['person'];
  if (identity.person) return changesOfPerson(identity.person, person && shownOf(person), isSamePatient);
  // Made before whom it is for was kept. Where the person has been labelled and gone, there is nothing to ask any more.
  return visit.deskState === 'arrived' || visit.deskState === 'collecting' ? ['person'] : [];
}

/** What is wrong with a label that was made out; null while it fits, and where none was made. */
function faultOf(assembled: AssembledVisit, label: Label, isWithdrawn: boolean): PaperFault | null {
  if (label.code === null) return null;
  const registration = assembled.registrations.find(({ id }) => id === label.registrationId);
  if (!registration) return 'registration-gone';
  if (label.madeFor) {
    const person = personOfRegistration(assembled, registration);
    const changes = changesOfPerson(label.madeFor, person && shownOf(person), assembled.isSamePatient);
    if (changes.length > 0) return 'person-changed';
  } else if (isWithdrawn) {
    return 'person-changed';
  }
  return isCodeStillGood(label.code, registration) ? null : 'code-changed';
}

/** Where a visit goes whose person has to be asked again. */
const BACK_TO: Readonly<Record<DeskState, DeskState>> = {
  expected: 'expected',
  arrived: 'arrived',
  // Nobody is collected from, or was, whose identity is not confirmed.
  collecting: 'arrived',
  collected: 'arrived',
  // They are gone; that the sample is not proven is said beside it.
  left: 'left',
  'no-show': 'no-show',
  cancelled: 'cancelled',
};

function withoutConfirmation(visit: Visit, changes: readonly PersonChange[], nowMs: number): VisitChange {
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

/** "Collected" says that each label is proven; without that the visit is being collected again. Its time is kept. */
function backToCollecting(visit: Visit, reopened: boolean): VisitChange {
  return visit.deskState === 'collected' && reopened ? { deskState: 'collecting' } : {};
}
