// What waits in the outbox, in words. A kind or state that is new is shown as it is.
import type { OutboxRowView } from '../../../contract/views.ts';

const KINDS: Readonly<Record<string, string>> = {
  'patient.create': 'New person',
  'appointment.hold': 'Hold a slot',
  'appointment.confirm': 'Confirm the appointment',
  'appointment.release': 'Give a slot back',
  'appointment.assign': 'Say who the appointment is for',
  'registration.create': 'Register for a test',
  'registration.assign': 'Assign the patient',
};

export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll(/[-._]/g, ' ');
}

const STATES: Readonly<Record<OutboxRowView['state'], string>> = {
  pending: 'To be sent',
  waiting: 'Waits for an earlier change',
  sending: 'Being sent',
  unknown: 'Being checked: the answer was lost',
  confirmed: 'Done',
  conflict: 'Differs from the service',
  refused: 'Refused by the service',
  'needs-human': 'A person must decide',
  cancelled: 'Cancelled',
  discarded: 'Given up',
};

export function outboxStateWords(state: OutboxRowView['state']): string {
  return STATES[state];
}

/** What an empty outbox means, and no more: much of what a desk keeps is never meant for the service. */
export function reachedWords({ unsent, givenUp }: { unsent: number; givenUp: number }): string {
  if (unsent > 0) return 'Nothing to show here; what waits is under “Not done yet”.';
  const kept = 'Arrivals, identity checks, labels and collections are kept at this desk.';
  if (givenUp === 0) return `Every change meant for the service has reached it. ${kept}`;
  const changes = givenUp === 1 ? '1 change was' : `${givenUp} changes were`;
  return `${changes} given up here and never reached the service; every other one meant for it has. ${kept}`;
}

const NEEDS_PERSON: readonly OutboxRowView['state'][] = ['conflict', 'refused', 'needs-human'];

export function needsPerson(row: OutboxRowView): boolean {
  return NEEDS_PERSON.includes(row.state);
}
