// Earlier results of the same person and biomarker: the latest few with their day, and all of them as a small line.
import type { EarlierResult, LabResultView } from '../../../contract/results.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './results.module.css';
import { trendLine, trendOf, trendWords } from './trend.ts';

const SHOWN = 3;
const BOX = { width: 132, height: 30, margin: 5 };

/** `none`: what is said where no earlier result is shown. */
export function EarlierResults({ result, none }: { result: LabResultView; none: string }) {
  if (result.earlier.length === 0) return <span className={css.quiet}>{none}</span>;
  const latest = result.earlier.slice(-SHOWN).reverse();
  const others = result.earlier.length - latest.length;
  return (
    <div className={css.earlier}>
      <Trend result={result} />
      <ul>
        {latest.map((earlier) => (
          <li key={earlier.registrationId}>
            <Earlier earlier={earlier} unit={result.unit} />
          </li>
        ))}
      </ul>
      {others > 0 && <span className={css.quiet}>and {others} before</span>}
    </div>
  );
}

const FLAG_WORDS: Readonly<Record<string, string>> = { high: 'high', low: 'low' };

function Earlier({ earlier, unit }: { earlier: EarlierResult; unit: string | null }) {
  const flag = earlier.outOfRange;
  return (
    <>
      <strong className="tabular">{earlier.value}</strong>
      {/* The unit is said only where it is another one, which is then not to be overlooked. */}
      {earlier.unit !== unit && <strong> {earlier.unit ?? 'without a unit'}</strong>}
      {flag !== null && ` ${FLAG_WORDS[flag] ?? flag}`}{' '}
      <a
        href={hrefOf(links.results(earlier.registrationId))}
        aria-label={`Results of ${earlier.date === '' ? earlier.trfCode : formatDate(earlier.date)}`}
      >
        {earlier.date === '' ? earlier.trfCode : formatDate(earlier.date)}
      </a>
    </>
  );
}

function Trend({ result }: { result: LabResultView }) {
  const points = trendOf(result);
  if (points.length === 0) return null;
  const line = trendLine(points, BOX);
  const last = line.at(-1);
  return (
    <svg
      className={css.trend}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={`${result.name}: ${trendWords(points, result.unit)}`}
    >
      <polyline points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {line.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={2} />
      ))}
      {last && points.at(-1)?.date === null && (
        <circle className={css.present} cx={last.x} cy={last.y} r={4} />
      )}
    </svg>
  );
}
