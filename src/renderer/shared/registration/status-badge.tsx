// A registration's status at the service: word, icon and colour together.
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CircleHelp,
  type LucideIcon,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { statusWords, type StatusTone } from './status-words.ts';
import css from './status-badge.module.css';

const ICONS: Readonly<Record<StatusTone, LucideIcon>> = {
  open: CircleDashed,
  good: CircleCheck,
  part: CircleDotDashed,
  bad: CircleAlert,
  plain: CircleHelp,
};

/** Longer words may have to be cut; what may be cut is an element of its own, which lists of thousands do without. */
const SURELY_WHOLE = 12;

/** @example <StatusBadge status={registration.status} /> */
export function StatusBadge({ status }: { status: string }) {
  const { words, tone } = statusWords(status);
  const Icon = ICONS[tone];
  return (
    <span className={classNames(css.badge, css[tone])} title={words}>
      <Icon aria-hidden="true" size={16} strokeWidth={2.2} />
      {words.length > SURELY_WHOLE ? <span className={css.words}>{words}</span> : words}
    </span>
  );
}
