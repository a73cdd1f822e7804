// What has happened to a registration, and what is still to come, in order. Pure.
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';
import { formatDate, isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { statusWords } from '../../shared/registration/status-words.ts';
import { SLOT_STATE_WORDS } from '../../shared/slots/slot-state-words.ts';

export interface TimelineStep {
  readonly words: string;
  /** `15-Mar-2026`, with the time where it is known; null while it has not happened, or nobody said when. */
  readonly when: string | null;
  readonly done: boolean;
}

type Told = Pick<
  RegistrationDetailView,
  | 'createdOn'
  | 'patientRegisteredOn'
  | 'person'
  | 'appointment'
  | 'visit'
  | 'resultsReady'
  | 'completedAt'
  | 'status'
  | 'serviceId'
  | 'gone'
  | 'unread'
>;

/** `nowMs`: by the service's clock. */
export function timelineOf(told: Told, timeZone: string, nowMs: number): TimelineStep[] {
  const at = (instantMs: number): string => {
    const { date, time } = shownClockAt(instantMs, timeZone);
    return `${formatDate(date)} ${time}`;
  };
  const on = (date: string | null): string | null => (date === null ? null : formatDate(date));
  const { visit, appointment } = told;
  // One that the service made has its id there also while nothing of it is kept here.
  const isMade = told.serviceId !== null || told.gone || told.unread;
  const steps: TimelineStep[] = [
    {
      words: isMade ? 'Created' : 'Made at this desk, not sent yet',
      when: on(told.createdOn),
      done: isMade,
    },
    {
      words: told.person ? 'Patient registered' : 'No patient yet',
      when: on(told.patientRegisteredOn),
      done: told.person !== null,
    },
  ];
  if (appointment) {
    const known = appointment.known;
    const isBooked = known?.state === 'confirmed';
    // Booked is not been to: beside the day of tomorrow a tick would say that they had come.
    const isToCome = isBooked && known.startsAtMs > nowMs;
    // Beside the bare word nobody could tell one that was given back from one that they have been to.
    const stands = isToCome ? 'still to come' : known && SLOT_STATE_WORDS[known.state];
    const words = known?.locationName != null ? `Appointment at ${known.locationName}` : 'Appointment';
    steps.push({
      words: stands == null ? words : `${words}, ${stands}`,
      when: known ? at(known.startsAtMs) : null,
      done: isBooked && !isToCome,
    });
  }
  if (visit?.arrivedAtMs != null)
    steps.push({ words: 'Checked in at this desk', when: at(visit.arrivedAtMs), done: true });
  steps.push(
    visit?.collectedAtMs != null
      ? { words: 'Collected at this desk', when: at(visit.collectedAtMs), done: true }
      : { words: 'Not collected at this desk', when: null, done: false },
  );
  if (told.completedAt !== null) {
    steps.push({
      words: `Finished by the laboratory: ${statusWords(told.status).words}`,
      when: completed(told.completedAt, at),
      done: true,
    });
  } else steps.push({ words: 'Not finished by the laboratory', when: null, done: false });
  return steps;
}

/** The service does not say in which form it writes this time; what is no time is shown as it came. */
function completed(text: string, at: (instantMs: number) => string): string {
  if (isCalendarDate(text)) return formatDate(text);
  const instantMs = Date.parse(text);
  return Number.isNaN(instantMs) ? text : at(instantMs);
}
