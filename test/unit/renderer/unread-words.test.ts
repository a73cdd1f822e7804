// What stands in place of a number of visits, and of an empty board: why nothing can be said, and never that nobody comes.
import { expect, it } from 'vitest';
import {
  UNREAD_SENTENCES,
  UNREAD_SHORT,
  unreadBoardWords,
} from '../../../src/renderer/shared/dates/unread-words.ts';

it('a day that was not read is not said to be empty, and whether it is being read depends on the connection', () => {
  const date = '2026-11-21';
  for (const why of ['not-yet', 'too-long-ago', 'removed'] as const)
    for (const isOnline of [true, false]) {
      const { title, advice } = unreadBoardWords(why, { date, isOnline });
      const all = [title, advice, UNREAD_SHORT[why], UNREAD_SENTENCES[why]].join(' ');
      expect(all).not.toMatch(/nobody|\b0\b|no visits/i);
      expect(title).toContain('Saturday 21-Nov-2026');
    }
  const notYet = (isOnline: boolean) => unreadBoardWords('not-yet', { date, isOnline }).advice;
  expect(notYet(true)).toMatch(/The service is asked for them/);
  expect(notYet(false)).toMatch(/cannot be read now/);
  // Of these the service is not asked any more, so nothing is promised.
  for (const why of ['too-long-ago', 'removed'] as const)
    expect(unreadBoardWords(why, { date, isOnline: true }).advice).not.toMatch(/as soon as|asked/);
});
