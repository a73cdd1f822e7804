// What can be done with a label of a visit now: the same answer for the button and for a dialog that was left open.
import type { LabelView, VisitDetail } from '../../../contract/views.ts';
import { isSamePerson } from '../../shared/people/same-person.ts';

const REPRINTABLE: ReadonlySet<LabelView['state']> = new Set([
  'unacknowledged',
  'printed',
  'verified',
  'problem',
  'may-exist',
]);

/** Whether it may have been printed, so that printing it is printing it again. */
export const isReprintable = ({ state }: LabelView): boolean => REPRINTABLE.has(state);

/** Whether it can be said now that no sample is taken for the label. */
export const mayLackSample = (visit: VisitDetail, label: LabelView): boolean =>
  label.notTaken === null && visit.deskState === 'collecting';

/** Whether the person can leave now without any sample. */
export const mayLeaveWithout = ({ deskState, labels }: VisitDetail): boolean =>
  deskState === 'arrived' || (deskState === 'collecting' && labels.verified === 0);

/** What keeps labels from being printed whatever their codes; null when nothing does. */
export function printingObstacle(visit: VisitDetail): string | null {
  if (visit.identity === null) return 'Confirm the identity first.';
  return visit.troubles.length > 0 ? TROUBLES_FIRST : null;
}

export const TROUBLES_FIRST = 'Deal with the warnings at the top of the visit first.';

/** Those that no printer was given yet. */
export const unprintedOf = (visit: VisitDetail): readonly LabelView[] =>
  visit.labelList.filter(({ state }) => state === 'not-printed');

/** Why none of these labels has a code: one whose registration the service does not have any more is waited for in vain. */
export function noCodeWords(
  { registrations }: Pick<VisitDetail, 'registrations'>,
  labels: readonly Pick<LabelView, 'registrationId'>[],
): string {
  const lost = registrations.filter(({ gone }) => gone).map(({ id }) => id);
  return labels.every(({ registrationId }) => lost.includes(registrationId))
    ? 'The service does not show the registration now: ask the laboratory.'
    : 'The code for the label is not known yet.';
}

/** Why none of these labels can be printed for the first time, where each was given to a printer or is not needed. */
export function noneLeftWords(labels: readonly Pick<LabelView, 'state' | 'waitsForPrinter'>[]): string {
  const isForPerson = ({ state, waitsForPrinter }: (typeof labels)[number]): boolean =>
    (state === 'problem' && !waitsForPrinter) || state === 'may-exist';
  if (labels.some(isForPerson))
    return 'A label needs attention: look what became of it, then print it again in the list below.';
  if (labels.some(({ waitsForPrinter }) => waitsForPrinter))
    return 'A label waits for its printer already: it goes out by itself once the printer takes it.';
  if (labels.some(({ state }) => state === 'queued'))
    return 'A label is on its way to the printer already: wait until it comes out.';
  return 'Every label is printed already; each can be printed again in the list below.';
}

/** Said when labels were given to the printer. `lettersReplaced`: as the command that prints has answered. */
export function onTheirWay(count: number, lettersReplaced: readonly string[]): string {
  const words = count === 1 ? 'Label on its way to the printer' : 'Labels on their way to the printer';
  if (lettersReplaced.length === 0) return words;
  return `${words}. Name and code are whole; in what else it says, ? stands for ${lettersReplaced.join(' ')}`;
}

/** That a printer is done with a label by itself, or says nothing of it, is nothing that a person has to decide about. */
const paperOf = ({ state }: LabelView): LabelView['state'] =>
  state === 'queued' || state === 'unacknowledged' ? 'printed' : state;

const labelFacts = (label: LabelView): string =>
  JSON.stringify([
    label.id,
    label.jobId,
    paperOf(label),
    label.provenBy,
    label.code,
    label.codeStandsIn,
    label.overtakenBy,
    label.oldFormCode,
    label.notTaken,
  ]);

/** Whether a question about labels of a visit is the same: whose they are, and what became of each that `which` names. */
export const areSameLabels = (
  one: VisitDetail,
  other: VisitDetail,
  which: (label: LabelView) => boolean,
): boolean =>
  isSamePerson(one.person, other.person) &&
  one.deskState === other.deskState &&
  one.labelList.filter(which).map(labelFacts).join() === other.labelList.filter(which).map(labelFacts).join();
