// What is wrong with the address of a laboratory service in the managed settings, in words for whoever wrote it there.
import { isLoopbackHost } from '../domain/web-address.ts';

/**
 * Null: nothing is wrong. The address is never said back: a password may stand in it.
 *
 * @example serviceAddressProblem('lab.example.org') // 'must begin with https://, as in https://lab.example.org'
 */
export function serviceAddressProblem(address: string): string | null {
  if (address === '') return 'must not be empty';
  if (/\s/.test(address)) return 'must have no space and no line break in it';
  if (!/^https?:/i.test(address)) return 'must begin with https://, as in https://lab.example.org';
  if (!URL.canParse(address)) return 'is no address: look at the name of the machine and at the port';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') {
    return 'must have no user name and no password in it: the token is in the variable that service.tokenFromEnvironment names';
  }
  // An empty query or fragment is in the text alone.
  const [sign] = /[?#]/.exec(address) ?? [];
  if (sign !== undefined) return `must end before the "${sign}": Drawdesk adds what it asks for`;
  // Plain http would show the token to others on the way.
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    return 'must begin with https://: plain http is for a service on this very machine only, because others on the way could read the token';
  }
  return null;
}
