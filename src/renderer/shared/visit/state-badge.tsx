// A visit's desk state: word, icon and colour together, so that none has to be trusted alone.
import { Armchair, Ban, CircleCheck, Clock3, LogOut, TestTube, UserX, type LucideIcon } from 'lucide-react';
import type { DeskState } from '../../../domain/visit.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './state-badge.module.css';

export const STATE_WORDS: Readonly<Record<DeskState, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  collecting: 'Collecting',
  collected: 'Collected',
  left: 'Left',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
};

const STATE_ICONS: Readonly<Record<DeskState, LucideIcon>> = {
  expected: Clock3,
  arrived: Armchair,
  collecting: TestTube,
  collected: CircleCheck,
  left: LogOut,
  'no-show': UserX,
  cancelled: Ban,
};

export function StateBadge({ state, size = 'normal' }: { state: DeskState; size?: 'normal' | 'large' }) {
  const Icon = STATE_ICONS[state];
  return (
    <span className={classNames(css.badge, css[state], size === 'large' && css.large)}>
      <Icon aria-hidden="true" size={size === 'large' ? 20 : 17} strokeWidth={2.2} />
      {STATE_WORDS[state]}
    </span>
  );
}
