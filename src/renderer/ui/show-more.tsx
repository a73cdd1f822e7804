// The end of a list of which only the first rows are in the page, so that it opens as quickly with thousands as with ten.
import { ChevronDown } from 'lucide-react';
import { groupedDigits } from './grouped-digits.ts';
import { Button } from './button.tsx';
import css from './show-more.module.css';

/** Rows that such a list shows at first, and that each press adds. */
export const ROWS_AT_ONCE = 50;

/**
 * Nothing when all are shown. `total`: null when it is not known how many more there are. `order`: which ones are shown.
 * @example <ShowMore order="latest" shown={50} total={312} onMore={() => setMost(most + ROWS_AT_ONCE)} />
 */
export function ShowMore(props: {
  order: 'first' | 'latest';
  shown: number;
  total: number | null;
  busy?: boolean;
  onMore: () => void;
}) {
  const { order, shown, total } = props;
  if (total !== null && shown >= total) return null;
  const more = total === null ? ROWS_AT_ONCE : Math.min(ROWS_AT_ONCE, total - shown);
  return (
    <div className={css.more}>
      <span role="status">
        The {order} {groupedDigits(shown)}
        {total !== null && ` of ${groupedDigits(total)}`} are shown.
      </span>
      <Button icon={<ChevronDown />} busy={props.busy} onClick={props.onMore}>
        Show {more} more
      </Button>
    </div>
  );
}
