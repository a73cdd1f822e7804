// What nobody foresaw: an error that no caller catches, a promise that nobody waits for. Node would end the process, and
// the desk with it, in the middle of a day; and say why in words that may be about a patient. Here it is logged without
// its words and the desk goes on, since what is saved is on disk and whole. Only when it happens over and over is the
// desk ended, in order and saying so.
import type { Log } from '../core/ports.ts';

const MOST_IN_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const FRAMES_KEPT = 8;

export interface Unforeseen {
  readonly log: Pick<Log, 'error'>;
  /** Called once, when the desk can no longer be trusted to work. */
  readonly giveUp: () => void;
  /** Where the news comes from; the process itself but in tests. */
  readonly source?: Pick<NodeJS.Process, 'on' | 'off'>;
  readonly monotonicMs?: () => number;
}

/** Watches until the returned function is called. */
export function watchUnforeseen(options: Unforeseen): () => void {
  const { log, giveUp, source = process, monotonicMs = () => performance.now() } = options;
  let recentMs: number[] = [];
  let gaveUp = false;
  const note = (message: string, thrown: unknown): void => {
    log.error(message, describeThrown(thrown));
    const nowMs = monotonicMs();
    recentMs = [...recentMs, nowMs].filter((atMs) => nowMs - atMs < MINUTE_MS);
    if (gaveUp || recentMs.length <= MOST_IN_A_MINUTE) return;
    gaveUp = true;
    log.error('giving up after many unforeseen failures', { failures: recentMs.length });
    giveUp();
  };
  const onError = (thrown: unknown): void => note('unforeseen failure', thrown);
  const onRejection = (thrown: unknown): void => note('unforeseen failure of a promise', thrown);
  source.on('uncaughtException', onError).on('unhandledRejection', onRejection);
  return () => {
    source.off('uncaughtException', onError).off('unhandledRejection', onRejection);
  };
}

/** What can be told of something thrown without telling what it was about: its kind, its code, and where it arose. */
export function describeThrown(thrown: unknown): Readonly<Record<string, unknown>> {
  if (!(thrown instanceof Error)) return { failure: typeof thrown };
  const errorCode = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const { stack = '', message } = thrown;
  const wordsAt = stack.indexOf(message);
  const frames = (wordsAt < 0 ? stack : stack.slice(wordsAt + message.length))
    .split('\n')
    .filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line))
    .map((line) => line.trim())
    .slice(0, FRAMES_KEPT);
  return { failure: thrown.name, ...(errorCode === undefined ? {} : { errorCode }), frames };
}
