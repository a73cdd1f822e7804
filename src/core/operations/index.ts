// Every desk operation's handler, by feature. The compiler refuses a contract without its handler, and the reverse.
import type { Operations } from '../../contract/index.ts';
import type { Handlers } from './handler.ts';
import { boardHandlers } from './board.ts';
import { patientHandlers } from './patients.ts';
import { queueHandlers } from './queues.ts';
import { trainingHandlers } from './training.ts';
import { visitHandlers } from './visits.ts';
import { walkInHandlers } from './walk-in.ts';

export const handlers: Handlers<Operations> = {
  ...boardHandlers,
  ...visitHandlers,
  ...patientHandlers,
  ...walkInHandlers,
  ...queueHandlers,
  ...trainingHandlers,
};
