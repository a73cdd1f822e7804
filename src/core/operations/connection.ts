// How the connection to the service stands.
import type { connectionOperations } from '../../contract/connection.ts';
import type { Handlers } from './handler.ts';

export const connectionHandlers: Handlers<typeof connectionOperations> = {
  'connection.get': (context) => {
    const { state, error, sinceMs, measure } = context.sync.connection();
    const counts = context.sync.counts();
    return {
      state,
      error,
      sinceMs,
      quality: state === 'offline' ? 'down' : measure.quality,
      typicalAnswerMs: measure.typicalAnswerMs,
      requests: measure.requests,
      lostAnswers: measure.lost,
      asOfMs: context.sync.freshness().asOfMs,
      waiting: counts.waiting,
      sending: counts.sending,
      attention: counts.attention,
      printProblems: context.printQueue.problemCount(),
    };
  },
};
