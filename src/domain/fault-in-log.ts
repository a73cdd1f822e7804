// What the log says of a fault of this program. The message of an error often quotes what it stumbled over: a line of a record, or
// what somebody typed. A log is copied into reports, so it names the kind of the fault and its place in the code, and no message.
import { AppException } from './app-error.ts';

const FRAMES_SHOWN = 6;

/** Fields for the log. The detail of an {@link AppException} is made for it and holds nobody's data. */
export function faultInLog(thrown: unknown): Readonly<Record<string, unknown>> {
  if (thrown instanceof AppException) return { detail: thrown.error.detail };
  if (!(thrown instanceof Error)) return { fault: typeof thrown };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  return {
    fault: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}),
    at: frames.slice(0, FRAMES_SHOWN).map((line) => line.trim()),
  };
}
