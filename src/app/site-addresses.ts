// Where the other machines of a site find this one.
import { hostname, networkInterfaces } from 'node:os';
import { siteAddressText } from '../domain/pairing.ts';
import type { SiteListener } from './managed-settings.ts';

/** The addresses by which other machines of the network reach this one. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** As in `192.0.2.10:7443`, the ones to try first first: as they are now. A machine without a network has that of this machine itself. */
export function siteAddresses({ address, port }: SiteListener): string[] {
  const own = address === null ? ownAddresses() : [address];
  return (own.length > 0 ? own : ['127.0.0.1']).map((host) => siteAddressText({ host, port }));
}

/**
 * This machine's name for people at another one, with the address at which it answers further desks: whoever works at a site desk that this
 * one replaces has to go on here.
 *
 * @example machineName({ address: '192.0.2.10', port: 7443 }) // 'desk-1 (192.0.2.10:7443)'
 */
export function machineName(at: SiteListener | null): string {
  const isFound = at !== null && at.port > 0 && (at.address !== null || ownAddresses().length > 0);
  return isFound ? `${hostname()} (${siteAddresses(at)[0]})` : hostname();
}

/** What {@link machineName} begins with. */
export const hostnameOf = (machine: string): string => machine.replace(/ \([^()]*\)$/, '');
