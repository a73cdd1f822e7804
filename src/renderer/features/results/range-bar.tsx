// The reference range as a bar with the value's mark. The words beside it say the same, so it is hidden from readers.
import type { LabResultView } from '../../../contract/results.ts';
import { classNames } from '../../ui/class-names.ts';
import { rangeScale, type RangeScale } from './range-scale.ts';
import { findingOf } from './result-words.ts';
import css from './results.module.css';

const WIDTH = 160;
const HEIGHT = 22;
/** Left and right of the scale, so that a mark at its edge is whole. */
const MARGIN = 8;
const MIDDLE = HEIGHT / 2;
const INNER = WIDTH - 2 * MARGIN;

const x = (percent: number): number => MARGIN + (percent / 100) * INNER;

/** Nothing where there is no range to draw. */
export function RangeBar({ result }: { result: LabResultView }) {
  const scale = rangeScale(result);
  if (scale === null) return null;
  const isOut = findingOf(result) !== 'in-range';
  return (
    <svg className={css.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <rect className={css.track} x={MARGIN} y={MIDDLE - 4} width={INNER} height={8} rx={4} />
      <rect
        className={css.within}
        x={x(scale.from)}
        y={MIDDLE - 4}
        width={x(scale.to) - x(scale.from)}
        height={8}
        rx={scale.from === 0 || scale.to === 100 ? 4 : 1}
      />
      {scale.mark && result.state === 'measured' && <Mark mark={scale.mark} isOut={isOut} />}
    </svg>
  );
}

function Mark({ mark, isOut }: { mark: NonNullable<RangeScale['mark']>; isOut: boolean }) {
  const at = x(mark.at);
  const look = classNames(css.mark, isOut && css.markOut);
  const direction =
    mark.beyond ?? (mark.bound === 'below' ? 'left' : mark.bound === 'above' ? 'right' : null);
  if (direction === null)
    return <rect className={look} x={at - 3} y={1} width={6} height={HEIGHT - 2} rx={3} />;
  const tip = direction === 'left' ? at - 7 : at + 7;
  return <path className={look} d={`M${tip} ${MIDDLE} L${at} 2 L${at} ${HEIGHT - 2} Z`} />;
}
