// The state of an appointment, worked out from the service's record and the changes that wait.
import type { AppointmentState } from '../../../domain/appointment-state.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import type { OutboxRow } from '../outbox/outbox.ts';

/** Sent, to be sent, or in doubt: the person does not come in any case. */
const CANCELS: ReadonlySet<OutboxRow['state']> = new Set(['pending', 'sending', 'unknown', 'confirmed']);

type Standing = Pick<OutboxRow, 'kind' | 'state' | 'resolution'>;

/**
 * `body` is the service's record, null while it has none. `rows` are the changes of this appointment, in the order in
 * which they were saved.
 */
export function appointmentState(body: Appointment | null, rows: readonly Standing[]): AppointmentState {
  const newest = (kind: string): Standing | undefined => rows.findLast((row) => row.kind === kind);
  const release = newest('appointment.release');
  if (release && release.state !== 'discarded' && release.state !== 'cancelled') return 'released';
  const cancellation = newest('appointment.cancel');
  // A cancellation that the service refused leaves the appointment as it is, until a person decides.
  if (cancellation && CANCELS.has(cancellation.state)) return 'released';
  const hold = newest('appointment.hold');
  const confirmation = newest('appointment.confirm');
  if (hold) {
    switch (hold.state) {
      case 'pending':
      case 'sending':
        return 'requested';
      case 'unknown':
      case 'refused':
      case 'needs-human':
        return 'unsure';
      case 'conflict':
        return 'taken';
      case 'cancelled':
      case 'discarded':
        return 'released';
      case 'confirmed':
        break;
    }
  }
  if (confirmation?.state === 'confirmed' || body?.confirmed === true) return 'confirmed';
  if (confirmation?.state === 'conflict') {
    // It is held as long as holds are, and nobody else has it.
    return confirmation.resolution.patientUnknown === true ? 'unsure' : 'taken';
  }
  if (confirmation?.state === 'unknown' || confirmation?.state === 'needs-human') return 'unsure';
  const confirming = confirmation?.state === 'pending' || confirmation?.state === 'sending';
  return hold?.resolution.lapsed === true && !confirming ? 'released' : 'held';
}
