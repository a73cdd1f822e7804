// What a window asks first: everything that the first screen shows, in one answer.
import { z } from 'zod';
import { boardOperations } from './board.ts';
import { connectionOperations } from './connection.ts';
import { eventCursorSchema } from './events.ts';
import { nothing, query } from './operation.ts';
import { sessionOperations } from './session.ts';
import { staffOperations } from './staff.ts';
import { instantMs } from './views.ts';

export const openingOperations = {
  /**
   * The answers to the questions that each window asks when it opens, and the event from which a window goes on that
   * has them: all are read in the same moment, so nothing has to be asked twice.
   */
  'opening.get': query(
    nothing,
    z.object({
      cursor: eventCursorSchema.unwrap(),
      /** The site's clock for the months before and after today, so that a window can tell the time without asking its browser. */
      zone: z.object({
        timeZone: z.string(),
        /** Without a gap, the earliest first. */
        spans: z.array(z.object({ fromMs: instantMs, toMs: instantMs, aheadMs: z.number().int() })),
      }),
      /** By the name of the question; each was asked with an empty input. */
      answers: z.object({
        'session.get': sessionOperations['session.get'].output,
        'connection.get': connectionOperations['connection.get'].output,
        'staff.me': staffOperations['staff.me'].output,
        'staff.list': staffOperations['staff.list'].output,
        'board.get': boardOperations['board.get'].output,
      }),
    }),
    { staleOn: [] },
  ),
};
