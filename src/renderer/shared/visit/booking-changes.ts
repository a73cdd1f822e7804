// What changed of a booking while a question about it was open, in whole sentences. Pure.
import type { Input } from '../../../contract/index.ts';
import type { VisitRow } from '../../../contract/views.ts';
import { namedOf } from '../../../domain/person.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { isSamePerson } from '../people/same-person.ts';
import { visitName } from './visit-words.ts';

type Booking = Pick<VisitRow, 'appointment' | 'person' | 'merelyHeld' | 'locationId' | 'locationName'>;

/** The service has no such appointment any more. */
export const GONE_WORDS =
  'The service has no such appointment any more: it was cancelled there, or another one was booked.';

/** Whether a question about the booking is the same: whose it is, when, where, and whether the service still has it. */
export function isSameBooking(one: Booking, other: Booking): boolean {
  return (
    isSamePerson(one.person, other.person) &&
    one.locationId === other.locationId &&
    one.appointment?.startsAtMs === other.appointment?.startsAtMs &&
    one.appointment?.gone === other.appointment?.gone
  );
}

/** What was decided by, for the engine to compare; null where there is no appointment. */
export function shownBooking({ person, appointment }: Booking): Input<'visits.cancelAppointment'>['shown'] {
  if (appointment === null) return null;
  const { startsAtMs } = appointment;
  return { person: person && { patientId: person.id, ...namedOf(person) }, startsAtMs };
}

/** @example bookingChanges(seen, visit, 'Europe/London') // ['It is on 03-Mar-2026 at 09:10 at Marylebone now.'] */
export function bookingChanges(seen: Booking, now: Booking, timeZone: string): string[] {
  const lines: string[] = [];
  if (!isSamePerson(seen.person, now.person)) lines.push(`It is the appointment of ${visitName(now)} now.`);
  const { appointment } = now;
  if (!appointment) return lines;
  if (seen.appointment?.startsAtMs !== appointment.startsAtMs || seen.locationId !== now.locationId) {
    const { date, time } = shownClockAt(appointment.startsAtMs, timeZone);
    const place = now.locationName === null ? '' : ` at ${now.locationName}`;
    lines.push(`It is on ${formatDate(date)} at ${time}${place} now.`);
  }
  if (appointment.gone && seen.appointment?.gone !== true) lines.push(GONE_WORDS);
  return lines;
}
