// A visit's desk state: word, icon and colour together, so that none has to be trusted alone.
import {
  Armchair,
  Ban,
  CircleCheck,
  CircleDotDashed,
  CircleSlash,
  Clock3,
  FlaskConical,
  Hourglass,
  LogOut,
  TestTube,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import type { DeskState } from '../../../domain/visit.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './state-badge.module.css';
import { exceptionWords, isDoneElsewhere, visitStateWords, type Standing } from './visit-words.ts';

const STATE_ICONS: Readonly<Record<DeskState, LucideIcon>> = {
  expected: Clock3,
  arrived: Armchair,
  collecting: TestTube,
  collected: CircleCheck,
  left: LogOut,
  'no-show': UserX,
  cancelled: Ban,
};

function iconOf(visit: Standing): LucideIcon {
  if (exceptionWords(visit) === null) return STATE_ICONS[visit.deskState];
  if (isDoneElsewhere(visit)) return FlaskConical;
  if (visit.merelyHeld) return Hourglass;
  return visit.sample === 'part' ? CircleDotDashed : CircleSlash;
}

/** @example <StateBadge visit={visit} size="large" /> */
export function StateBadge({ visit, size = 'normal' }: { visit: Standing; size?: 'normal' | 'large' }) {
  const Icon = iconOf(visit);
  const isWarning = exceptionWords(visit) !== null && !visit.merelyHeld && !isDoneElsewhere(visit);
  return (
    <span
      data-state-badge=""
      className={classNames(
        css.badge,
        css[visit.deskState],
        isWarning && css.exception,
        isDoneElsewhere(visit) && css.elsewhere,
        size === 'large' && css.large,
      )}
    >
      <Icon aria-hidden="true" size={size === 'large' ? 20 : 17} strokeWidth={2.2} />
      {visitStateWords(visit)}
    </span>
  );
}
