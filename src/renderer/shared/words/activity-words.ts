// The activity's kinds in words. A kind that is not listed is shown as it is: the record is never hidden.
import type { ActivityView } from '../../../contract/views.ts';
import { NOT_TAKEN_REASONS } from '../../../domain/sample.ts';
import { NOT_TAKEN_WORDS } from '../visit/sample-words.ts';
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
  'sample-not-taken': 'No sample taken',
  'sample-to-take': 'Sample to be taken after all',
  'labels-not-printed': 'Waiting labels withdrawn',
  'collection-reopened': 'Collecting again: a label must be proven anew',
  'confirmation-withdrawn': 'Identity must be confirmed again',
  'label-withdrawn': 'Label must not be used any more',
  'label-destroyed': 'Label destroyed',
  'label-refused': 'Wrong label refused',
  'slot-held': 'Slot held',
  'slot-released': 'Slot given back',
  'walk-in-confirmed': 'Walk-in confirmed',
  'staff-added': 'Initials added',
  'patient-created': 'Person created',
  'location-chosen': 'Location chosen',
};

/** How a label was proven: typing its code proves less, and is called so. Entries of old do not say, and were scans. */
const PROVEN: Readonly<Record<string, string>> = { typed: 'Label’s code typed, not scanned' };

export function activityWords(kind: string, detail: ActivityView['detail'] = {}): string {
  if (kind === 'label-verified') return PROVEN[String(detail['how'])] ?? 'Label scanned back';
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
  const changes = detail['changes'];
  if (typeof changes === 'string') return `${changeWords(changes)} changed`;
  const why = detail['why'];
  const reason = NOT_TAKEN_REASONS.find((known) => known === why);
  if (reason) {
    const note = detail['note'];
    return typeof note === 'string' ? `${NOT_TAKEN_WORDS[reason]}: ${note}` : NOT_TAKEN_WORDS[reason];
  }
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

/** Kinds of change as they are written down: separated by a comma and a blank. */
function changeWords(changes: string): string {
  return changes
    .split(', ')
    .map((change) => CHANGE_WORDS[change] ?? change)
    .join(', ');
}

const CHANGE_WORDS: Readonly<Record<string, string>> = {
  person: 'patient',
  'first-name': 'first name',
  'last-name': 'last name',
  'date-of-birth': 'date of birth',
};
