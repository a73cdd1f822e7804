// The shape of what is coming, for the moments before it is there.
import css from './skeleton.module.css';

/** `label` is read out in place of the rows. @example <SkeletonRows count={6} label="The board is being read" /> */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={css.rows}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.row} aria-hidden="true">
          <span className={css.short} />
          <span className={css.long} />
          <span className={css.middle} />
        </div>
      ))}
    </div>
  );
}
