// The statuses of a registration at the service, in the words of the desk. Pure.

export type StatusTone = 'open' | 'good' | 'part' | 'bad' | 'plain';

interface StatusWords {
  readonly words: string;
  readonly tone: StatusTone;
}

/** Those that are documented, in the order of a registration's life, and the desk's own for what it has not sent. */
export const KNOWN_STATUSES: Readonly<Record<string, StatusWords>> = {
  requested: { words: 'Not sent yet', tone: 'plain' },
  awaiting_patient: { words: 'Awaiting patient', tone: 'open' },
  pending: { words: 'Pending', tone: 'open' },
  pending_authentication: { words: 'Awaiting sign-off', tone: 'open' },
  partial_result: { words: 'Part of the results', tone: 'part' },
  success: { words: 'Complete', tone: 'good' },
  fail: { words: 'Failed', tone: 'bad' },
  processing_error: { words: 'Processing error', tone: 'bad' },
};

/**
 * A status that is not documented is shown as it comes, so that it is never taken for another one.
 *
 *     statusWords('success') // { words: 'Complete', tone: 'good' }
 *     statusWords('on_hold') // { words: 'on hold', tone: 'plain' }
 */
export function statusWords(status: string): StatusWords {
  const known = Object.hasOwn(KNOWN_STATUSES, status) ? KNOWN_STATUSES[status] : undefined;
  if (known) return known;
  const words = status.replaceAll('_', ' ').trim();
  return { words: words === '' ? 'no status' : words, tone: 'plain' };
}
