// Looks for printers that announce themselves on the networks of this computer (mDNS), all of them or one by its name. Listens for a few
// seconds at most, only when asked.
import type { RemoteInfo } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { MulticastDNS } from 'multicast-dns';
import type { FoundPrinter, PlaceSearched } from '../../core/ports/printers.ts';
import { pageAddressOf } from '../../domain/printer-address.ts';
import { createAnnounced, SERVICES, type Announced, type OwnNetwork } from './announced.ts';

export interface NetworkSearchOptions {
  readonly networks: readonly OwnNetwork[];
  /** 5353; tests use another one, to be alone. */
  readonly port: number;
  /** How long is listened in all. */
  readonly durationMs: number;
  /** Aborted: nobody waits for it any more, and it ends at once. */
  readonly signal?: AbortSignal;
}

export interface NetworkSearch {
  readonly found: readonly FoundPrinter[];
  readonly leftOut: number;
  readonly searched: PlaceSearched;
}

/** Asked again, because a printer or a packet may have slept through the first time; the last times for what stayed unexplained. */
const ASKED_AT = [0, 0.25, 0.6, 0.8] as const;
/** Reading a packet takes time of the engine's thread: whoever floods the network ends the search, and harms nothing else. */
const MOST_PACKETS = 600;
const MOST_BYTES = 2_000_000;
const MOST_NETWORKS = 8;

/** The IPv4 networks of this computer; those of virtual machines are among them. */
export function ownNetworks(): OwnNetwork[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .slice(0, MOST_NETWORKS);
}

const notSearched = (problem: string): NetworkSearch => ({
  found: [],
  leftOut: 0,
  searched: { place: 'network', problem },
});

interface Listening {
  readonly isFlooded: boolean;
  /** On none of the networks could be listened. */
  readonly isDeaf: boolean;
}

/** Asks on each network for `services`, and for what `announced` cannot explain yet, until it is time or `isEnough` says so. */
async function listen(
  { networks, port, durationMs, signal }: NetworkSearchOptions,
  announced: Announced,
  { services, isEnough }: { readonly services: readonly string[]; readonly isEnough: () => boolean },
): Promise<Listening> {
  const { default: makeMdns } = await import('multicast-dns');
  const open: MulticastDNS[] = [];
  const timers: NodeJS.Timeout[] = [];
  const failed = new Set<MulticastDNS>();
  let packets = 0;
  let bytes = 0;
  const isFlooded = (): boolean => packets > MOST_PACKETS || bytes > MOST_BYTES;

  await new Promise<void>((end) => {
    if (signal?.aborted === true) return end();
    signal?.addEventListener('abort', () => end(), { once: true });
    const ask = (socket: MulticastDNS): void => {
      const { services: instances, hosts } = announced.unexplained();
      socket.query([
        ...services.map((name) => ({ name, type: 'PTR' as const })),
        ...instances.flatMap((name) => [
          { name, type: 'SRV' as const },
          { name, type: 'TXT' as const },
        ]),
        ...hosts.map((name) => ({ name, type: 'A' as const })),
      ]);
    };
    timers.push(setTimeout(end, durationMs));
    for (const { address } of networks) {
      const socket = makeMdns({ interface: address, bind: '0.0.0.0', port, loopback: true });
      open.push(socket);
      socket.on('error', () => {
        failed.add(socket);
        if (failed.size === networks.length) end();
      });
      const count = (size: number): void => {
        packets += 1;
        bytes += size;
        if (isFlooded()) end();
      };
      socket.on('packet', (_packet, { size }: RemoteInfo) => count(size));
      // Something that is no packet of this kind, or a network that went away meanwhile.
      socket.on('warning', () => count(0));
      socket.on('response', ({ answers, additionals }) => {
        announced.take(answers ?? []);
        announced.take(additionals ?? []);
        if (isEnough()) end();
      });
      socket.once('ready', () => {
        for (const part of ASKED_AT) timers.push(setTimeout(() => ask(socket), part * durationMs));
      });
    }
  });
  timers.forEach((timer) => clearTimeout(timer));
  await Promise.all(open.map((socket) => new Promise<void>((closed) => socket.destroy(() => closed()))));
  return { isFlooded: isFlooded(), isDeaf: failed.size === networks.length };
}

/** Never rejects, and takes `durationMs` at most. */
export async function searchNetwork(options: NetworkSearchOptions): Promise<NetworkSearch> {
  const { networks } = options;
  if (networks.length === 0) return notSearched('this computer is on no network');
  const announced = createAnnounced(networks);
  const { isFlooded, isDeaf } = await listen(options, announced, {
    services: SERVICES,
    isEnough: () => false,
  });
  if (isDeaf) return notSearched('this computer does not let the desk listen for printers on its network');
  return {
    ...announced.printers(),
    searched: {
      place: 'network',
      problem: isFlooded
        ? 'the network said more than could be read, so a printer may be missing here'
        : null,
    },
  };
}

/** A printer that is there answers within a fraction of a second when it is asked for by its name. */
const NAMED_WITHIN_MS = 1_500;
const MDNS_PORT = 5_353;

/**
 * Where a printer of IPP is that is known by its name on the network alone, as an http URL; null when none of that name answers.
 *
 *     await printerNamed('Office Laser') // 'http://192.0.2.20:631/ipp/print'
 */
export async function printerNamed(
  name: string,
  options: Partial<NetworkSearchOptions> = {},
): Promise<string | null> {
  const networks = options.networks ?? ownNetworks();
  if (networks.length === 0) return null;
  const announced = createAnnounced(networks);
  // One with a certificate is asked without it where it can be: hardly any certificate of a printer can be checked.
  const services = ['_ipp._tcp.local', '_ipps._tcp.local'];
  announced.take(services.map((service) => ({ name: service, type: 'PTR', data: `${name}.${service}` })));
  const wanted = { networks, port: MDNS_PORT, durationMs: NAMED_WITHIN_MS, ...options };
  const isEnough = (): boolean => announced.isExplained(`${name}.${services[0]}`);
  await listen(wanted, announced, { services: [], isEnough });
  const [found] = announced.printers().found;
  const address = pageAddressOf(found?.address ?? '');
  return address?.kind === 'ipp' ? address.url : null;
}
