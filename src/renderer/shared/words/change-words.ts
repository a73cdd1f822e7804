// What each change to the service is called.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';

const CHANGE_WORDS: Readonly<Record<OutboxRowView['kind'], string>> = {
  'patient.create': 'New person',
  'appointment.hold': 'Hold a slot',
  'appointment.confirm': 'Confirm the appointment',
  'appointment.release': 'Give a slot back',
  'appointment.cancel': 'Cancel the appointment',
  'appointment.move': 'Move the appointment',
  'appointment.assign': 'Say who the appointment is for',
  'registration.create': 'Register for a test',
  'registration.assign': 'Assign the patient',
  'registration.update': 'Change the mobile number or the reference',
  'registration.retest': 'Ask for a retest',
  'registration.sendCompleteEmail': 'Send the e-mail for completing the registration',
  'order.create': 'Place the order',
  'order.cancel': 'Cancel the order',
  'order.refund': 'Ask for the money back',
  'order.reship': 'Have the order sent again',
  unknown: 'A change that another version of the desk made',
};

export function changeWords(kind: OutboxRowView['kind']): string {
  return CHANGE_WORDS[kind];
}

/** Whom or what a change is about; empty where nothing is known of it, but that somebody is to be registered. */
export function subjectWords({ kind, subject }: Pick<OutboxRowView, 'kind' | 'subject'>): string {
  return subject === '' && kind === 'registration.create'
    ? 'Somebody who is not known here any more'
    : subject;
}

/** The tests that a change registers somebody for: `Iron Check, Vitamin D`; empty for other changes. */
export function testWords({ tests }: Pick<OutboxRowView, 'tests'>): string {
  return tests.map((name) => name ?? 'a test that is not known here any more').join(', ');
}

/** `Register for a test (OLIVER, James: Iron Check)`: a change with all that it is about, for a sentence. */
export function wholeChangeWords(row: Pick<OutboxRowView, 'kind' | 'subject' | 'tests'>): string {
  const about = [subjectWords(row), testWords(row)].filter((part) => part !== '').join(': ');
  return `${changeWords(row.kind)}${about === '' ? '' : ` (${about})`}`;
}

/** For a record that was written by any version of the app: a kind that is not known is shown as it is. */
export function recordedChangeWords(kind: string): string {
  return Object.entries(CHANGE_WORDS).find(([known]) => known === kind)?.[1] ?? kind;
}
