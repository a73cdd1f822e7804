// Whose an appointment is, compared with the patients of the registrations that it is for.
import type { IsSamePatient } from '../../../domain/identity.ts';
import type { AppointmentRecord } from '../../store/mirror/appointment-records.ts';

interface HasPatient {
  readonly patientId: string | null;
}

/** Whether the appointment has a slot, so that it matters whose it is: one that was given back belongs to nobody. */
export function doesStand({ state }: Pick<AppointmentRecord, 'state'>): boolean {
  return state !== 'released' && state !== 'taken';
}

/** Whether the service names another patient on the appointment than on all of the registrations; one of them is wrong. */
export function isOfAnother(
  appointment: AppointmentRecord | null,
  registrations: readonly HasPatient[],
  isSamePatient: IsSamePatient,
): boolean {
  const appointed = appointment?.patientId ?? null;
  if (appointment === null || appointed === null || !doesStand(appointment)) return false;
  const owners = registrations.flatMap(({ patientId }) => patientId ?? []);
  return owners.length > 0 && owners.every((owner) => !isSamePatient(owner, appointed));
}

/** Whether the appointment names nobody although one of the registrations has its patient. */
export function lacksPatient(
  appointment: AppointmentRecord | null,
  registrations: readonly HasPatient[],
): boolean {
  if (appointment === null || appointment.patientId !== null || !doesStand(appointment)) return false;
  return registrations.some(({ patientId }) => patientId !== null);
}
