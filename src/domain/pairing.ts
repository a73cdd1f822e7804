// How a further desk is paired with the site desk: the address, the code that a person types, and what both sides prove to
// each other. Pure text: each side computes the HMAC with its own library.

/** Without a port in the address, a site desk is looked for here. */
export const SITE_PORT = 7443;

/** Letters and digits that nobody mistakes for one another. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of 32 letters each: 40 bits, which nobody guesses in the tries that a code allows. */
export const CODE_LENGTH = 8;
const LONGEST_NAME = 40;

/** Where a site desk listens. */
export interface SiteAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads the address of a site desk; null for one that is none, or that asks for plain HTTP.
 *
 *     siteAddressOf('192.0.2.10') // { host: '192.0.2.10', port: 7443 }
 */
export function siteAddressOf(text: string): SiteAddress | null {
  const [, bracketed, plain, digits] =
    /^(?:https:\/\/)?(?:\[([\da-f:]+)\]|([a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?))(?::(\d{1,5}))?\/?$/i.exec(
      text.trim(),
    ) ?? [];
  const host = bracketed ?? plain;
  if (plain !== undefined && /(?:^|\.)\d+$/.test(plain) && !isIpv4(plain)) return null;
  const port = digits === undefined ? SITE_PORT : Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host: host.toLowerCase(), port };
}

/** Where the last part is a number, nothing but such an address can be meant. */
const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

/** `192.0.2.10:7443`; an IPv6 address stands in brackets. */
export function siteAddressText({ host, port }: SiteAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The code in what a person typed or a scanner read; null when there is none. A scanned picture has the address before it.
 *
 *     pairingCodeOf('k7qf 2m9x') // 'K7QF2M9X'
 */
export function pairingCodeOf(text: string): string | null {
  const code = text
    .slice(text.lastIndexOf('#') + 1)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter))
    ? code
    : null;
}

/** `K7QF-2M9X`. */
export function spacedCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** What the picture of a code says: the address, and the code after the last `#`. */
export function pairingPictureText(address: string, code: string): string {
  return `DRAWDESK ${address}#${spacedCode(code)}`;
}

/**
 * The name of a desk as it is kept; null when it is empty, too long, has characters that nobody sees, or is the word for the
 * site desk itself.
 */
export function deskNameOf(text: string): string | null {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  if (/^site(?: desk)?$/i.test(name)) return null;
  return name === '' || name.length > LONGEST_NAME || /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? null : name;
}

/**
 * What a new desk proves: that it knows the code, and which certificate it has seen. Whoever stands between the two has
 * another certificate, so that the proof they pass on is wrong.
 */
export function deskProofText(seen: { readonly fingerprint: string; readonly name: string }): string {
  return ['drawdesk pairing', 'desk', seen.fingerprint, seen.name].join('\n');
}

/** What the site desk proves in its answer: that it knows the code too, so that this is the site whose code was typed. */
export function siteProofText(given: {
  readonly fingerprint: string;
  readonly deskId: string;
  readonly key: string;
}): string {
  return ['drawdesk pairing', 'site', given.fingerprint, given.deskId, given.key].join('\n');
}

/** The cost of turning a code into the key of both proofs (scrypt): a guess at a proof costs as much as a PIN's. */
export const CODE_COST = { n: 2 ** 15, r: 8, p: 1 } as const;
