// Handles unexpected errors: exceptions that no code catches and rejected promises that no code handles. Node would end
// the process, and its message might be about a patient. Instead the error is logged without its message and the desk
// goes on: everything that was saved is on disk and consistent. Only when such errors come again and again, the desk is
// ended in order, with a message.
import type { Log } from '../core/ports/machine.ts';
import { faultInLog } from '../domain/fault-in-log.ts';

const MOST_IN_A_MINUTE = 20;
const MINUTE_MS = 60_000;

export interface Unforeseen {
  readonly log: Pick<Log, 'error'>;
  /** Called once, when too many unexpected errors came within a minute. */
  readonly giveUp: () => void;
  /** Emits the errors. The process itself; only tests use another source. */
  readonly source?: Pick<NodeJS.Process, 'on' | 'off'>;
  readonly monotonicMs?: () => number;
}

/** Handles unexpected errors until the returned function is called. */
export function watchUnforeseen(options: Unforeseen): () => void {
  const { log, giveUp, source = process, monotonicMs = () => performance.now() } = options;
  let recentMs: number[] = [];
  let gaveUp = false;
  const note = (message: string, thrown: unknown): void => {
    log.error(message, faultInLog(thrown));
    const nowMs = monotonicMs();
    recentMs = [...recentMs, nowMs].filter((atMs) => nowMs - atMs < MINUTE_MS);
    if (gaveUp || recentMs.length <= MOST_IN_A_MINUTE) return;
    gaveUp = true;
    log.error('too many unforeseen failures within a minute; the desk is ended', {
      failures: recentMs.length,
    });
    giveUp();
  };
  const onError = (thrown: unknown): void => note('unforeseen failure', thrown);
  const onRejection = (thrown: unknown): void => note('unforeseen failure of a promise', thrown);
  source.on('uncaughtException', onError).on('unhandledRejection', onRejection);
  return () => {
    source.off('uncaughtException', onError).off('unhandledRejection', onRejection);
  };
}
