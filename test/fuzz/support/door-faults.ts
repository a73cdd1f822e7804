// What must hold for each answer of a door, whatever was asked.
import { appErrorSchema } from '../../../src/contract/app-error.ts';
import type { RawRequest } from './raw-requests.ts';
import type { Exchange } from './raw-socket.ts';

/** A fault of a door, for the report. */
export class DoorFault extends Error {}

/** Statuses that a door may answer with, of itself or of Node's parser; 409: to a desk of another build; 410: to one that was shut out. Anything of 500 and more is a fault of ours. */
const STATUSES: ReadonlySet<number> = new Set([
  100, 200, 400, 401, 403, 404, 405, 408, 409, 410, 413, 417, 431,
]);

/** @throws DoorFault */
export function checkAnswers({ bytes, delivery, isClear }: RawRequest, got: Exchange, secret: string): void {
  if (got.rest !== '')
    throw new DoorFault(`this is no answer of HTTP: ${JSON.stringify(got.rest.slice(0, 80))}`);
  for (const { status, body, headers } of got.answers) {
    if (!STATUSES.has(status)) throw new DoorFault(`it answered ${status}`);
    if (body.includes(secret) || [...headers.values()].some((value) => value.includes(secret)))
      throw new DoorFault('it gave the key away');
    if (headers.has('set-cookie')) throw new DoorFault('it set a cookie');
  }
  const final = got.answers.filter(({ status }) => status >= 200);
  if (isClear && (final.length !== 1 || !got.wasClosed))
    throw new DoorFault(`a whole request of ${bytes.length} bytes got ${final.length} answers`);
  const asked = (delivery === 'twice' ? 2 : 1) * bytes.toString('latin1').split('HTTP/').length;
  if (final.length > asked) throw new DoorFault(`it answered ${final.length} times`);
}

export function isJson(text: string): boolean {
  try {
    // A mark of the byte order is no part of the text.
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * The body of an answer to a right call; its characters are the bytes.
 *
 * @throws DoorFault when it is none of the contract, or says that the desk has a bug
 */
export function checkDeskAnswer(body: string): void {
  const answer = JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as {
    readonly ok: boolean;
    readonly error?: { readonly kind: string };
  };
  if (!answer.ok && !appErrorSchema.safeParse(answer.error).success)
    throw new DoorFault('the answer is none of the contract');
  if (answer.error?.kind === 'bug') throw new DoorFault(`a bug: ${body.slice(0, 200)}`);
}
