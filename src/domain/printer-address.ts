// Where printers are, as people write it: `tcp://192.0.2.10:9100`, `device:/dev/usb/lp0`, `ipp://192.0.2.20/ipp/print`, `queue:Office`.
import { deviceAddressOf, deviceAddressText, type DeviceAddress } from './printer-cable.ts';

/** From where an address is reached. */
export interface ReachedFrom {
  /** The id of the further desk whose process reaches it; left out: the site desk. */
  readonly at?: string | undefined;
}

/** Where a printer takes raw data over TCP; the usual port is 9100. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

/** A queue of this computer's operating system. Which one takes what, see `queue-system.ts`. */
export interface RawQueueAddress {
  readonly queue: string;
}

/** Where labels and tickets are printed: over the network, at a cable of this computer, or through one of its queues. */
export type RawAddress = ReachedFrom & (PrinterAddress | DeviceAddress | RawQueueAddress);

/**
 * Where whole pages (PDF) are printed. `ipp`: a printer that is asked over the network, by its address as an http URL.
 * `queue`: a queue of this computer's operating system, by its name. `folder`: no printer; the pages become files.
 */
export type PageAddress = ReachedFrom &
  (
    | { readonly kind: 'ipp'; readonly url: string }
    | { readonly kind: 'queue'; readonly name: string }
    | { readonly kind: 'folder'; readonly path: string }
  );

const HOST = String.raw`(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)`;
const RAW = new RegExp(String.raw`^tcp://${HOST}:(\d{1,5})$`);
const IPP = new RegExp(
  String.raw`^(ipps?)://${HOST}(?::(\d{1,5}))?(/[A-Za-z0-9._~!$&'()*+,;=:/%-]{0,200})?$`,
);
const CUPS_QUEUE = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,126}$/;
/** Windows lets a queue be named nearly anything, and names one of another computer `\\\\server\\name`. No command takes it for an option. */
const QUEUE = /^queue:([\p{L}\p{N}_\\](?:[\p{L}\p{M}\p{N}\p{P}\p{S} ]{0,218}[\p{L}\p{M}\p{N}\p{P}\p{S}])?)$/u;
/** Whether CUPS could have a queue of this name; that of a queue of Windows is nearly anything. */
export const isCupsQueueName = (name: string): boolean => CUPS_QUEUE.test(name);

/** The port of IPP is not that of the web. */
const IPP_PORT = 631;

/** Whether numbers and points are an address as people write it; other writings of one would hide that two are the same. */
function isPlainV4(host: string): boolean {
  const parts = host.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255) &&
    parts[0] !== '0'
  );
}

/** Whether it is an address of IPv6 as it is written without brackets, and without one of IPv4 in it. */
function isPlainV6(text: string): boolean {
  const [before = '', after, ...more] = text.split('::');
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const groups = [...groupsOf(before), ...groupsOf(after ?? '')];
  const isWhole = after === undefined ? groups.length === 8 : groups.length >= 1 && groups.length <= 7;
  return more.length === 0 && isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

/** Computers also take `2130706433`, `0x7f.1` and `127.000.000.001` for an address, and `::ffff:127.0.0.1` for one of IPv4. */
function isPlainHost(host: string): boolean {
  if (host.startsWith('[')) return isPlainV6(host.slice(1, -1)) && !/^\[::ffff:/i.test(host);
  return /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*$/i.test(host) ? isPlainV4(host) : true;
}

const portOf = (text: string | undefined): number | null => {
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : null;
};

/**
 * Reads `tcp://HOST:PORT`, `device:FILE` or `queue:NAME`; null when it is none.
 *
 * @example rawAddressOf('tcp://[fe80::1]:9100') // { host: 'fe80::1', port: 9100 }
 */
export function rawAddressOf(text: string): RawAddress | null {
  const queue = QUEUE.exec(text)?.[1];
  if (queue !== undefined) return { queue };
  if (text.startsWith('device:')) return deviceAddressOf(text);
  const [, host = '', digits] = RAW.exec(text) ?? [];
  const port = portOf(digits);
  return port === null || !isPlainHost(host) ? null : { host: host.replace(/^\[|\]$/g, ''), port };
}

/** The same as people write it. */
export function rawAddressText(address: RawAddress): string {
  if ('queue' in address) return `queue:${address.queue}`;
  if ('device' in address) return deviceAddressText(address);
  const { host, port } = address;
  return `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address alone, of a printer that has it among its settings. */
export function rawAddressWithin(printer: RawAddress): RawAddress {
  const from: ReachedFrom = printer.at === undefined ? {} : { at: printer.at };
  if ('queue' in printer) return { queue: printer.queue, ...from };
  if ('device' in printer) {
    const { device, serial, line } = printer;
    const settings = { ...(serial === undefined ? {} : { serial }), ...(line === undefined ? {} : { line }) };
    return { device, ...settings, ...from };
  }
  return { host: printer.host, port: printer.port, ...from };
}

/** Reads `ipp://HOST/PATH`, `ipps://…` or `queue:NAME`; null when it is none. Folders are no printers: see the managed settings. */
export function pageAddressOf(text: string): PageAddress | null {
  const queue = QUEUE.exec(text)?.[1];
  if (queue !== undefined) return { kind: 'queue', name: queue };
  const [, scheme, host = '', digits, path = '/'] = IPP.exec(text) ?? [];
  const port = digits === undefined ? IPP_PORT : portOf(digits);
  if (scheme === undefined || port === null || !isPlainHost(host)) return null;
  return { kind: 'ipp', url: `${scheme.replace('ipp', 'http')}://${host.toLowerCase()}:${port}${path}` };
}

/** The address as it is written in settings. */
export function pageAddressText(address: PageAddress): string {
  switch (address.kind) {
    case 'ipp':
      return address.url.replace(/^http/, 'ipp');
    case 'queue':
      return `queue:${address.name}`;
    case 'folder':
      return `folder:${address.path}`;
  }
}

/**
 * What a person entered, with what they left out: `192.0.2.10` is `tcp://192.0.2.10:9100` for a label printer and
 * `ipp://192.0.2.10/ipp/print` for an office printer; `2001:db8::7` is `tcp://[2001:db8::7]:9100`; `/dev/usb/lp0` is `device:/dev/usb/lp0`. What is no host stays as it is.
 */
export function completeAddress(kind: 'label' | 'ticket' | 'office', entered: string): string {
  const trimmed = entered.trim();
  // A printer shows its address of IPv6 as it is; only where a port may follow is it written in brackets.
  const text = isPlainV6(trimmed) ? `[${trimmed}]` : trimmed;
  if (kind === 'office') {
    if (/^[a-z]+:/i.test(text) && !/^[^:/]+:\d+$/.test(text)) return text;
    const whole = `ipp://${text}`;
    return text !== '' && !text.includes('/') && pageAddressOf(whole) ? `${whole}/ipp/print` : whole;
  }
  if (text.startsWith('/dev/')) return `device:${text}`;
  if (/^(device|queue):/.test(text)) return text;
  const bare = text.replace(/^tcp:\/\//i, '');
  if (bare.includes('://')) return text;
  const whole = `tcp://${bare}`;
  return rawAddressOf(whole) === null && rawAddressOf(`${whole}:9100`) !== null ? `${whole}:9100` : whole;
}
