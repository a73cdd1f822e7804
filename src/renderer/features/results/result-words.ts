// Results in words: what each one says, and what all of them say together. Pure.
import type { Output } from '../../../contract/index.ts';
import type { LabResultView, ResultsOwner, WithdrawnResult } from '../../../contract/results.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { isReversed, rangeWords, readNumber, sideOf } from './range-scale.ts';

type Report = NonNullable<Output<'results.get'>['report']>;

export type Finding =
  | 'in-range'
  | 'high'
  | 'low'
  | 'other-flag'
  | 'not-flagged'
  | 'no-value'
  | 'no-range'
  | 'pending'
  | 'failed'
  | 'not-known';

/**
 * What a result is called. High and low are the laboratory's own flag alone. A result without a flag is “in range” only
 * where its value does not speak against it: nothing is called in range that has no value, lies outside, or is not a
 * number that can be compared with the range.
 */
export function findingOf(result: LabResultView): Finding {
  if (result.state === 'pending' || result.state === 'failed' || result.state === 'not-known')
    return result.state;
  if (result.outOfRange === 'high' || result.outOfRange === 'low') return result.outOfRange;
  if (result.outOfRange !== null) return 'other-flag';
  if (!hasValue(result)) return 'no-value';
  if (result.minRange === null && result.maxRange === null) return 'no-range';
  const speaksAgainst =
    !isComparable(result) || sideOf(result) !== null || isReversed(result) || saysOtherwise(result);
  return speaksAgainst ? 'not-flagged' : 'in-range';
}

/** Whether value and range are numbers that can be read in one way. */
const isComparable = (result: LabResultView): boolean =>
  [result.value, result.minRange ?? '0', result.maxRange ?? '0'].every((text) => readNumber(text) !== null);

/** `1,200` in words may be 1200 or 1.2. */
const readings = (digits: string): readonly number[] => [
  Number(digits.replaceAll(',', '')),
  Number(digits.replace(',', '.')),
];

/**
 * Whether the service's own wording of a value names another one, or names one where the service sent none. Words without a number, and
 * a value that is none, are not compared.
 */
function saysOtherwise(result: LabResultView): boolean {
  const numbers = result.wording.match(/\d+(?:[.,]\d+)*/g) ?? [];
  if (numbers.length === 0) return false;
  if (!hasValue(result)) return true;
  const value = readNumber(result.value);
  // The unit may hold numbers too, such as 10^9/L.
  return value !== null && !numbers.some((digits) => readings(digits).includes(Math.abs(value.number)));
}

const hasValue = (result: LabResultView): boolean => (result.value ?? '').trim() !== '';

export function findingWords(result: LabResultView): string {
  switch (findingOf(result)) {
    case 'in-range':
      return 'In range';
    case 'high':
      return 'High';
    case 'low':
      return 'Low';
    case 'other-flag':
      return `Flagged “${result.outOfRange ?? ''}”`;
    case 'not-flagged':
      return 'Not flagged';
    case 'no-value':
      return 'No value';
    case 'no-range':
      return 'No range given';
    case 'pending':
      return 'Pending';
    case 'failed':
      return 'Failed';
    case 'not-known':
      return `Status “${result.status}”`;
  }
}

/** What has to be said beside a result, in whole sentences. */
export function remarksOf(result: LabResultView): string[] {
  const remarks: string[] = [];
  if (result.state === 'pending') remarks.push('The laboratory has not finished this one yet.');
  if (result.state === 'failed') {
    remarks.push(
      result.errorReason === null ? 'The laboratory gave no reason.' : `Reason: ${result.errorReason}`,
    );
    if (result.value !== null)
      remarks.push(`The service sent “${result.value}” with it, which is not a result.`);
  }
  if (result.state === 'measured' && !hasValue(result)) remarks.push('The service sent no value.');
  if (result.state === 'measured' && saysOtherwise(result)) {
    remarks.push(
      `The service also words it as “${result.wording.trim()}”, which is not the same. Ask the laboratory.`,
    );
  }
  if (result.state === 'measured' && isReversed(result)) {
    remarks.push('The lower end of the range is above its upper one, so nothing can be compared with it.');
  }
  if (result.comment !== null && result.comment.trim() !== '') remarks.push(result.comment);
  if (result.fallbackRange) {
    remarks.push(
      'Fallback range: a general range was used, because none is known for this person’s sex or age.',
    );
  }
  if (findingOf(result) === 'not-flagged' && !isComparable(result) && sideOf(result) === null) {
    remarks.push('This value cannot be compared with the range here, and the laboratory has not flagged it.');
  }
  const disagreement = disagreementOf(result);
  if (disagreement !== null) remarks.push(disagreement);
  return remarks;
}

/** The number and the laboratory's flag must tell the same; where they do not, neither is hidden. */
function disagreementOf(result: LabResultView): string | null {
  if (result.state !== 'measured' || isReversed(result)) return null;
  const side = sideOf(result);
  const flag = result.outOfRange;
  if (side === flag || (flag !== null && flag !== 'high' && flag !== 'low')) return null;
  // A value such as “<5” may be within the range or not, so the flag cannot be checked.
  if (side === null && !/^[+-]?\d/.test(result.value?.trim() ?? '')) return null;
  if (side === null && result.minRange === null && result.maxRange === null) return null;
  if (side === null && !isComparable(result)) return null;
  return side === null
    ? `The laboratory calls it ${String(flag)}, but the number lies within the range. Ask the laboratory.`
    : `The number is ${side === 'high' ? 'above' : 'below'} the range, but the laboratory ${flag === null ? 'has not flagged it' : `calls it ${flag}`}. Ask the laboratory.`;
}

