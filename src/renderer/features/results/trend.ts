// A person's values of one biomarker in the order of time: which can be drawn as one line, and the line in words. Pure.
import type { EarlierResult, LabResultView } from '../../../contract/results.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { readNumber } from './range-scale.ts';

export interface TrendPoint {
  readonly value: number;
  readonly written: string;
  /** `YYYY-MM-DD`; null for the present result. */
  readonly date: string | null;
}

/** Values in another unit cannot be compared by their numbers, and of `<0.5` it is not known where it lies. */
function pointOf(
  of: { readonly value: string | null; readonly unit: string | null },
  unit: string | null,
  date: string | null,
): TrendPoint[] {
  const read = readNumber(of.value);
  if (read === null || read.bound !== null || of.unit !== unit) return [];
  return [{ value: read.number, written: of.value ?? '', date }];
}

/** The points of a line, the oldest first; empty where there are fewer than two. */
export function trendOf(result: Pick<LabResultView, 'value' | 'unit' | 'earlier'>): readonly TrendPoint[] {
  const points = [
    ...result.earlier.flatMap((earlier: EarlierResult) => pointOf(earlier, result.unit, earlier.date)),
    ...pointOf(result, result.unit, null),
  ];
  return points.length < 2 ? [] : points;
}

const dateWords = (date: string | null): string =>
  date === null ? 'now' : date === '' ? 'on a day that is not known' : `on ${formatDate(date)}`;

/** @example trendWords(points, 'mmol/L') // '2 values in mmol/L: 4.1 on 02-Mar-2026, 5.2 now' */
export function trendWords(points: readonly TrendPoint[], unit: string | null): string {
  const each = points.map(({ written, date }) => `${written} ${dateWords(date)}`).join(', ');
  return `${points.length} values${unit === null ? '' : ` in ${unit}`}: ${each}`;
}

/** Where the points are drawn in a box of this size; equal values lie in its middle. */
export function trendLine(
  points: readonly TrendPoint[],
  box: { readonly width: number; readonly height: number; readonly margin: number },
): readonly { readonly x: number; readonly y: number }[] {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { width, height, margin } = box;
  return points.map(({ value }, index) => ({
    x: margin + (index * (width - 2 * margin)) / Math.max(1, points.length - 1),
    y: most === least ? height / 2 : margin + ((most - value) / (most - least)) * (height - 2 * margin),
  }));
}
