// What a scan or a typed code leads to. Answered from the local store alone, so that it is on screen at once.
import type { ScanOutcome, scanOperations } from '../../contract/scan.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { markLabelVerified } from '../store/desk/labels.ts';
import { findVisit } from '../store/desk/visits.ts';
import { readPatients } from '../store/mirror/records.ts';
import { findByCode, findByText, rowOf } from './find.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { assembleVisit, labelListOf, toPersonView, visitDetail } from './visit/view.ts';

function sameCode(a: string | null, b: string): boolean {
  return a !== null && a.toUpperCase() === b.toUpperCase();
}

/** A scan while labels are being scanned back: proof for one of the visit's labels, or loudly refused. */
function scanBack(
  context: CommandContext,
  visitId: string,
  candidates: readonly string[],
): ScanOutcome | null {
  const assembled = assembleVisit(context, visitId);
  if (assembled.visit.deskState !== 'collecting') return null;
  const labels = labelListOf(assembled, context.site.labelsPerRegistration);
  const made = new Set(assembled.labels.map((label) => label.id));

  for (const code of candidates) {
    // Of several copies with one code, each scan proves one.
    const matching = labels.filter((label) => made.has(label.id) && sameCode(label.code, code));
    const label = matching.find((candidate) => candidate.verifiedAtMs === null) ?? matching[0];
    if (!label) continue;
    const alreadyVerified = label.verifiedAtMs !== null;
    if (!alreadyVerified) {
      markLabelVerified(context.db, label.id, { atMs: context.nowMs, actor: context.actor });
      context.record('label-verified', { visitId, code });
    }
    return {
      kind: 'label-verified',
      visit: visitDetail(context, visitId),
      code,
      alreadyVerified,
    };
  }

  const found = findByCode(context, candidates);
  const ofThisVisit = found !== null && 'visitId' in found && found.visitId === visitId;
  // The visit's own form is no proof of a label, and no mistake either.
  if (ofThisVisit)
    return {
      kind: 'visit',
      visit: visitDetail(context, visitId),
      matchedBy: found.matchedBy,
    };

  const code = candidates[0] ?? '';
  const otherVisitId = found !== null && 'visitId' in found ? found.visitId : null;
  context.record('label-refused', { visitId, code, otherVisitId });
  return {
    kind: 'label-refused',
    visit: visitDetail(context, visitId),
    code,
    belongsTo: otherVisitId === null ? null : rowOf(context, otherVisitId),
  };
}

export const scanHandlers: Handlers<typeof scanOperations> = {
  'scan.submit': {
    transaction: (context, input): ScanOutcome => {
      const { text, candidates } = recogniseScan(input.text, context.site.scanner);
      if (text === '') return { kind: 'unknown', text };
      if (input.visitId !== null && findVisit(context.db, input.visitId)) {
        const outcome = scanBack(context, input.visitId, candidates);
        if (outcome) return outcome;
      }
      const found = findByCode(context, candidates);
      if (found && 'visitId' in found) {
        return {
          kind: 'visit',
          visit: visitDetail(context, found.visitId),
          matchedBy: found.matchedBy,
        };
      }
      if (found) {
        const { registration } = found;
        const patient =
          registration.patientId === null
            ? undefined
            : readPatients(context.db, [registration.patientId]).get(registration.patientId);
        return {
          kind: 'registration',
          registrationId: registration.id,
          trfCode: registration.trfCode,
          person: patient ? toPersonView(patient) : null,
          status: registration.status,
        };
      }
      if (input.source === 'scanner') return { kind: 'unknown', text };

      const { visits, people } = findByText(context, text);
      const onlyVisit = visits.length === 1 && people.length <= 1 ? visits[0] : undefined;
      if (onlyVisit) {
        return {
          kind: 'visit',
          visit: visitDetail(context, onlyVisit.id),
          matchedBy: 'name',
        };
      }
      const onlyPerson = visits.length === 0 && people.length === 1 ? people[0] : undefined;
      if (onlyPerson) return { kind: 'person', person: onlyPerson };
      if (visits.length + people.length > 0) return { kind: 'several', visits, people };
      return { kind: 'unknown', text };
    },
  },
};
