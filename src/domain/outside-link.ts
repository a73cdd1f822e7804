// Which addresses outside the desk are opened in the computer's own browser, when a person presses a link.

/** Why an address is not opened. */
export type OutsideLinkProblem =
  'not-an-address' | 'not-https' | 'has-credentials' | 'disguised' | 'not-public' | 'too-long';

const LONGEST = 2_000;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}$/;

/**
 * Null when the address may be opened: https, to a host with a plain name. A name in other letters than a to z can look
 * like one that people know, so it is not opened. Numbers and names without a dot lead to machines of this site.
 *
 *     outsideLinkProblem('https://shop@evil.example') // 'has-credentials'
 */
export function outsideLinkProblem(address: string): OutsideLinkProblem | null {
  if (address.length > LONGEST) return 'too-long';
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s\\]+)/i.exec(address) ?? [];
  if (/[\s\p{Cc}\\<>"]/u.test(address)) return 'not-an-address';
  if (scheme === '') return /^[a-z][a-z0-9+.-]*:/i.test(address) ? 'not-https' : 'not-an-address';
  if (scheme.toLowerCase() !== 'https') return 'not-https';
  if (authority.includes('@')) return 'has-credentials';
  const host = authority.replace(/:\d{1,5}$/, '').toLowerCase();
  if (/[^\u0021-\u007e]/.test(host) || host.split('.').some((label) => label.startsWith('xn--')))
    return 'disguised';
  return HOST.test(host) ? null : 'not-public';
}
