// What a person can do about a change that is not done. Screens offer these and nothing else.
import { isOnceOnly } from '../../domain/change.ts';
import type { ChangeKind } from '../../domain/change.ts';
import type { Difference } from '../../domain/difference.ts';
import type { ChangeChoice } from '../../domain/outbox-state.ts';
import { wasMadeOtherwise } from '../outbox/decisions.ts';
import { existingPatientOf } from '../store/mirror/patient-records.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';

/** Their executors read the record before they send anything. */
const LOOKS_FIRST: ReadonlySet<string> = new Set<ChangeKind>([
  'appointment.move',
  'appointment.assign',
  'registration.assign',
  'registration.update',
]);

/** What a person can do about a change now, the best first. Empty when it is done, or goes its way by itself. */
export function choicesOf(row: OutboxRow, difference: Difference | null): ChangeChoice[] {
  switch (row.state) {
    case 'conflict':
      // Another patient is never replaced from here, and nothing can be done to what is gone: sent again, it would only look.
      // What does not look first would be sent, and a person who only looks must not pay money back.
      return difference?.what === 'patient' ||
        (difference?.what === 'gone' && LOOKS_FIRST.has(row.kind)) ||
        wasMadeOtherwise(row)
        ? ['look-again', 'give-up']
        : ['send-again', 'give-up'];
    case 'refused':
      return row.kind === 'patient.create' ? ['correct', 'send-again', 'give-up'] : ['send-again', 'give-up'];
    case 'needs-human':
      return choicesInNeed(row);
    case 'pending':
      // Nothing else was built on it, so it can be taken back before it is sent.
      return isOnceOnly(row.kind) && row.attempts === 0 ? ['give-up'] : [];
    case 'sending':
    case 'unknown':
    case 'confirmed':
    case 'cancelled':
    case 'discarded':
      return [];
  }
}

function choicesInNeed(row: OutboxRow): ChangeChoice[] {
  if (row.change === null) return ['give-up'];
  // Sent once at least, so it may have been carried out.
  if (isOnceOnly(row.kind) && row.attempts > 0) {
    const looks: ChangeChoice[] = row.answer === null ? [] : ['look-again'];
    return ['said-done', ...looks, 'repeat', 'give-up'];
  }
  if (row.kind !== 'patient.create') return ['send-again', 'give-up'];
  const linked: ChangeChoice[] = existingPatientOf(row) ? ['link-existing'] : [];
  return [...linked, 'send-again', 'correct', 'give-up'];
}
