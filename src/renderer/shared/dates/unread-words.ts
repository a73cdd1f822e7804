// Why it is not said who comes, or came, on a day: in place of a number, and as a sentence. Pure.
import type { WhyUnread } from '../../../contract/board.ts';
import { dayWords } from './day-words.ts';

/** In place of a count. */
export const UNREAD_SHORT: Readonly<Record<WhyUnread, string>> = {
  'not-yet': 'not read yet',
  'too-long-ago': 'not read',
  removed: 'not kept',
};

/** In place of a list of the day, as a sentence. */
export const UNREAD_SENTENCES: Readonly<Record<WhyUnread, string>> = {
  'not-yet': 'The bookings of this day have not been read yet.',
  'too-long-ago': 'The bookings of this day were never read here, so this desk does not know who came.',
  removed: 'The visits of this day are not kept any more.',
};

/**
 * What an empty board of a day that is not today says. `isOnline`: the service can be reached now.
 * @example unreadBoardWords('not-yet', { date: '2026-11-21', isOnline: false }).title // 'Not all bookings of Saturday 21-Nov-2026 have been read yet'
 */
export function unreadBoardWords(
  why: WhyUnread,
  { date, isOnline }: { readonly date: string; readonly isOnline: boolean },
): { readonly title: string; readonly advice: string } {
  const day = dayWords(date);
  switch (why) {
    case 'not-yet':
      return {
        title: `Not all bookings of ${day} have been read yet`,
        advice: isOnline
          ? 'The service is asked for them. They show here as soon as they are known.'
          : 'They cannot be read now, because the service cannot be reached. They show here as soon as it can.',
      };
    case 'too-long-ago':
      return {
        title: `The bookings of ${day} were never read here`,
        advice:
          'So this desk does not know who came. A desk reads those of the last seven days and of all days to come. What was registered before is under “Registrations”, and each person under “Patients”.',
      };
    case 'removed':
      return {
        title: `The visits of ${day} are not kept any more`,
        advice: 'They were removed because they are old.',
      };
    default:
      return why satisfies never;
  }
}
