// Appointments that name nobody although their registration has its patient: people at the desk say whose they are, and the
// end of the day is compared with it. Sometimes somebody else names another patient at the service first.
import { readAppointments } from '../../../src/core/store/mirror/appointment-records.ts';
import { isSameRecord, serverIdOf } from '../../../src/core/store/outbox/id-map.ts';
import { listRowsOfSubjects } from '../../../src/core/store/outbox/outbox.ts';
import { MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import type { SimulatedDay } from './simulated-day.ts';
import { SERVICE_START_MS } from './simulated-service.ts';
import type { SimAppointment, SimRegistration } from './simulated-service.ts';

/** Nobody else of a simulated day has this slot. */
const STARTS_AT_MS = SERVICE_START_MS + 130 * MINUTE_MS;

/** Plans it for half of all days. Everything begins in the first minutes. */
export function planAppointmentOwner(day: SimulatedDay): void {
  const { owners: random, service } = day;
  if (!random.chance(0.5)) return;
  const patient = service.addPatient({ last_name: 'Unnamed-there', date_of_birth: '1966-06-06' });
  const other = service.addPatient({ last_name: 'Named-instead', date_of_birth: '1967-07-07' });
  const appointment = service.addAppointment({
    startsAtMs: STARTS_AT_MS,
    confirmed: true,
    ours: false,
    patient_id: null,
  });
  const registration = service.addRegistration({ patient_id: patient.id, appointment_id: appointment.id });
  const atMs = random.between(0, TROUBLE_MS * 0.7);
  if (random.chance(0.3)) {
    day.time.at(atMs * random.fraction(), () => {
      appointment.patient_id = other.id;
      day.appointmentsOfOthers.set(appointment.id, other.id);
    });
  }
  void sayWhose(day, { registration, appointment, atMs });
}

async function sayWhose(
  day: SimulatedDay,
  of: { readonly registration: SimRegistration; readonly appointment: SimAppointment; readonly atMs: number },
): Promise<void> {
  await day.later(of.atMs);
  const registrationId = of.registration.id;
  for (let tries = 0; tries < 20; tries += 1) {
    const shown = await day.ask('registrations.get', { registrationId });
    const known = shown?.appointment?.known;
    if (shown?.person && known) {
      // Whoever sees somebody else there rings the laboratory.
      if (!known.differs || known.patientId !== null) return;
      const said = await day.press('registrations.assignAppointment', {
        registrationId,
        seenPatientId: shown.person.id,
        seenAppointmentPatientId: null,
      });
      if ('value' in said) day.appointed.set(of.appointment.id, shown.person.id);
      return;
    }
    await day.later(day.owners.between(5_000, 40_000));
  }
}

/** Broken promises about it: said and not told, told and not shown, or somebody else's name overwritten. */
export function appointmentOwners(day: SimulatedDay): string[] {
  const { store, service } = day;
  if (!store) return [];
  const broken: string[] = [];
  for (const [appointmentId, patientId] of day.appointed) {
    const truth = service.appointments.get(appointmentId);
    const row = listRowsOfSubjects(store.db, [appointmentId]).at(-1);
    const others = day.appointmentsOfOthers.get(appointmentId);
    if (!truth || !row) {
      broken.push(`said whose it is, and vanished: ${appointmentId}`);
      continue;
    }
    if (others !== undefined) {
      if (truth.patient_id !== others) broken.push(`somebody else's name was overwritten: ${row.id}`);
      continue;
    }
    if (row.state !== 'confirmed') continue;
    if (truth.patient_id !== serverIdOf(store.db, 'patient', patientId)) {
      broken.push(`called told, and is not: ${row.id}`);
    }
    const shown = readAppointments(store.db, [appointmentId]).get(appointmentId);
    if (!isSameRecord(store.db, 'patient', shown?.patientId ?? null, patientId)) {
      broken.push(`shows another person than was said: ${appointmentId}`);
    }
  }
  return broken;
}
