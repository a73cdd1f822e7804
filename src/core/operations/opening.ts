// What a window asks first: everything that the first screen shows, in one answer.
import type { openingOperations } from '../../contract/opening.ts';
import { zoneSpans } from '../../domain/site-time.ts';
import { boardHandlers } from './board.ts';
import { connectionHandlers } from './connection.ts';
import type { Handlers } from './handler.ts';
import { sessionHandlers } from './session.ts';
import { staffHandlers } from './staff.ts';

/** To each side of today: with it what the board, the visits and the calendar of the coming months show. */
const ZONE_MS = 200 * 86_400_000;

export const openingHandlers: Handlers<typeof openingOperations> = {
  'opening.get': async (context) => {
    // Before the first answer: what changes while they are read is then told again, and is not missed.
    const cursor = context.eventCursor();
    const { nowMs, site } = context;
    return {
      cursor,
      zone: {
        timeZone: site.timeZone,
        spans: [...zoneSpans(site.timeZone, nowMs - ZONE_MS, nowMs + ZONE_MS)],
      },
      answers: {
        'session.get': await sessionHandlers['session.get'](context, {}),
        'connection.get': await connectionHandlers['connection.get'](context, {}),
        'staff.me': await staffHandlers['staff.me'](context, {}),
        'staff.list': await staffHandlers['staff.list'](context, {}),
        'board.get': await boardHandlers['board.get'](context, {}),
      },
    };
  },
};
