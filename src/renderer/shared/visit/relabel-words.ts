// What is said of tubes of earlier days that need a label with the laboratory's code. Pure.
import type { VisitRow } from '../../../contract/views.ts';

/** @example toRelabelWords(1) // '1 visit of an earlier day has a tube that needs a label with the laboratory’s code' */
export function toRelabelWords(count: number): string {
  return count === 1
    ? '1 visit of an earlier day has a tube that needs a label with the laboratory’s code'
    : `${count} visits of earlier days have tubes that need a label with the laboratory’s code`;
}

/** What is to be done next for one of them; one that was printed is not known to be on the tube before it is scanned. */
export function relabelStepWords({ labels }: Pick<VisitRow, 'labels'>): string {
  if (labels.toReprint > 0) return 'Print a label again';
  return 'The new label is not scanned back yet';
}
