// What the log says of a fault of this program. The message of an error often quotes what it stumbled over: a line of a record, or
// what somebody typed. A log is copied into reports, so it names the kind of the fault and its place in the code, and no message.
import { AppException } from './app-error.ts';
import { errorCode } from './error-code.ts';

const FRAMES_SHOWN = 8;

/** Fields for the log. The detail of an {@link AppException} is made for it and holds nobody's data. */
export function faultInLog(thrown: unknown): Readonly<Record<string, unknown>> {
  if (thrown instanceof AppException) return { detail: thrown.error.detail };
  if (!(thrown instanceof Error)) return { fault: typeof thrown };
  const code = errorCode(thrown);
  return { fault: thrown.name, ...(code === null ? {} : { code }), at: framesOf(thrown) };
}

/** The stack begins with the message, and a line of a message can look like a frame. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const messageAt = stack.indexOf(message);
  return (messageAt < 0 ? stack : stack.slice(messageAt + message.length))
    .split('\n')
    .filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line))
    .map((line) => line.trim())
    .slice(0, FRAMES_SHOWN);
}
