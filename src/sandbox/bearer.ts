// Bearer tokens: whether a request carries the right one.
import { timingSafeEqual } from 'node:crypto';

/** What a refusal for want of a token carries. */
export const BEARER_CHALLENGE = { 'www-authenticate': 'Bearer' } as const;

/** Returns whether an Authorization header carries `token`. The comparison takes as long for every wrong one. */
export function tokenCheck(token: string): (header: string | undefined) => boolean {
  const wanted = Buffer.from(token);
  return (header) => {
    const given = Buffer.from(/^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}
