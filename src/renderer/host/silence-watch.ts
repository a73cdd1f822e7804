// Tells when the desk takes what is asked of it and answers nothing: its process stands still, as it does while a disk hangs. A connection
// stays open then, and nothing but the missing answer says so.
import { reportSilence } from './engine-link.ts';
import type { Host } from './host.ts';

/** A call that asks the service takes this long now and then, so after it the desk is asked something that it knows by itself. */
const LONG_CALL_MS = 5_000;
/** A desk on a busy machine answers that within far less. */
const SILENT_AFTER_MS = 5_000;

/**
 * The same host. Whenever one of its calls waits for long, it is asked something short beside it; while that has no answer either, the window
 * says that the desk does not answer, and no longer once there is any.
 */
export function watchForSilence(host: Host): Host {
  let waiting = 0;
  let timer: number | undefined;

  /** Counts from the last answer: a desk that answers anything does not stand still. */
  const hasAnswered = (): void => {
    window.clearTimeout(timer);
    timer = waiting > 0 ? window.setTimeout(() => void look(), LONG_CALL_MS) : undefined;
    reportSilence(false);
  };
  async function look(): Promise<void> {
    timer = window.setTimeout(() => reportSilence(true), SILENT_AFTER_MS);
    await host.call({ name: 'connection.get', input: {} });
    hasAnswered();
  }

  return {
    ...host,
    async call(call) {
      waiting += 1;
      timer ??= window.setTimeout(() => void look(), LONG_CALL_MS);
      const answer = await host.call(call);
      waiting -= 1;
      hasAnswered();
      return answer;
    },
  };
}
