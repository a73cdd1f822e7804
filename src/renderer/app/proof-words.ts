// What is said of a label that was scanned back, and which of several with its code the scan counts as.
import type { ScanOutcome } from '../../contract/scan.ts';

type Verified = Extract<ScanOutcome, { kind: 'label-verified' }>;

const labelsWithCode = ({ code, visit }: Verified): Verified['visit']['labelList'] =>
  visit.labelList.filter(
    (label) => label.code?.toUpperCase() === code.toUpperCase() && label.state !== 'not-taken',
  );

/** Another label with this code is still to be scanned: this one came too soon after the last to be told from it. */
const isAnotherExpected = (outcome: Verified): boolean =>
  labelsWithCode(outcome).some(({ state }) => state === 'printed' || state === 'unacknowledged');

/** Nobody but whoever scans can tell one tube that was scanned twice from two tubes. Empty where no other label has the code. */
function countWords(outcome: Verified): string {
  const labels = labelsWithCode(outcome);
  if (labels.length < 2) return '';
  const proven = labels.filter(({ state }) => state === 'verified').length;
  const counted = `: ${proven} of ${labels.length} labels with this code`;
  return proven < 2 ? counted : `${counted}, each on a tube of its own`;
}

export function provenWords(outcome: Verified): string {
  if (outcome.alreadyVerified)
    return isAnotherExpected(outcome)
      ? `${outcome.code} was scanned a moment ago. If this is the next tube, wait a moment and scan it once more.`
      : `${outcome.code} was scanned already`;
  const isRight = `${outcome.code} is right${countWords(outcome)}`;
  return outcome.alsoOnForm
    ? `${isRight}. The form has the same code: make sure it was the tube that you scanned.`
    : isRight;
}
