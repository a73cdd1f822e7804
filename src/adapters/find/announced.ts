// What printers announce about themselves on a network (DNS-SD over mDNS, RFC 6762 and 6763), collected from whatever arrives.
// Anybody on the network may send anything, so each text is tidied, every count has an end, and an address must be of this network.
import { isIPv4 } from 'node:net';
import type { FoundPrinter } from '../../core/ports/printers.ts';
import { pageAddressOf, rawAddressOf, rawAddressText } from '../../domain/printer-address.ts';

/** What is asked for. Pages go to printers of IPP; labels and tickets to those that take raw data. */
export const SERVICES = ['_ipp._tcp.local', '_ipps._tcp.local', '_pdl-datastream._tcp.local'] as const;
type Service = (typeof SERVICES)[number];

/** A record of a packet, as far as it could be read: whoever sent it may have meant anything. */
interface SaidRecord {
  readonly name?: unknown;
  readonly type: string;
  readonly data?: unknown;
}

/** An IPv4 network of this computer, as its address and the mask of it. */
export interface OwnNetwork {
  readonly address: string;
  readonly netmask: string;
}

/** More are counted and left out: nobody finds a printer in a longer list. */
const MOST_FOUND = 50;
/** Announcements that are kept; a clinic has some dozens. */
const MOST_KEPT = 2_000;
const LONGEST_NAME = 80;
const LONGEST_DNS_NAME = 253;
const LONGEST_LABEL = 63;

export interface Announced {
  /** Takes what one packet said. */
  take(records: readonly SaidRecord[]): void;
  /** Names about which nothing is known yet but that they exist; a few, to be asked for by name. */
  unexplained(): { readonly services: readonly string[]; readonly hosts: readonly string[] };
  /** Whether all is known of the printer of this whole name: where it is, and on which path. */
  isExplained(fullName: string): boolean;
  printers(): { readonly found: readonly FoundPrinter[]; readonly leftOut: number };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOfIp = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** True for an address of one of these networks. Elsewhere nobody announces a printer of this clinic. */
function isOnNetwork(ip: string, networks: readonly OwnNetwork[]): boolean {
  if (!isIPv4(ip)) return false;
  const address = numberOfIp(ip);
  return networks.some(({ address: own, netmask }) => {
    const size = 2 ** 32 - numberOfIp(netmask);
    return Math.floor(address / size) === Math.floor(numberOfIp(own) / size);
  });
}

/** A text of the network as a screen may show it: no characters that cannot be seen, not too long. */
export function tidyName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
}

/** The entries of a TXT record: `rp=ipp/print`, `ty=Office Laser`. */
function factsOf(data: unknown): ReadonlyMap<string, string> {
  const entries = (Array.isArray(data) ? data : [data]).slice(0, 64);
  const facts = new Map<string, string>();
  for (const entry of entries) {
    const text = entry instanceof Uint8Array ? new TextDecoder().decode(entry) : textOf(entry);
    const at = text.indexOf('=');
    const key = text.slice(0, at).toLowerCase();
    if (at > 0 && !facts.has(key)) facts.set(key, text.slice(at + 1));
  }
  return facts;
}

function isAskable(name: string): boolean {
  return name.length <= LONGEST_DNS_NAME && name.split('.').every((part) => part.length <= LONGEST_LABEL);
}

/** `networks`: those of this computer on which it was asked. */
export function createAnnounced(networks: readonly OwnNetwork[]): Announced {
  /** By the whole name in small letters, with the name as it was written. */
  const instances = new Map<string, { readonly name: string; readonly service: Service }>();
  const places = new Map<string, { readonly host: string; readonly port: number }>();
  const facts = new Map<string, ReadonlyMap<string, string>>();
  const addresses = new Map<string, string>();
  let kept = 0;

  const keep = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
    if (map.has(key) || kept >= MOST_KEPT) return;
    kept += 1;
    map.set(key, value);
  };

  function addressOf(service: Service, fullName: string): string | null {
    const place = places.get(fullName);
    const ip = place && addresses.get(place.host);
    if (!place || ip === undefined || place.port === 0) return null;
    if (service === '_pdl-datastream._tcp.local') {
      const address = rawAddressText({ host: ip, port: place.port });
      return rawAddressOf(address) && address;
    }
    const scheme = service === '_ipps._tcp.local' ? 'ipps' : 'ipp';
    const path = (facts.get(fullName)?.get('rp') ?? 'ipp/print').replace(/^\/+/, '');
    const address = `${scheme}://${ip}:${place.port}/${path}`;
    return pageAddressOf(address) && address;
  }

  return {
    take(records) {
      for (const answer of records) {
        const name = textOf(answer.name).toLowerCase();
        const service = SERVICES.find((known) => known === name);
        if (answer.type === 'PTR' && service) {
          const whole = textOf(answer.data);
          if (!whole.toLowerCase().endsWith(`.${service}`)) continue;
          keep(instances, whole.toLowerCase(), { name: whole.slice(0, -service.length - 1), service });
        } else if (answer.type === 'SRV') {
          const { target, port } = (answer.data ?? {}) as {
            readonly target?: unknown;
            readonly port?: unknown;
          };
          keep(places, name, {
            host: textOf(target).toLowerCase(),
            port: typeof port === 'number' ? port : 0,
          });
        } else if (answer.type === 'TXT') {
          keep(facts, name, factsOf(answer.data));
        } else if (answer.type === 'A' && isOnNetwork(textOf(answer.data), networks)) {
          keep(addresses, name, textOf(answer.data));
        }
      }
    },
    unexplained() {
      const services = [...instances.keys()].filter((name) => !places.has(name) && isAskable(name));
      const hosts = [...instances.keys()]
        .map((name) => places.get(name)?.host)
        .filter((host) => host !== undefined && !addresses.has(host) && isAskable(host));
      return { services: services.slice(0, 20), hosts: [...new Set(hosts as string[])].slice(0, 20) };
    },
    isExplained(fullName) {
      const name = fullName.toLowerCase();
      return facts.has(name) && addresses.has(places.get(name)?.host ?? '');
    },
    printers() {
      const byAddress = new Map<string, FoundPrinter>();
      let unusable = 0;
      for (const [fullName, { name, service }] of instances) {
        const address = addressOf(service, fullName);
        const model = tidyName(facts.get(fullName)?.get('ty') ?? '');
        const shown = tidyName(name) || model;
        // A printer that can be asked without a certificate is asked so: hardly one has a certificate that can be checked.
        const plain = fullName.replace('._ipps._tcp.', '._ipp._tcp.');
        const isThereTwice = plain !== fullName && addressOf('_ipp._tcp.local', plain) !== null;
        if (isThereTwice) continue;
        if (address === null || shown === '') unusable += 1;
        else if (!byAddress.has(address)) {
          const prints = service === '_pdl-datastream._tcp.local' ? 'raw' : 'pages';
          byAddress.set(address, {
            name: shown,
            model: model === '' || model === shown ? null : model,
            prints,
            address,
            place: 'network',
          });
        }
      }
      const all = [...byAddress.values()].sort((one, other) => one.name.localeCompare(other.name));
      const found = all.slice(0, MOST_FOUND);
      return { found, leftOut: all.length - found.length + unusable };
    },
  };
}
