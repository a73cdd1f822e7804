// The activity's kinds in words. A kind that is not listed is shown as it is: the record is never hidden.
import type { ActivityView } from '../../../contract/views.ts';
import { identifierWords } from './identifier-words.ts';
import { isDeskState, STATE_TEXT } from './state-words.ts';

const KINDS: Readonly<Record<string, string>> = {
  'checked-in': 'Checked in',
  'patient-assigned': 'Patient assigned',
  moved: 'Moved',
  collected: 'Collected',
  'label-queued': 'Label queued for the printer',
  'label-reprint-queued': 'Label queued to be printed again',
  'label-sent': 'Printer took the label',
  'label-sent-unacknowledged': 'Label handed to the printer, which has not said that it took it',
  'label-unsure': 'Connection broke while the label was sent: it may have been printed',
  'label-not-sent': 'Label not sent to the printer',
  'label-held-back': 'Label not sent: no longer right for the person',
  'label-verified': 'Label scanned back',
  'label-refused': 'Wrong label refused',
  'slot-held': 'Slot held',
  'slot-released': 'Slot given back',
  'walk-in-confirmed': 'Walk-in confirmed',
  'staff-added': 'Initials added',
  'patient-created': 'Person created',
  'location-chosen': 'Location chosen',
};

export function activityWords(kind: string): string {
  const known = KINDS[kind];
  if (known !== undefined) return known;
  const words = kind.replaceAll(/[-._]/g, ' ');
  return words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1);
}

/** Details worth reading; record ids and what is null are left out. */
export function detailWords(detail: ActivityView['detail']): string {
  const from = detail['from'];
  const to = detail['to'];
  if (isDeskState(from) && isDeskState(to)) return `from ${STATE_TEXT[from]} to ${STATE_TEXT[to]}`;
  const identifiers = detail['identifiers'];
  const named =
    typeof identifiers === 'string'
      ? { identifiers: identifiers.split(', ').map(identifierWords).join(', ') }
      : {};
  const shown: ActivityView['detail'] = { ...detail, ...named };
  const parts = (['code', 'identifiers', 'reason', 'relaxedReason', 'printer', 'initials'] as const)
    .map((name) => shown[name])
    .filter((value) => typeof value === 'string' && value !== '');
  return parts.join(' · ');
}
