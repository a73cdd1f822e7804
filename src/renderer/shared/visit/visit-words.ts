// What a visit is called, and how it stands, in the same words on every screen. Pure.
import type { VisitRow } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import type { DeskState } from '../../../domain/visit.ts';

const STATES: Readonly<Record<DeskState, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  collecting: 'Collecting',
  collected: 'Collected',
  left: 'Left',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
};

/** The person; without one, whether somebody is booked at all. @example visitName(row) // 'OLIVER, James' */
export function visitName({ person, merelyHeld }: Pick<VisitRow, 'person' | 'merelyHeld'>): string {
  if (person) return formatName(person);
  return merelyHeld ? 'Held slot' : 'No patient yet';
}

export type Standing = Pick<VisitRow, 'deskState' | 'sample' | 'merelyHeld'>;

/**
 * What is unusual about how a visit stands; null where its desk state says all. Who has left with a sample and who
 * without must not look the same, neither must half a collection and a whole one; and nobody is expected in a slot that
 * is merely held.
 */
export function exceptionWords({ deskState, sample, merelyHeld }: Standing): string | null {
  if (merelyHeld && deskState === 'expected') return 'No person yet';
  if (deskState === 'left' && sample === 'not-taken') return 'Left, no sample';
  if (deskState === 'left' && sample === 'part') return 'Left, part taken';
  if (deskState === 'collected' && sample === 'part') return 'Collected in part';
  return null;
}

/** How a visit stands. @example visitStateWords(row) // 'Left, no sample' */
export function visitStateWords(visit: Standing): string {
  return exceptionWords(visit) ?? STATES[visit.deskState];
}
