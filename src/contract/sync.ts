// Reading the service at once.
import { command, nothing } from './operation.ts';

export const syncOperations = {
  /** Reads the service at once instead of at the next interval. */
  'sync.now': command(nothing, nothing, { answersWith: 'other' }),
};
