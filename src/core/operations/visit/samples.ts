// Samples that are not taken, with the reason for each label, and samples that are to be taken after all.
import type { LabelView, VisitDetail } from '../../../contract/views.ts';
import { AppException, conflict, notFound, rejected } from '../../../domain/app-error.ts';
import { needsNote } from '../../../domain/sample.ts';
import { forgetSampleNotTaken, saveSampleNotTaken } from '../../store/desk/samples-not-taken.ts';
import type { Visit } from '../../store/desk/visits.ts';
import type { CommandContext, ParsedInput } from '../handler.ts';
import { timesFor } from './desk-state.ts';
import { withLabelsReadAgain } from './read.ts';
import type { AssembledVisit } from './read.ts';
import { recordAtVisit } from './record.ts';
import { changeVisit, seenVisit } from './rules.ts';
import { labelListOf, toVisitDetail } from './view.ts';
import { withdrawLabel } from './withdraw.ts';

/** @throws AppException when no sample of the visit can be taken now */
function requireSamplesInHand({ deskState }: Visit): void {
  if (deskState === 'arrived' || deskState === 'collecting') return;
  throw new AppException(conflict('state', `No sample is being taken from somebody ${deskState}.`));
}

const notSettled = (): AppException =>
  new AppException(
    rejected('A sample of this visit is taken, or still to be taken.', { labels: 'not-settled' }),
  );

/**
 * Somebody may leave while samples are being taken only when none was taken; a sample that was taken has to be
 * collected first.
 *
 * @throws AppException while a label has no reason why its sample was not taken
 */
export function requireNothingTaken(context: CommandContext, assembled: AssembledVisit): void {
  if (labelListOf(context, assembled).every((label) => label.notTaken !== null)) return;
  throw notSettled();
}

/** How the service knows the registrations of which a sample was taken. */
export function sampledRegistrations(
  { registrations }: AssembledVisit,
  labels: readonly LabelView[],
): string[] {
  return registrations
    .filter(({ id }) => {
      const own = labels.filter((label) => label.registrationId === id);
      return own.length === 0 || own.some((label) => label.notTaken === null);
    })
    .flatMap(({ serverId, foreignId }) => serverId ?? foreignId ?? []);
}

/** Writes down why no sample is taken for these labels; papers that exist of them have to be destroyed. */
export function sampleNotTaken(
  context: CommandContext,
  input: ParsedInput<'visits.sampleNotTaken'>,
): VisitDetail {
  const assembled = seenVisit(context, input);
  const { visit } = assembled;
  requireSamplesInHand(visit);
  if (needsNote(input.reason) && input.note === null) {
    throw new AppException(rejected('This reason needs words of its own.', { note: 'missing' }));
  }
  const known = labelListOf(context, assembled);
  const wanted = new Set(input.labelIds);
  if (![...wanted].every((id) => known.some((label) => label.id === id))) {
    throw new AppException(notFound('There is no such label.'));
  }
  const provenSeen = new Set(input.provenSeen);
  if (known.some(({ id, provenBy }) => wanted.has(id) && provenBy !== null && !provenSeen.has(id))) {
    throw new AppException(conflict('changed', 'A label was proven since it was shown.'));
  }
  const { id: visitId } = visit;
  const by = { visitId, actor: context.actor, atMs: context.nowMs };
  for (const labelId of wanted) {
    saveSampleNotTaken(context.db, { labelId, reason: input.reason, note: input.note, ...by });
    const made = assembled.labels.find((label) => label.id === labelId);
    if (made) withdrawLabel(context, { label: made, visitId, why: 'no-sample' });
  }
  recordAtVisit(context, assembled, 'sample-not-taken', {
    why: input.reason,
    note: input.note,
    samples: wanted.size,
  });
  const rest = known.filter((label) => label.notTaken === null && !wanted.has(label.id));
  if (input.andLeft && rest.length > 0) throw notSettled();
  const changed = changeVisit(
    context,
    visit,
    input.andLeft
      ? { deskState: 'left', ...timesFor(assembled, 'left', context.nowMs) }
      : { deskState: visit.deskState },
  );
  if (input.andLeft) recordAtVisit(context, assembled, 'moved', { from: visit.deskState, to: 'left' });
  context.changed('print-jobs', 'connection');
  return toVisitDetail(context, withLabelsReadAgain(context, { ...assembled, visit: changed }));
}

/** The sample is to be taken after all; its label has to be printed again. */
export function sampleToTake(
  context: CommandContext,
  input: ParsedInput<'visits.sampleToTake'>,
): VisitDetail {
  const assembled = seenVisit(context, input);
  const { visit, notTaken } = assembled;
  const sample = notTaken.get(input.labelId);
  if (!sample) throw new AppException(notFound('There is no such sample.'));
  requireSamplesInHand(visit);
  forgetSampleNotTaken(context.db, input.labelId);
  const changed = changeVisit(context, visit, { deskState: visit.deskState });
  recordAtVisit(context, assembled, 'sample-to-take', { why: sample.reason });
  return toVisitDetail(context, withLabelsReadAgain(context, { ...assembled, visit: changed }));
}
