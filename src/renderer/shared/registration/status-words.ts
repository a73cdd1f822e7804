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

/** The desk's own for one that the service made and does not show now. Nobody looks for those by it. */
const GONE: StatusWords = { words: 'Not shown by the service', tone: 'bad' };

/** The desk's own for one that the service made and of which nothing was read here yet. */
const UNREAD: StatusWords = { words: 'Not read here yet', tone: 'plain' };

/**
 * What stands where the code of a registration would, while it has none. No code comes any more to one that the service does not show.
 * @example withoutCodeWords({ gone: false }) // 'No code yet'
 */
export const withoutCodeWords = ({ gone }: { readonly gone: boolean }): string =>
  gone ? 'No code' : 'No code yet';

/**
 * A status that is not documented is shown as it comes, so that it is never taken for another one.
 *
 *     statusWords('success') // { words: 'Complete', tone: 'good' }
 *     statusWords('on_hold') // { words: 'on hold', tone: 'plain' }
 */
export function statusWords(status: string): StatusWords {
  if (status === 'gone') return GONE;
  if (status === 'unread') return UNREAD;
  const known = Object.hasOwn(KNOWN_STATUSES, status) ? KNOWN_STATUSES[status] : undefined;
  if (known) return known;
  const words = status.replaceAll('_', ' ').trim();
  return { words: words === '' ? 'no status' : words, tone: 'plain' };
}
