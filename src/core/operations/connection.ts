// How the connection to the service stands.
import type { connectionOperations } from '../../contract/connection.ts';
import { countReportsOut } from '../store/desk/reports-out.ts';
import type { Handlers } from './handler.ts';

export const connectionHandlers: Handlers<typeof connectionOperations> = {
  'connection.get': (context) => {
    const { state, error, sinceMs, pausedUntilMs, measure } = context.sync.connection();
    const counts = context.sync.counts();
    const reportsOut = countReportsOut(context.db);
    return {
      state,
      error,
      sinceMs,
      // Screens show times by the service's clock.
      pausedUntilMs:
        pausedUntilMs === null ? null : Math.round(pausedUntilMs + (context.sync.clockAheadMs() ?? 0)),
      quality: state === 'offline' ? 'down' : measure.quality,
      typicalAnswerMs: measure.typicalAnswerMs,
      requests: measure.requests,
      lostAnswers: measure.lost,
      asOfMs: context.sync.freshness().asOfMs,
      waiting: counts.waiting,
      sending: counts.sending,
      attention: counts.attention,
      reportsOut,
      toDecide: counts.attention + reportsOut,
      printersInTrouble: [...context.printQueue.printerStates().values()].filter(({ ofItself }) => ofItself)
        .length,
      printProblems: context.printQueue.problemCount(),
    };
  },
};
