// What the service has instead of what a change was made for, and what a person does then.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { Difference } from '../../../domain/difference.ts';
import { formatDate } from '../../../domain/site-time.ts';

type Kind = OutboxRowView['kind'];

/** What is gone, and what follows. */
const GONE: Readonly<Partial<Record<Kind, string>>> = {
  'appointment.confirm':
    'The service does not have the appointment any more: its hold had ended, or somebody cancelled it. Give this up, and book the person again.',
  'appointment.move':
    'The service does not have the appointment any more; somebody else may have cancelled it. Nothing was moved. Give this up, and book the person anew if they still come.',
  'appointment.assign':
    'The service does not have the appointment any more; somebody else may have cancelled it. Give this up.',
  'registration.assign':
    'The service does not know the registration or the patient any more. Nothing was changed. Ask the laboratory what became of it.',
  'registration.update':
    'The service does not know the registration or the patient any more. Nothing was changed. Ask the laboratory what became of it.',
  'registration.retest':
    'The service does not know the registration any more, so it made no retest. Ask the laboratory what became of it.',
  'registration.sendCompleteEmail':
    'The service does not know the registration any more, so it sent no e-mail. Ask the laboratory what became of it.',
  'order.cancel': 'The service does not know the order any more. Ask the laboratory what became of it.',
  'order.refund':
    'The service does not know the order any more, so nothing is paid back. Ask the laboratory what became of it.',
  'order.reship':
    'The service does not know the order any more, so nothing is sent again. Ask the laboratory what became of it.',
};

/**
 * In whole sentences; null where only the words of the kind are right.
 *
 *     differenceWords('registration.update', { what: 'reference', there: 'CRM-7', asked: 'CRM-8' })
 */
export function differenceWords(kind: Kind, difference: Difference): string | null {
  switch (difference.what) {
    case 'gone':
      return GONE[kind] ?? null;
    case 'patient-unknown':
      return 'The service has the appointment, but does not know the patient any more: the laboratory may have merged or removed their record. Find the person again, or enter them anew, then give this up and book them again.';
    case 'taken':
      return 'Somebody else has the slot by now, so the appointment stands where it was. Move it to another slot; this change ends by itself then.';
    case 'in-use':
      return `Another registration has the reference ${difference.reference} at the service. Nothing was changed. Give this up, and enter another reference.`;
    case 'reference':
      return `Somebody else has changed the reference meanwhile: the service has ${difference.there ?? 'none'}, and ${difference.asked} was asked for here. Nothing was changed. Put yours in its place, or give this up and theirs stays.`;
    case 'not-kept':
      return `The service took the reference ${difference.asked}, and still has ${difference.there ?? 'none'}. Send it again, or give this up and ask the laboratory why it does not keep it.`;
    case 'patient-not-kept':
      return `The service took this patient for the registration, and still has ${whoWords(difference.name)} on it. Send it again, or give this up and ask the laboratory why it does not keep it.`;
    case 'patient':
      return patientWords(kind, difference.name);
    case 'place':
      return placeWords(kind, difference);
  }
}

const whoWords = (name: string | null): string =>
  name === null ? 'nobody' : name === '' ? 'somebody else' : name;

function patientWords(kind: Kind, name: string | null): string {
  const who = whoWords(name);
  switch (kind) {
    case 'appointment.confirm':
      return `The service has confirmed the appointment for ${who}. Find out whose it is: if it is theirs, give this up, and book the person of this visit again.`;
    case 'appointment.assign':
      return `Meanwhile the service has the appointment for ${who}. Nothing was changed. Find out whose it is: give this up if that is right, or else give it up and assign the appointment again.`;
    case 'appointment.cancel':
      return `Meanwhile the service has the appointment for ${who}, so it was not cancelled. Find out whose it is: give this up, and the appointment stands. If the visit here is theirs now, expect the person again.`;
    case 'appointment.move':
      return `Meanwhile the service has the appointment for ${who}, so it was not moved. Find out whose it is: give this up, and move it again if it is to be moved for them.`;
    case 'registration.assign':
      return `Meanwhile the service has ${who} on the registration. Nothing was changed. Find out whose it is before you go on: give this up if that is right, or else give it up and assign the patient again.`;
    default:
      return `Meanwhile the service has ${who} on the registration, not the person who was seen here. Nothing was changed. Find out whose it is: give this up, and change it again from the registration if need be.`;
  }
}

function placeWords(kind: Kind, { date, time, location }: Difference & { readonly what: 'place' }): string {
  const where = `${formatDate(date)} at ${time}${location === null ? '' : `, ${location}`}`;
  if (kind === 'appointment.confirm') {
    return `The service has confirmed the appointment for ${where}, not as it was held. Ask whether the person can come then: if so, send it again; if not, give this up, and book them again.`;
  }
  return kind === 'appointment.cancel'
    ? `Somebody else has moved the appointment meanwhile, to ${where}. It was not cancelled. Ask whether the person still comes: if not, cancel it all the same; if so, give this up.`
    : `Somebody else has moved the appointment meanwhile, to ${where}. It stays there until you decide: move it all the same to where it was to go, or give this up.`;
}
