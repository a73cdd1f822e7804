// What was refused at a field, in words. Pure.
import { fieldName } from './field-name.ts';
import { TOO_LONG_TO_FIND } from './too-long-to-find.ts';

const NAME_NOT_WRITABLE =
  'The label printer cannot write {letters} in this name, and a label needs the whole name. Ask the laboratory to enter the name in Latin letters: this desk reads the change by itself, and prints then. Do not take the sample before the label is printed.';

/** What the engine refuses, by `field: code`. Anything else is the service’s own wording, shown as it came. */
const REFUSALS: Readonly<Record<string, string>> = {
  'document: of-somebody-else':
    'The service sent a document of somebody else. It is not shown. Ask again in a moment; tell the laboratory if it stays so.',
  'document: not-read':
    'This desk could not read whose document this is, so it is not used. Try again in a moment; tell the laboratory if it stays so.',
  'document: opens-with-password':
    'The service sent a document that is locked with a password, so it is neither shown nor printed. Ask the laboratory for another.',
  'document: no-patient':
    'No patient is assigned to this registration, and the service makes this document for a patient only. Assign the patient first.',
  'badge: in-use': 'Somebody else has this badge. Take it away there first.',
  'at: shut-out': 'This desk was shut out. Choose where the printer stands now.',
  'printerId: cannot-print': 'This printer does not print such papers. Choose another one.',
  'printerId: other-settings':
    'It was made for other settings of its printer, so it is not sent again. Print it anew from where it was.',
  'job: not-right':
    'What it prints is not right any more: its person or its code has changed, they have left, no sample is taken, or the label was scanned back or printed again since. Cancel it, and print from the visit what is still missing.',
  'label: being-printed':
    'This label is being printed just now. Wait until it has come out, then destroy it and say so.',
  'printer: no-office': 'This desk has no office printer. Print it another way.',
  'form: there': 'The laboratory’s own form can be had after all. Print that one.',
  'document: damaged':
    'The document is damaged, so it was not sent to the printer. Ask the service for it again; tell the laboratory if it stays so.',
  'document: locked':
    'The document is locked with a password, so it was not sent to the printer. Ask the laboratory for another.',
  'document: larger-than-a4':
    'A page of the document is larger than A4, so a part of it would be missing. It was not sent to the printer. Open it, and print it another way.',
  'document: too-large': 'The document is larger than any form or report, so it was not sent to the printer.',
  'document: too-many-pages':
    'The document has more than 60 pages, so it was not sent to the printer. Open it, and print the pages you need another way.',
  'document: too-slow':
    'The document takes too long to open, so it was not sent to the printer. Try again in a moment.',
  'document: said-not-ready':
    'The laboratory may have taken these results back, so this report is not put on paper. Ask the service again once it answers, or ask the laboratory.',
  'document: no-results': 'The service has no document of results yet.',
  'document: not-there': 'The service has no such document for this registration. Ask the laboratory for it.',
  'url: changed-meanwhile':
    'Events went to another address since this was read. Look where they go now, and decide again.',
  'document: person-in-doubt':
    'It is not certain whose results these are, so they are not shown. Their results screen says why.',
  'text: too-long': TOO_LONG_TO_FIND,
  'patient: missing': 'Assign the patient first.',
  'patient: contested':
    'The service and this desk do not agree whose registration this is. Wait until its change under Outbox is done, or decide it there.',
  'patient: in-doubt':
    'The service’s records do not agree about this person. Ask the person, and confirm on the visit what they state.',
  'confirmedAs: missing':
    'The service’s records do not agree about this person. Choose the name and date of birth that they state.',
  'identifiers: differing-part': 'Ask for what the records differ in: the name, the date of birth, or both.',
  'patient: appointment-of-another':
    'The appointment is for another patient than the registration. Ask the laboratory which is right.',
  'patientId: appointment-of-another':
    'The appointment is for another patient. Choose that one, or ask the laboratory which is right.',
  'patient: two-people':
    'This visit has registrations of two different people. Have one of them taken off at the laboratory, then go on.',
  'identity: not-confirmed': 'Confirm the identity first.',
  'labels: destroy-first': 'Destroy the labels that must not be used any more, and say so, first.',
  'code: of-two-people':
    'This code belongs to two patients. Do not use it: ask the laboratory which of them it is for.',
  'visit: not-here': 'Labels are printed only for somebody who is here.',
  'appointment: not-confirmed':
    'The service has not confirmed this appointment yet. Wait until it has, or give the slot back.',
  'patient: same-person': 'The appointment is this person’s already. Nothing was changed.',
  'appointment: not-known': 'No appointment of this registration is known here yet.',
  'appointment: gone': 'The appointment was cancelled, or its slot was given back. Book the person again.',
  'appointment: past': 'The time of this appointment has passed. Say that the person did not come instead.',
  'appointment: cancelled': 'The appointment of this visit was cancelled. Book the person again.',
  'visit: other-day': 'This visit is on another day. Nobody can be checked in for it today.',
  'visit: elsewhere':
    'This visit is at another location, and nothing is done about it from here. Open the visit: it says how it can be taken over.',
  'identifiers: differs': 'What the person stated differs from the record.',
  'identifiers: incomplete': 'What the person stated is not complete.',
  'identifiers: empty': 'Enter what the person stated.',
  'identifiers: not-on-record': 'The record has nothing to compare one of the identifiers with.',
  'identifiers: too-few': 'Two different identifiers are needed.',
  'labels: not-settled':
    'Say for each sample that it is not taken, or finish the collection: a sample is taken or still to be taken.',
  'registration: lost': 'The laboratory no longer has the registration of this visit: ask there first.',
  'labels: none-taken': 'No sample was taken. Choose “Left without a sample” instead.',
  'labels: printing-problem':
    'Printing a label needs attention. Look in the print queue what became of it; then print it again with “Reprint”, which takes a reason.',
  'labels: may-exist':
    'A label was cancelled but may have come out. Look for it and destroy it; then print it again with “Reprint”, which takes a reason.',
  'labels: printed-already':
    'Every label of this visit was printed or is on its way. To print one again choose “Reprint” beside it and give a reason.',
  'labels: none-needed': 'This visit has no registration, so it needs no label.',
  'labels: not-taken': 'No sample is taken for this label. Choose “Take it after all” first.',
  'note: missing': 'Say in your own words why no sample was taken.',
  'labels: not-verified': 'Scan each label back first.',
  'collectedAtMs: in-the-future': 'The time of collection cannot be in the future.',
  'collectedAtMs: before-arrival': 'The time of collection cannot be before the person arrived.',
  'reprintReason: missing': 'A reprint needs a reason.',
  'formCodeReason: missing':
    'The laboratory’s code could not be read yet. Wait for it, or say why the form’s code is printed in its place.',
  'code: not-known-yet': 'The service has not given this registration its code yet.',
  'lastName: not-writable': NAME_NOT_WRITABLE,
  'firstName: not-writable': NAME_NOT_WRITABLE,
  'name: missing': 'A label needs the name, and the service has none. Ask the laboratory to enter it.',
  'dateOfBirth: missing': 'A label needs the date of birth, and it is not known.',
  'dateOfBirth: not-plausible':
    'A label needs the date of birth, and the one on record cannot be right. Ask the laboratory to correct it; this desk reads the correction by itself.',
  'draft.dateOfBirth: not-plausible': 'Check the date of birth.',
  'startsAtMs: no-slot-now':
    'This location is booked by its slots, and none is free now or later today. Choose another day or another location.',
  'startsAtMs: slots-not-known':
    'This location is booked by its slots, and they have not been read yet. Try again when the service answers.',
  'productIds: needs-a-slot':
    'One of these tests is by appointment only: hold a slot of the timetable for it instead of the present moment.',
  'role: last-manager':
    'Nobody else is a site manager with a PIN, so nobody could look after people and PINs any more. Nothing was changed. Make somebody else a site manager first, and give them a PIN.',
  'initials: of-another':
    'Somebody of another name has these initials here, or had them before. Nothing was changed. Choose others; if they are yours, enter your name as it was entered then.',
  'initials: same': 'The second person is somebody else than you. Nothing was done.',
  'startsAtMs: same': 'The appointment is at that time and place already.',
  'startsAtMs: slot-past': 'That time has passed. Choose a later one.',
  'startsAtMs: day-not-read':
    'The slots of that day have not been read yet. Try again when the service answers.',
  'startsAtMs: no-slot': 'No slot begins at that time any more. Choose another one.',
  'startsAtMs: not-here':
    'The present moment can be booked only where this desk works. Choose a slot of the other location.',
  'startsAtMs: only-slots':
    'The service books a time without a slot at its main location only. Choose one of the slots that this location has, taken or free.',
  'initial_appointment: past':
    'The time of this order’s appointment has passed, so it was not sent now. If it was not placed before, give it up, and place it with another time.',
  'startsAtMs: past': 'The day of this slot is over. Choose another one.',
  'startsAtMs: not-now': 'A time outside the timetable must be the present one. Hold it again.',
  'rowId: kind': 'Only a new person can be corrected here. Send the change again, or give it up.',
  'sheet: not-whole': 'The text of the sheet did not come whole. Nothing was learned; scan the sheet again.',
  'sheet: too-long':
    'More came around the text than a scanner adds. Nothing was learned; scan the sheet again.',
  'sheet: too-slow': 'That was as slow as typing. Nothing was learned; scan the sheet again.',
  'sheet: other-layout':
    'The scanner is set to a keyboard of another country. Nothing was learned; set its keyboard to USA with the bar codes of its manual.',
  'sheet: in-numbers':
    'The scanner sends each character as Alt and a number. Nothing was learned; switch that off with the bar codes of its manual.',
  'sheet: old-sheet':
    'That is the sheet of an older version. Nothing was learned; scan the bars under Desk settings, or print the sheet anew.',
  'customer.customerId: unknown':
    'This desk does not know that customer. Choose another one, or enter a new one.',
  'items: currencies': 'The products of one order must have prices in the same currency. Place two orders.',
  'items: withdrawn':
    'The laboratory lists one of these products no more. Go on editing, take it out, and choose another one.',
  'madeId: kind': 'Only an order has an order of the service to name. Nothing was changed.',
  'productIds: withdrawn':
    'The laboratory lists one of these tests no more. Take it off the list, and choose another one.',
  'productIds: twice': 'A test was chosen twice. Choose each one once.',
  'patientId: same-person': 'This person has the registration already. Nothing was changed.',
  'registration: untaken':
    'The service has not confirmed that it made this registration. Decide it in the outbox first: press O for what needs a decision.',
  'registration: contested':
    'This desk and the service do not agree whose registration it is. Settle that first: press O for what needs a decision.',
  'kind: other': 'A printer keeps its kind. Remove it and add it anew instead.',
  'address: not-right': 'That is not the address of such a printer. Nothing was changed.',
  'name: in-use': 'Another printer has this name already. Choose another one.',
  'address: in-use': 'Another printer is at this address already. Change that one instead.',
  'foreignId: in-use': 'Another registration has this reference already. Nothing was changed.',
  'url: not-safe': 'Events may only go to an address that begins with https://, or to this very computer.',
  'url: not-an-address': 'That is not a whole web address. Nothing was changed.',
  'url: has-credentials': 'An address for events has no user name and password in it. Nothing was changed.',
  'scenario: unknown': 'The laboratory does not know such a scenario, biomarker list or timing.',
  'actor: unknown': 'Nobody with these initials works here. Choose who is working.',
};