/**
 * What it was before the service corrected it, and until when it was read so. What stayed the same is left out, apart from
 * the value.
 * @example correctedWords(result, was, timeZone) // 'Corrected: was 23.7 until 22-Nov-2026 14:05'
 */
export function correctedWords(
  result: LabResultView,
  was: LabResultView['corrected'][number],
  timeZone: string,
): string {
  const { date, time } = shownClockAt(was.untilMs, timeZone);
  const parts = [
    was.unit === result.unit ? was.value : `${was.value} ${was.unit ?? 'without a unit'}`,
    was.outOfRange === result.outOfRange ? null : was.outOfRange === null ? 'not flagged' : was.outOfRange,
    was.minRange === result.minRange && was.maxRange === result.maxRange
      ? null
      : `range ${rangeWords(was.minRange, was.maxRange) ?? 'not given'}`,
  ].filter((part) => part !== null);
  return `Corrected: was ${parts.join(', ')} until ${formatDate(date)} ${time}`;
}

/** @example withdrawnWords(was, timeZone) // 'Ferritin: 12 µg/L, low; it was there until 22-Nov-2026 14:05' */
export function withdrawnWords(was: WithdrawnResult, timeZone: string): string {
  const { date, time } = shownClockAt(was.untilMs, timeZone);
  const value = [was.value, was.unit].filter((part) => part !== null).join(' ');
  const flag = was.outOfRange === null ? '' : `, ${was.outOfRange}`;
  return `${was.name}: ${value}${flag}; it was there until ${formatDate(date)} ${time}`;
}

/**
 * Why results that were read before did not come again. A result that was announced and not sent, or has no readable id, may be one of them.
 * @example whyGoneWords({ withdrawn, missing: 0, odd: [] }) // 'The laboratory may have withdrawn it: ask it before anybody relies on it.'
 */
export function whyGoneWords({
  withdrawn,
  missing,
  odd,
}: Pick<Report, 'withdrawn' | 'missing' | 'odd'>): string {
  const [they, them] = withdrawn.length === 1 ? ['it', 'it'] : ['they', 'them'];
  const isLaboratory = `laboratory may have withdrawn ${them}: ask it before anybody relies on ${them}.`;
  const mayHaveCome = missing > 0 || odd.some(({ id, used }) => id === null && !used);
  return mayHaveCome
    ? `The report has gaps, and ${they} may be missing only there. Or the ${isLaboratory}`
    : `The ${isLaboratory}`;
}

/** @example summaryWords(items) // '12 results: 2 high, 1 low, 1 failed' */
export function summaryWords(items: readonly LabResultView[]): string {
  const counted = (Object.keys(SUMMARY) as (keyof typeof SUMMARY)[])
    .map((finding) => ({ finding, count: items.filter((one) => findingOf(one) === finding).length }))
    .filter(({ count }) => count > 0)
    .map(({ finding, count }) => `${count} ${SUMMARY[finding]}`);
  const all = items.length === 1 ? '1 result' : `${items.length} results`;
  return `${all}: ${counted.length === 0 ? 'none out of range' : counted.join(', ')}`;
}

const SUMMARY = {
  high: 'high',
  low: 'low',
  'other-flag': 'flagged otherwise',
  'not-flagged': 'not flagged and not seen to be in range',
  'no-value': 'without a value',
  failed: 'failed',
  pending: 'pending',
  'not-known': 'of a status that is not known',
} as const;

/**
 * What stands beside a result that no earlier one is shown for. “None” is said only where every report of the person was read:
 * a rise that nobody has read must not look like a first measurement.
 */
export function noEarlierWords(report: {
  readonly earlierUnread: number;
  readonly earlierInDoubt: number;
}): string {
  return report.earlierUnread + report.earlierInDoubt === 0 ? 'none before' : 'none read here';
}

type Doubt = Extract<ResultsOwner, { kind: 'in-doubt' }>;

/** Why nobody can say whose results they are, and what to do. */
export const DOUBT_WORDS: Readonly<Record<Doubt['why'], string>> = {
  contested:
    'The service and this desk do not agree whose registration this is. Decide it under Outbox, then look again.',
  'records-differ':
    'The service’s records do not agree about the person. Ask the person and confirm it on the visit, or have the laboratory correct the record.',
  'another-record':
    'The service answered with the record of another patient. Ask the laboratory whose registration this is.',
  'names-nobody':
    'The registration by itself names nobody any more, while the list still names a person. Ask the laboratory whose registration this is, then ask the service again.',
  'appointment-of-another':
    'The appointment is for another patient than the registration. Ask the laboratory which is right.',
  'two-people':
    'The visit has registrations of two different people. Have one of them taken off at the laboratory.',
  'not-known': 'The service names a patient of whom it tells nothing. Ask the laboratory who it is.',
};

/** What is said above the results while there is no connection; what was never read is not shown at all. */
export function cutOffWords(isKept: boolean): string {
  return isKept
    ? 'The service cannot be asked: results are shown as they were read last.'
    : 'The service cannot be asked.';
}

/** That the service has no results, with what the status of the registration tells of it. */
export function notReadyWords(status: string): string {
  const none = 'The service says that there are no results yet.';
  if (status === 'pending_authentication') return `${none} They wait for their sign-off at the laboratory.`;
  if (status === 'processing_error')
    return `${none} Something went wrong with them at the laboratory: ring it rather than wait.`;
  return none;
}
