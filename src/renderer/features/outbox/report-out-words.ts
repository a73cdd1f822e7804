// What is said of printed results that the laboratory has changed since. Pure.
import type { Output } from '../../../contract/index.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';

type ReportOut = Output<'results.out'>['items'][number];

const at = (atMs: number, timeZone: string): string => {
  const { date, time } = shownClockAt(atMs, timeZone);
  return `${formatDate(date)} at ${time}`;
};

/** @example reportOutWords(report) // 'Was everybody told who has the printed results of DRW-7K2M9Q?' */
export const reportOutWords = ({ trfCode }: Pick<ReportOut, 'trfCode'>): string =>
  `Was everybody told who has the printed results${trfCode === null ? '' : ` of ${trfCode}`}?`;

/** When it was printed, when the desk read the others, and what follows. */
export const outOfDateWords = (
  { printedAtMs, changedAtMs }: Pick<ReportOut, 'printedAtMs' | 'changedAtMs'>,
  timeZone: string,
): string =>
  `Printed on ${at(printedAtMs, timeZone)}. On ${at(changedAtMs, timeZone)} this desk read that the laboratory has changed or taken back the results. Tell whoever has the paper, and have it destroyed.`;