/**
 * What is wrong with each field; null where nothing is said. `named`: what a field is called where that is known better than by its
 * path.
 * @example fieldWords({ 'product_ids.0': 'is no product' }) // 'product: is no product'
 */
export function fieldWords(
  fields: Readonly<Record<string, string>>,
  named: (path: string) => string | null = () => null,
): string | null {
  // Letters are no field of a form, but what the sentence about another field names.
  const { letters, ...others } = fields;
  const words = Object.entries(others).map(([field, problem]) => {
    const known = REFUSALS[`${field}: ${problem}`] ?? REFUSALS[`${field.split('.')[0] ?? ''}: ${problem}`];
    if (known !== undefined) return known.replace('{letters}', () => letters ?? 'every letter');
    if (problem === 'too-long')
      return 'What was entered is longer than anything of its kind can be. Shorten it.';
    // What the service says of the whole of it names no field.
    return field === ''
      ? `The service says: “${problem}”`
      : `${named(field) ?? fieldName(field)}: ${problem}`;
  });
  // Two fields may be wrong in the same way, and the sentence names neither.
  const all = [...new Set(words)];
  return all.length === 0
    ? null
    : all.map((each, at) => (at < all.length - 1 && !/[.!?”]$/.test(each) ? `${each};` : each)).join(' ');
}
