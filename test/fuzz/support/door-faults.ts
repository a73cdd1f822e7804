// What must hold for each answer of a door, whatever was asked.
import type { RawRequest } from './raw-requests.ts';
import type { Exchange } from './raw-socket.ts';

/** A fault of a door, for the report. */
export class DoorFault extends Error {}

/** Statuses that a door may answer with, of itself or of Node's parser. Anything of 500 and more is a fault of ours. */
const STATUSES: ReadonlySet<number> = new Set([100, 200, 400, 401, 403, 404, 405, 408, 413, 417, 431]);

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
