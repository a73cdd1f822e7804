// What the queues of a computer take, and which printers can therefore be reached through them.
import type { LabelLanguageId } from './label-language.ts';
import { isCupsQueueName, type RawAddress } from './printer-address.ts';

/**
 * `cups`: its queues take a printer's own language as it is. `windows`: its queues are reached by the desktop window alone, which
 * gives them pages and pictures.
 */
export type QueueSystem = 'cups' | 'windows';

/** The queues of a computer with this operating system, as Node names it. */
export const queueSystemOf = (platform: string): QueueSystem => (platform === 'win32' ? 'windows' : 'cups');

/** Why a printer of labels or tickets cannot be reached so, at the field that is to be changed; in codes that screens have words for. */
export interface QueueProblem {
  readonly field: 'address' | 'language';
  readonly code: 'no-queue' | 'at-another-desk' | 'takes-pictures' | 'takes-its-language' | 'not-right';
  /** The same for the managed settings. */
  readonly why: string;
}

/**
 * Null where what is printed in this language can be given to this address. `queues`: those of the site desk's computer; a further
 * desk's own process gives its queues bytes only.
 */
export function queueProblem(
  language: LabelLanguageId | 'escpos',
  address: RawAddress,
  queues: QueueSystem,
): QueueProblem | null {
  if (language === 'pictures') {
    if (!('queue' in address)) {
      const why = 'must be queue:NAME, a queue of Windows, for labels as pictures';
      return { field: 'address', code: 'no-queue', why };
    }
    if (address.at !== undefined) {
      const why = 'must be a queue of the site desk’s own computer for labels as pictures';
      return { field: 'address', code: 'at-another-desk', why };
    }
    if (queues === 'windows') return null;
    const why = 'must be the printer’s own: the queues of this computer are no queues of Windows';
    return { field: 'language', code: 'takes-its-language', why };
  }
  if (!('queue' in address)) return null;
  if (queues === 'windows' && address.at === undefined) {
    return language === 'escpos'
      ? {
          field: 'address',
          code: 'takes-pictures',
          why: 'must be no queue of Windows: these take no tickets',
        }
      : {
          field: 'language',
          code: 'takes-pictures',
          why: 'must be pictures: the queues of Windows take no printer’s language',
        };
  }
  if (isCupsQueueName(address.queue)) return null;
  return { field: 'address', code: 'not-right', why: 'must name a queue as CUPS does, without blanks' };
}
