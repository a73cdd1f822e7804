// Says how far back a list goes, so that nobody takes what was removed for what never happened.
import type { Output } from '../../../contract/index.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import css from './removed-up-to.module.css';

type Kind = keyof Output<'retention.get'>;

const WORDS: Readonly<Record<Kind, readonly [string, string]>> = {
  visits: ['Visits up to', 'were removed because they are old. Those that were still needed are here.'],
  printJobs: ['Jobs up to', 'were removed because they are old, except those of visits that are kept.'],
  orders: [
    'Orders up to',
    'were removed from this list because they are old. Each is opened by its number, or by the code of a registration.',
  ],
};

/**
 * Nothing while nothing was removed. `day`: the one that is shown, where a later one was not touched.
 * @example <RemovedUpTo what="orders" />
 */
export function RemovedUpTo({ what, day }: { what: Kind; day?: string | undefined }) {
  const upTo = useQuery('retention.get', {}).value?.[what] ?? null;
  if (upTo === null || (day !== undefined && day > upTo)) return null;
  const [before, after] = WORDS[what];
  return (
    <p className={css.note}>
      {before} {formatDate(upTo)} {after}
    </p>
  );
}
