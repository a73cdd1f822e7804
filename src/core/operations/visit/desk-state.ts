// The times that go with a visit's desk state.
import type { DeskState } from '../../../domain/visit.ts';
import type { Visit, VisitChange } from '../../store/desk/visits.ts';

/** What changes about a visit's times (milliseconds since the epoch) when it goes to a desk state; going back forgets those of later states. */
export function timesFor(visit: Visit, to: DeskState, nowMs: number): VisitChange {
  const none = { arrivedAtMs: null, collectingAtMs: null, collectedAtMs: null, leftAtMs: null };
  const { arrivedAtMs, collectingAtMs, collectedAtMs } = visit;
  switch (to) {
    case 'expected':
      return { ...none, identity: null, withdrawn: null };
    case 'no-show':
    case 'cancelled':
      return none;
    case 'arrived':
      return { ...none, arrivedAtMs: arrivedAtMs ?? nowMs };
    case 'collecting':
      return { ...none, arrivedAtMs, collectingAtMs: collectingAtMs ?? nowMs };
    case 'collected':
      return { leftAtMs: null };
    case 'left':
      return {
        arrivedAtMs,
        collectingAtMs,
        // A time of collection that was waiting for its label to be proven anew is none.
        collectedAtMs: visit.deskState === 'collected' ? collectedAtMs : null,
        leftAtMs: nowMs,
      };
  }
}
