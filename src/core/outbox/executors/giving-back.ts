// Whether this desk is just making a slot free. Changes of different appointments may arrive in either order, so the one who has a slot may
// be this desk itself, for a moment yet: then nobody has to be asked about it.
import type { OutboxState } from '../../../domain/outbox-state.ts';
import { isSamePlace } from '../../store/mirror/appointment-place.ts';
import type { Place } from '../../store/mirror/appointment-place.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import { listRowsOfSubjects, listSubjectsOfOpenRows, waitingForAPerson } from '../../store/outbox/outbox.ts';
import type { OutboxRow } from '../../store/outbox/outbox.ts';
import type { Attempt } from '../attempt.ts';

/** The changes that make an appointment's slot free. */
const GIVES_BACK: readonly string[] = ['appointment.release', 'appointment.cancel', 'appointment.move'];
/** One that waits for a person, or for another that does, may never go. */
const ON_THEIR_WAY: readonly OutboxState[] = ['pending', 'sending', 'unknown'];

/** A move that was refused waits itself: two that wait for each other's slot would do so for ever. */
const isOnItsWay = ({ kind, state, lastError }: OutboxRow): boolean =>
  GIVES_BACK.includes(kind) && ON_THEIR_WAY.includes(state) && lastError?.kind !== 'conflict';

/**
 * Whether a change of another appointment is on its way that makes the slot at this place free. Ask before the slot is asked for and once it
 * was refused: in between such a change may have been carried out, or begun.
 */
export function isBeingGivenBack({ db, row }: Pick<Attempt, 'db' | 'row'>, place: Place): boolean {
  const subjects = GIVES_BACK.flatMap((kind) => listSubjectsOfOpenRows(db, kind)).filter(
    (subjectId) => subjectId !== row.subjectId,
  );
  const onTheirWay = listRowsOfSubjects(db, subjects).filter(isOnItsWay);
  const stuck = waitingForAPerson(
    db,
    onTheirWay.map(({ sequence }) => sequence),
  );
  const leaving = onTheirWay.filter(({ sequence }) => !stuck.has(sequence)).map(({ subjectId }) => subjectId);
  return [...readAppointments(db, leaving).values()].some(({ locationId, startsAtMs, movedFrom }) =>
    isSamePlace(movedFrom ?? { locationId, startsAtMs }, place),
  );
}
