// Whose certificates are believed: those whom Node brings along, and those whom this computer believes, as its browsers do. A clinic whose
// network reads along, or whose service has an authority of its own, has entered that in the computer and nowhere else.
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';

/** PEM, one for each certificate. */
export type Authorities = readonly string[];

/** Those of the computer. Node reads them once, which takes the thread some 200 ms where there are 300: not before they are needed. */
export const authoritiesOfComputer = (): Authorities => tls.getCACertificates('system');

/**
 * For connections that believe these besides Node's own. One for all of them: making it takes longer than a handshake. Null where they
 * cannot be read: then nobody else is believed.
 */
export function believing(authorities: () => Authorities): SecureContext | null {
  try {
    const all = new Set([...tls.getCACertificates('default'), ...authorities()]);
    return tls.createSecureContext({ ca: [...all] });
  } catch {
    return null;
  }
}
