// Puts a print job together from lines of commands and binary data, and finds the picture in one.
import type { Bitmap } from '../../ports/pictures.ts';

/** Commands are ASCII; data goes as it is. */
export function jobBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A line end that the printer still takes for the end of a picture’s command is none of its data. */
const MORE_THAN_THE_PICTURE = 8;

/** Empty lines of so many bytes, and a few more. */
export const emptyLines = (lineEnd: string, bytes: number): Uint8Array =>
  jobBytes(lineEnd.repeat(Math.ceil((bytes + MORE_THAN_THE_PICTURE) / lineEnd.length)));

/** Between two labels on most rolls; printers that sense the gap correct it themselves. */
export const USUAL_GAP_MM = 3;

/** The beginning of a job, in which the commands before its picture stand. */
const COMMANDS_WITHIN_BYTES = 400;

/**
 * The picture that a job holds after a command, where a dot is printed whose bit is 0. `command` matches the command up to
 * the first byte of the picture; its groups are the bytes of a row and the number of rows.
 *
 * @throws Error when the job has no such command, or ends within the picture
 */
export function pictureAfter(job: Uint8Array, command: RegExp, widthDots: number): Bitmap {
  const beginning = Array.from(job.subarray(0, COMMANDS_WITHIN_BYTES), (byte) =>
    String.fromCharCode(byte),
  ).join('');
  const match = command.exec(beginning);
  const [bytesPerRow, heightDots] = [Number(match?.[1]), Number(match?.[2])];
  const from = match === null ? job.length : match.index + match[0].length;
  const rows = job.subarray(from, from + bytesPerRow * heightDots).map((byte) => ~byte & 0xff);
  if (match === null || rows.length !== bytesPerRow * heightDots)
    throw new Error('the job holds no whole picture');
  return { widthDots, heightDots, rows };
}
