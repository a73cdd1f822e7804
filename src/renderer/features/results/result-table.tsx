// The results as a table: value, range, earlier ones, remarks. In a narrow window each result becomes a block.
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Calculator,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Flag,
  History,
  Hourglass,
  type LucideIcon,
} from 'lucide-react';
import type { LabResultView } from '../../../contract/results.ts';
import { classNames } from '../../ui/class-names.ts';
import { EarlierResults } from './earlier-results.tsx';
import { RangeBar } from './range-bar.tsx';
import { rangeWords } from './range-scale.ts';
import { correctedWords, findingOf, findingWords, remarksOf, type Finding } from './result-words.ts';
import css from './results.module.css';

const ICONS: Readonly<Record<Finding, LucideIcon>> = {
  'in-range': CircleCheck,
  high: ArrowUpToLine,
  low: ArrowDownToLine,
  'other-flag': Flag,
  'not-flagged': CircleHelp,
  'no-value': CircleSlash,
  'no-range': CircleHelp,
  pending: Hourglass,
  failed: CircleSlash,
  'not-known': CircleHelp,
};

export function ResultTable(props: {
  items: readonly LabResultView[];
  label: string;
  /** What is said of a result that no earlier one is shown for. */
  noEarlier: string;
  timeZone: string;
}) {
  const { items, label, noEarlier, timeZone } = props;
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Biomarker</th>
          <th scope="col">Result</th>
          <th scope="col">Reference range</th>
          <th scope="col">Earlier</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {items.map((result) => (
          <ResultRow key={result.id} result={result} noEarlier={noEarlier} timeZone={timeZone} />
        ))}
      </tbody>
    </table>
  );
}

function ResultRow(props: { result: LabResultView; noEarlier: string; timeZone: string }) {
  const { result, noEarlier, timeZone } = props;
  const finding = findingOf(result);
  const Icon = ICONS[finding];
  const range = rangeWords(result.minRange, result.maxRange);
  const remarks = remarksOf(result);
  // A unit alone, beside a blank value, would look like a result.
  const sent = result.state === 'measured' || result.state === 'not-known' ? result.value : null;
  const value = sent?.trim() === '' ? null : sent;
  return (
    <tr>
      <th scope="row">
        <span className={css.name}>{result.name}</span>
        {result.code !== '' && <code className={css.code}>{result.code}</code>}
        {result.calculated && (
          <span className={css.calculated}>
            <Calculator aria-hidden="true" size={14} /> calculated
          </span>
        )}
      </th>
      <td>
        {value !== null && (
          <span className={css.value}>
            <strong>{value}</strong>
            {result.unit !== null && <span className={css.unit}> {result.unit}</span>}
          </span>
        )}
        <span className={classNames(css.finding, css[finding])}>
          <Icon aria-hidden="true" size={16} strokeWidth={2.2} />
          {findingWords(result)}
        </span>
        {result.corrected.map((was) => (
          <span key={was.untilMs} className={css.corrected}>
            <History aria-hidden="true" size={14} />
            {correctedWords(result, was, timeZone)}
          </span>
        ))}
      </td>
      <td>
        <RangeBar result={result} />
        {range === null ? (
          <span className={css.quiet}>none given</span>
        ) : (
          <span className={css.range}>
            {range}
            {result.unit !== null && ` ${result.unit}`}
          </span>
        )}
      </td>
      <td>
        <EarlierResults result={result} none={noEarlier} />
      </td>
      <td className={css.remarks}>
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </td>
    </tr>
  );
}
