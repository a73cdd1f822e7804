// Looks at an appointment before it is changed. The service reads none by its own id, so a registration has to lead to it.
import type { AppError } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { registrationOfAppointment } from '../../store/mirror/pull-needs.ts';
import { outcomeOf } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';

/** `appointment`: as its registration shows it now, null when no registration leads to it. `failed`: it could not be read. */
export type Looked = { readonly appointment: Appointment | null } | { readonly failed: AppError };

/**
 * The appointment (service's id) as it stands at the service now.
 *
 *     const seen = await lookAtAppointment(attempt, serverId);
 *     if ('failed' in seen) return firstLookFailed(attempt, seen.failed);
 */
export async function lookAtAppointment(
  { db, gateway }: Pick<Attempt, 'db' | 'gateway'>,
  serverId: string,
): Promise<Looked> {
  const id = registrationOfAppointment(db, serverId);
  if (id === null) return { appointment: null };
  const read = await outcomeOf(gateway.call('registrations.appointment', { params: { id } }));
  if (!read.ok) return read.error.kind === 'not-found' ? { appointment: null } : { failed: read.error };
  // A registration that was given another appointment meanwhile says nothing about this one.
  return { appointment: read.value.value.id === serverId ? read.value.value : null };
}
