// Desk states in running text.
import { DESK_STATES, type DeskState } from '../../../domain/visit.ts';

export const STATE_TEXT: Readonly<Record<DeskState, string>> = {
  expected: 'expected',
  arrived: 'arrived',
  collecting: 'collecting',
  collected: 'collected',
  left: 'left',
  'no-show': 'no-show',
  cancelled: 'cancelled',
};

export function isDeskState(value: unknown): value is DeskState {
  return DESK_STATES.some((state) => state === value);
}
