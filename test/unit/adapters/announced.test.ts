// What printers announce is collected: useful where it is right, harmless whatever it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnnounced, tidyName } from '../../../src/adapters/find/announced.ts';
import { pageAddressOf, rawAddressOf } from '../../../src/domain/printer-address.ts';

const NETWORKS = [{ address: '192.0.2.7', netmask: '255.255.255.0' }];
const IPP = '_ipp._tcp.local';
const RAW = '_pdl-datastream._tcp.local';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** All records of one printer. */
const printer = (
  instance: string,
  service: string,
  place: { host: string; ip: string; port: number; txt?: string[] },
) => [
  { name: service, type: 'PTR', data: `${instance}.${service}` },
  {
    name: `${instance}.${service}`,
    type: 'SRV',
    data: { target: place.host, port: place.port, priority: 0, weight: 0 },
  },
  { name: `${instance}.${service}`, type: 'TXT', data: (place.txt ?? []).map(bytes) },
  { name: place.host, type: 'A', data: place.ip },
];
const office = {
  host: 'laser.local',
  ip: '192.0.2.20',
  port: 631,
  txt: ['rp=printers/laser', 'ty=Office Laser 40'],
};

function printersOf(...records: { name?: unknown; type: string; data?: unknown }[]) {
  const announced = createAnnounced(NETWORKS);
  announced.take(records);
  return announced.printers();
}

describe('a printer that announces itself', () => {
  it('is found with its address, its path and its model', () => {
    expect(printersOf(...printer('Front office', IPP, office)).found).toEqual([
      {
        name: 'Front office',
        model: 'Office Laser 40',
        prints: 'pages',
        address: 'ipp://192.0.2.20:631/printers/laser',
        place: 'network',
      },
    ]);
  });

  it('is found once for pages and once for raw data, whatever the case of names and the order of packets', () => {
    const both = [
      ...printer('Front v1.2', '_IPP._tcp.LOCAL', office),
      ...printer('Front v1.2', RAW, { ...office, host: 'LASER.local', port: 9100 }),
    ];
    const announced = createAnnounced(NETWORKS);
    for (const record of both.reverse()) announced.take([record]);
    expect(announced.printers().found.map(({ address, name }) => `${name} ${address}`)).toEqual([
      'Front v1.2 tcp://192.0.2.20:9100',
      'Front v1.2 ipp://192.0.2.20:631/printers/laser',
    ]);
  });

  it('is asked without a certificate where it takes that too, and with one where it must be', () => {
    const secure = printer('Front', '_ipps._tcp.local', { ...office, port: 443 });
    expect(printersOf(...secure).found[0]?.address).toBe('ipps://192.0.2.20:443/printers/laser');
    const { found, leftOut } = printersOf(...secure, ...printer('Front', IPP, office));
    expect(found.map(({ address }) => address)).toEqual(['ipp://192.0.2.20:631/printers/laser']);
    expect(leftOut).toBe(0);
  });

  it('is asked for by name as long as its place or its address is missing', () => {
    const announced = createAnnounced(NETWORKS);
    const [pointer, place, , address] = printer('Front', IPP, office);
    announced.take([pointer as never]);
    expect(announced.unexplained()).toEqual({ services: [`front.${IPP}`], hosts: [] });
    announced.take([place as never]);
    expect(announced.unexplained()).toEqual({ services: [], hosts: ['laser.local'] });
    announced.take([address as never]);
    expect(announced.unexplained()).toEqual({ services: [], hosts: [] });
  });
});

describe('an announcement that is not right', () => {
  it.each(['198.51.100.9', '127.0.0.1', '8.8.8.8', '192.0.3.1', 'not an address', '::1', ''])(
    'leads to no address outside this computer’s networks: %s',
    (ip) => {
      expect(printersOf(...printer('Front', IPP, { ...office, ip }))).toEqual({ found: [], leftOut: 1 });
    },
  );

  it('leaves out what is no address, and says so', () => {
    const bad = [{ port: 0 }, { port: 70_000 }, { txt: ['rp=../a b\u0000c'] }, { txt: ['rp=?x#y'] }];
    for (const change of bad) {
      expect(printersOf(...printer('Front', IPP, { ...office, ...change }))).toEqual({
        found: [],
        leftOut: 1,
      });
    }
  });

  it('shows a name without what cannot be seen, and not longer than a list can show', () => {
    const [one] = printersOf(...printer('\u202eFr\u0000on\u001bt\n  office\u200b', IPP, office)).found;
    expect(one?.name).toBe('Fr on t office');
    const [long] = printersOf(...printer('x'.repeat(5_000), IPP, office)).found;
    expect(long?.name).toHaveLength(80);
  });

  it('fills no list with thousands of names', () => {
    const many = Array.from({ length: 5_000 }, (_, number) =>
      printer(`P${number}`, RAW, { ...office, ip: `192.0.2.${1 + (number % 200)}`, port: 9_100 + number }),
    );
    const { found, leftOut } = printersOf(...many.flat());
    expect(found).toHaveLength(50);
    expect(leftOut).toBeGreaterThan(100);
    expect(leftOut).toBeLessThan(2_001);
  });

  it('never makes a search fail, and never yields an address that the desk would not take', () => {
    const odd = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant(undefined), fc.integer());
    const record = fc.record({
      name: fc.oneof(odd, fc.constantFrom(IPP, RAW, `a.${IPP}`, 'a.local')),
      type: fc.constantFrom('PTR', 'SRV', 'TXT', 'A', 'OPT'),
      data: fc.oneof(
        odd,
        fc.constantFrom(`a.${IPP}`, `b.${RAW}`, '192.0.2.3'),
        fc.record({ target: fc.oneof(odd, fc.constant('a.local')), port: fc.integer() }),
        fc.array(fc.uint8Array()),
      ),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        const announced = createAnnounced(NETWORKS);
        announced.take(records);
        announced.unexplained();
        for (const { address, name } of announced.printers().found) {
          expect(rawAddressOf(address) ?? pageAddressOf(address)).not.toBeNull();
          expect(name).toBe(tidyName(name));
          expect(name).not.toBe('');
        }
      }),
    );
  });
});
