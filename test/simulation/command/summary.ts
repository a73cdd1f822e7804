// What a long run says at its end.
import type { Piece } from './report.ts';

/** At most so many days with broken promises are named; the others are counted. */
const NAMED = 20;

/** Lines for people. `now`: the days of this run and how long they took, without those of an earlier run. */
export function summaryLines(
  pieces: readonly Piece[],
  now: { readonly days: number; readonly tookMs: number },
): string[] {
  const sum = (
    what:
      | 'days'
      | 'pressed'
      | 'changes'
      | 'printed'
      | 'proven'
      | 'collected'
      | 'settled'
      | 'powerCuts'
      | 'answersGarbled',
  ) => pieces.reduce((total, { result }) => total + result[what], 0).toLocaleString('en-GB');
  const failures = pieces.flatMap(({ garbled, result }) =>
    result.failures.map((failure) => ({ ...failure, garbled })),
  );
  const aSecond = now.tookMs > 0 ? (now.days / (now.tookMs / 1_000)).toFixed(1) : '0';
  return [
    `${sum('days')} days: ${sum('pressed')} commands, ${sum('changes')} saved changes, ${sum('printed')} labels, ${sum('proven')} proofs, ` +
      `${sum('collected')} collected, ${sum('settled')} doubts settled, ${sum('powerCuts')} power cuts, ${sum('answersGarbled')} invalid answers`,
    `${now.days.toLocaleString('en-GB')} of them in this run, in ${Math.round(now.tookMs / 1_000)} s: ${aSecond} days a second`,
    ...failures
      .slice(0, NAMED)
      .flatMap(({ seed, broken, garbled }) => [
        `BROKEN on the day of seed ${seed}; again: npm run simulate -- --days=1 --seed=${seed}${garbled > 0 ? ` --garbled=${garbled}` : ''}`,
        ...broken.map((promise) => `  ${promise}`),
      ]),
    ...(failures.length > NAMED ? [`and ${failures.length - NAMED} more days with broken promises`] : []),
    failures.length === 0 ? 'No promise was broken.' : `${failures.length} days with broken promises.`,
  ];
}
