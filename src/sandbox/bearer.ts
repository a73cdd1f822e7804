// Checks whether a request carries the right bearer token.
import { timingSafeEqual } from 'node:crypto';

/** The header of every 401 answer: it tells the client which kind of token is needed. */
export const BEARER_CHALLENGE = { 'www-authenticate': 'Bearer' } as const;

/**
 * Makes a function that tells whether an Authorization header carries `token`.
 *
 * The comparison takes the same time for every wrong token of that length, so its duration gives nothing away.
 *
 * @example tokenCheck('secret')('Bearer secret') // true
 */
export function tokenCheck(token: string): (header: string | undefined) => boolean {
  const wanted = Buffer.from(token);
  return (header) => {
    const given = Buffer.from(/^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}
