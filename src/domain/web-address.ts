// Which web addresses may be given to a service: those that nobody on the way can read or change.

/** What is wrong with an address. */
export type WebAddressProblem = 'not-an-address' | 'not-safe' | 'has-credentials' | 'host-too-long';

/** No longer name can be looked up: 253 signs, and 63 between two dots. */
const MOST_OF_HOST = 253;
const MOST_OF_LABEL = 63;

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether a host is this very machine, so that nobody on the way can read what is sent. An address of IPv6 may have its brackets. */
export const isLoopbackHost = (host: string): boolean =>
  LOOPBACK_HOSTS.has(host.toLowerCase().replace(/^\[|\]$/g, ''));

const ADDRESS = /^(https?):\/\/([^/?#\s]+)(?:[/?#][^\s]*)?$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

/** Numbers between dots alone are no name: they are an address of IPv4, or nothing that can be reached. */
function isAddressOrName(host: string): boolean {
  const parts = host.split('.');
  if (!parts.every((part) => /^\d+$/.test(part))) return true;
  return parts.length === 4 && parts.every((part) => Number(part) <= 255);
}

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
  if (
    host === '' ||
    !isAddressOrName(host) ||
    (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
  )
    return 'not-an-address';
  if (host.length > MOST_OF_HOST || host.split('.').some((label) => label.length > MOST_OF_LABEL))
    return 'host-too-long';
  return scheme.toLowerCase() === 'https' || isLoopbackHost(host) ? null : 'not-safe';
}

const MASK = '••••';

/**
 * The address as it may be shown: user, password and what stands in the query are masked, because a token may be there.
 *
 *     maskedAddress('https://events.example/lab?token=abc') // 'https://events.example/lab?token=••••'
 */
export function maskedAddress(address: string): string {
  const [, start = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  const shown = start.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, `$1${MASK}@`);
  const parts = (query ?? '').split('&').map((part) => {
    const [name = '', ...value] = part.split('=');
    return value.length === 0 ? MASK : `${name}=${MASK}`;
  });
  return `${shown}${query ? `?${parts.join('&')}` : ''}${fragment ? `#${MASK}` : ''}`;
}

/** The host of an address with its port, for a sentence; the masked address where it cannot be told. */
export function hostOfAddress(address: string): string {
  const authority = ADDRESS.exec(address)?.[2];
  return authority?.split('@').at(-1)?.toLowerCase() ?? maskedAddress(address);
}
