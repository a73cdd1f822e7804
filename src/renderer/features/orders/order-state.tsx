// The state of an order: word, icon and colour.
import { CircleCheck, CircleHelp, CircleX, Clock, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { OrderRow } from '../../../contract/orders.ts';
import { classNames } from '../../ui/class-names.ts';
import { STATE_WORDS } from './order-words.ts';
import css from './orders.module.css';

const ICONS: Readonly<Record<OrderRow['state'], LucideIcon>> = {
  waiting: Clock,
  unsure: CircleHelp,
  attention: TriangleAlert,
  placed: CircleCheck,
  cancelling: Clock,
  cancelled: CircleX,
  'given-up': CircleX,
  'said-placed': CircleHelp,
};

export function StateBadge({ state }: { state: OrderRow['state'] }) {
  const Icon = ICONS[state];
  const { words, tone } = STATE_WORDS[state];
  return (
    <span className={classNames(css.badge, css[tone])}>
      <Icon aria-hidden="true" size={16} />
      {words}
    </span>
  );
}
