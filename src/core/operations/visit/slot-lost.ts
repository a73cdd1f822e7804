// A booking whose slot was not to be had: which change says so, and why. A person decides what becomes of it.
import type { SlotLoss } from '../../../domain/appointment-state.ts';
import type { Visit } from '../../store/desk/visits.ts';
import type { VisitRowState } from '../../store/outbox/outbox.ts';

export interface LostSlot {
  /** The change that waits for the decision. */
  readonly rowId: string;
  readonly why: SlotLoss;
}

/**
 * Null while the booking stands or is still being asked for. Somebody who is here gets a hold that ended again by itself, so
 * `gone` is said of bookings for another day or place only.
 */
export function slotLost(
  { bookedAhead, deskState }: Pick<Visit, 'bookedAhead' | 'deskState'>,
  openRows: readonly VisitRowState[],
): LostSlot | null {
  if (deskState === 'cancelled' || deskState === 'no-show') return null;
  for (const { id: rowId, kind, state, gone, doubted } of openRows) {
    if (kind === 'appointment.hold' && state === 'conflict') {
      return { rowId, why: doubted ? 'perhaps-own' : 'taken' };
    }
    if (kind === 'appointment.hold' && state === 'refused') return { rowId, why: 'refused' };
    if (kind === 'appointment.confirm' && state === 'conflict' && gone && bookedAhead) {
      return deskState === 'expected' ? { rowId, why: 'gone' } : null;
    }
  }
  return null;
}
