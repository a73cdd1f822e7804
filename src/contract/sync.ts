// Asking the service now.
import { command, nothing } from './operation.ts';

export const syncOperations = {
  /** Asks the service now instead of at the next interval. */
  'sync.now': command(nothing, nothing, { answersWith: 'other' }),
};
