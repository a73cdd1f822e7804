// Which web addresses may be given to a service: those that nobody on the way can read or change.

/** What is wrong with an address. */
export type WebAddressProblem = 'not-an-address' | 'not-safe' | 'has-credentials';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);
const ADDRESS = /^(https?):\/\/([^/?#\s]+)(?:[/?#][^\s]*)?$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

/**
 * Null when the address is fine: https, or http to this very machine, without a user name in it.
 *
 *     webAddressProblem('http://events.example') // 'not-safe'
 */
export function webAddressProblem(address: string): WebAddressProblem | null {
  const [, scheme = '', authority = ''] = ADDRESS.exec(address) ?? [];
  if (authority === '') return 'not-an-address';
  if (authority.includes('@')) return 'has-credentials';
  const [, host = '', port] = HOST.exec(authority) ?? [];
  if (host === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    return 'not-an-address';
  return scheme.toLowerCase() === 'https' || LOOPBACK_HOSTS.has(host.toLowerCase()) ? null : 'not-safe';
}
