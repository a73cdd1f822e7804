// What is said of each kind of change where a person has to decide about it, or has. Exhaustive by type.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';

type Kind = OutboxRowView['kind'];

export interface KindWords {
  /** What it is called within a sentence. */
  readonly thing: string;
  /** What it means that the service said no. */
  readonly refused: string;
  /** What is otherwise at the service. */
  readonly conflict: string;
  /** What a person has to find out or decide. */
  readonly undecided: string;
  /** What it means to give it up. */
  readonly givenUp: string;
}

export const NOT_DONE = 'Nothing of it was done.';

/** What is said of every kind of change. */
export const WORDS: Readonly<Record<Kind, KindWords>> = {
  'patient.create': {
    thing: 'creating this person',
    refused: `The service did not take the person as they were entered. ${NOT_DONE} Correct what is wrong, and send it again.`,
    conflict: 'The service has a person like this already.',
    undecided:
      'The service may know this person already, and only you can say whether it is the same person.',
    givenUp: 'The service never gets this person; what was made for them must be sorted out by hand.',
  },
  'appointment.hold': {
    thing: 'holding the slot',
    refused: `The service did not hold the slot. ${NOT_DONE} Hold another one.`,
    conflict:
      'The slot is taken or gone. Its visit asks for another one, or whether to take it all the same.',
    undecided: 'The slot could not be held as it was asked for. Give this up, and hold another one.',
    givenUp: 'No slot is held; a hold that was made all the same ends by itself after ten minutes.',
  },
  'appointment.confirm': {
    thing: 'confirming the appointment',
    refused: `The service did not confirm the appointment. ${NOT_DONE}`,
    conflict:
      'The hold had ended, or the service has the appointment otherwise. Give this up, and book the person again.',
    undecided: 'It could not be confirmed. Look whether the person still has a slot, and book again if not.',
    givenUp:
      'The appointment is not confirmed by this desk; its slot becomes free again. A booking for another day whose slot is gone ends with it: no registration is made.',
  },
  'appointment.release': {
    thing: 'giving the slot back',
    refused: 'The service did not take the slot back, so it may still be taken.',
    conflict: 'The service does not know the appointment any more; somebody else may have cancelled it.',
    undecided:
      'The slot could not be given back. A slot that is merely held is free again after ten minutes.',
    givenUp: 'The slot stays taken at the service until somebody frees it there.',
  },
  'appointment.cancel': {
    thing: 'cancelling the appointment',
    refused:
      'The service did not cancel the appointment, so it stands. Ring the laboratory, or send it again.',
    conflict: 'The service would not cancel the appointment as it is now, so it stands.',
    undecided: 'The appointment could not be cancelled, so it stands.',
    givenUp:
      'The appointment stays as the service has it. Somebody whose visit was cancelled here is expected for it again, unless it is gone or somebody else’s by now.',
  },
  'appointment.move': {
    thing: 'moving the appointment',
    refused: 'The service did not move the appointment, so it stands where it was. Choose another slot.',
    conflict:
      'The slot is somebody else’s, or the appointment is at another place than was seen here. It stands where the service has it.',
    undecided: 'The appointment could not be moved. Look where the service has it, and move it again.',
    givenUp: 'The appointment stays where the service has it.',
  },
  'appointment.assign': {
    thing: 'saying who the appointment is for',
    refused: `The service did not take the person for this appointment. ${NOT_DONE}`,
    conflict: 'The service has the appointment for somebody else. Find out whose it is.',
    undecided: 'It could not be said whose appointment it is.',
    givenUp: 'The service keeps the appointment as it has it.',
  },
  'registration.create': {
    thing: 'the registration',
    refused: `The service did not take the registration. ${NOT_DONE}`,
    conflict:
      'The service has made a registration that differs from what was asked for, or has another one under this reference. It is not sent again: that could make one more. Look for it among the person’s and ask the laboratory, then look again or give this up.',
    undecided: 'The registration could not be made.',
    givenUp: 'No registration is made by this desk.',
  },
  'registration.assign': {
    thing: 'assigning the patient',
    refused: `The service did not take this patient for the registration. ${NOT_DONE}`,
    conflict: 'The service has another patient on the registration. Find out whose it is before you go on.',
    undecided: 'The patient could not be assigned.',
    givenUp: 'The service keeps the patient whom it has.',
  },
  'registration.update': {
    thing: 'changing the mobile number or the reference',
    refused: `The service did not take the number or the reference. ${NOT_DONE}`,
    conflict:
      'The registration has another patient or another reference at the service than was seen here, or the reference is in use, or the service did not keep what it took. Look at it before you go on.',
    undecided: 'The number or the reference could not be changed.',
    givenUp: 'The service keeps the number and the reference that it has.',
  },
  'registration.retest': {
    thing: 'the retest',
    refused: 'The service made no retest.',
    conflict: 'The service made no retest of this registration as it is now.',
    undecided:
      'Nobody knows whether the service ordered the retest, because no clear answer came. A second request would be a second retest, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A retest that was ordered all the same stays.',
  },
  'registration.sendCompleteEmail': {
    thing: 'the e-mail',
    refused: 'The service sent no e-mail.',
    conflict: 'The service sent no e-mail: a patient is assigned to the registration already.',
    undecided:
      'Nobody knows whether the e-mail was sent, because no clear answer came. Nothing that can be read tells it: ask the person whether they got it.',
    givenUp: 'This desk does not send it again. An e-mail that left all the same is not called back.',
  },
  'order.create': {
    thing: 'placing the order',
    refused: `The service did not take the order. ${NOT_DONE} Give it up and build it again with what is right.`,
    conflict: 'The service placed no order: the time is taken, or the customer’s reference is in use.',
    undecided:
      'Nobody knows whether the service placed the order, because no clear answer came. A second request could be a second order, so the desk does not send one by itself.',
    givenUp: 'This desk does not place it. An order that was placed all the same stays.',
  },
  'order.cancel': {
    thing: 'cancelling the order',
    refused: 'The service did not cancel the order, so it stands.',
    conflict: 'The service does not know the order, or shows it as before. Look at it before you go on.',
    undecided: 'The order could not be cancelled, so it stands.',
    givenUp: 'The order stands at the service.',
  },
  'order.refund': {
    thing: 'asking for the money back',
    refused: 'The service did not take the request for a refund, so nothing is paid back.',
    conflict: 'The service took no request for a refund of this order as it is now.',
    undecided:
      'Nobody knows whether the refund was asked for, because no clear answer came. A second request could pay back twice, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A refund that was asked for all the same stays.',
  },
  'order.reship': {
    thing: 'having the order sent again',
    refused: 'The service does not send the order again.',
    conflict: 'The service does not send this order again as it is now; it may be cancelled.',
    undecided:
      'Nobody knows whether the service sends the order again, because no clear answer came. A second request could be a second parcel, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A parcel that was prepared all the same is sent.',
  },
  unknown: {
    thing: 'this change',
    refused: `The service refused it. ${NOT_DONE}`,
    conflict: 'The service has it otherwise.',
    undecided:
      'Another version of the desk saved it, and this one cannot send it. Use that version, or give it up.',
    givenUp: 'The service never learns of it from this desk.',
  },
};

/** What giving up leaves behind where the service does not have the record any more: nothing of it stays or stands there. */
const GIVEN_UP_GONE: Readonly<Partial<Record<Kind, string>>> = {
  'appointment.move': 'The service has no such appointment.',
  'appointment.assign': 'The service has no such appointment.',
  'registration.assign': 'The service does not know the registration or the patient.',
  'registration.update': 'The service does not know the registration or the patient.',
  'order.cancel': 'The service has no such order.',
};

/** What it means to give the change up, or that it was given up. */
export function givenUpWords({ kind, difference }: Pick<OutboxRowView, 'kind' | 'difference'>): string {
  const gone = difference?.what === 'gone' ? GIVEN_UP_GONE[kind] : undefined;
  return gone ?? WORDS[kind].givenUp;
}
