// A visit's desk state: word, icon and colour together, so that none has to be trusted alone.
import {
  Armchair,
  Ban,
  CircleCheck,
  CircleDotDashed,
  CircleSlash,
  Clock3,
  LogOut,
  TestTube,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import type { SampleState } from '../../../domain/sample.ts';
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

/** Who has left with a sample and who without must not look the same; neither must half a collection and a whole one. */
function sampleWords(state: DeskState, sample: SampleState): string | null {
  if (state === 'left' && sample === 'not-taken') return 'Left, no sample';
  if (state === 'left' && sample === 'part') return 'Left, part taken';
  if (state === 'collected' && sample === 'part') return 'Collected in part';
  return null;
}

/**
 * `sample`: whether samples were taken; it changes the badge of who has left or was collected from only in part.
 * @example <StateBadge state={visit.deskState} sample={visit.sample} size="large" />
 */
export function StateBadge({
  state,
  sample = 'to-take',
  size = 'normal',
}: {
  state: DeskState;
  sample?: SampleState;
  size?: 'normal' | 'large';
}) {
  const exception = sampleWords(state, sample);
  const Icon = exception === null ? STATE_ICONS[state] : sample === 'part' ? CircleDotDashed : CircleSlash;
  return (
    <span
      className={classNames(
        css.badge,
        css[state],
        exception !== null && css.exception,
        size === 'large' && css.large,
      )}
    >
      <Icon aria-hidden="true" size={size === 'large' ? 20 : 17} strokeWidth={2.2} />
      {exception ?? STATE_WORDS[state]}
    </span>
  );
}
