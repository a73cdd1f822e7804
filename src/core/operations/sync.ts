// Reads the service at once.
import type { syncOperations } from '../../contract/sync.ts';
import type { Handlers } from './handler.ts';

export const syncHandlers: Handlers<typeof syncOperations> = {
  'sync.now': {
    effect: async (context) => {
      context.sync.pullNow();
      return {};
    },
  },
};
