// The times that go with a visit's desk state.
import type { DeskState } from '../../../domain/visit.ts';
import type { VisitChange } from '../../store/desk/visits.ts';
import type { AssembledVisit } from './read.ts';

/**
 * How a visit's times (milliseconds since the epoch) change when it goes to a desk state. Going back removes the times
 * of later states.
 */
export function timesFor(
  { visit, appointment }: Pick<AssembledVisit, 'visit' | 'appointment'>,
  to: DeskState,
  nowMs: number,
): VisitChange {
  const none = {
    arrivedAtMs: null,
    collectingAtMs: null,
    collectedAtMs: null,
    leftAtMs: null,
    endedForMs: null,
  };
  const { arrivedAtMs, collectingAtMs, collectedAtMs } = visit;
  // One that the service has not confirmed nobody there has moved: it is this desk's own booking that comes to be at another time.
  const endedForMs = appointment?.state === 'confirmed' ? appointment.startsAtMs : null;
  switch (to) {
    case 'expected':
      return { ...none, identity: null, withdrawn: null };
    case 'no-show':
      return { ...none, endedForMs };
    case 'cancelled':
      return none;
    case 'arrived':
      return { ...none, arrivedAtMs: arrivedAtMs ?? nowMs };
    case 'collecting':
      // Whoever is collected again had a sample taken before: when, nobody could say later, and it is mostly the same sample.
      return { ...none, arrivedAtMs, collectingAtMs: collectingAtMs ?? nowMs, collectedAtMs };
    case 'collected':
      return { leftAtMs: null };
    case 'left':
      return {
        arrivedAtMs,
        collectingAtMs,
        // A time of collection counts only while the visit is collected: one whose label still had to be proven again
        // is removed.
        collectedAtMs: visit.deskState === 'collected' ? collectedAtMs : null,
        leftAtMs: nowMs,
        endedForMs,
      };
  }
}
