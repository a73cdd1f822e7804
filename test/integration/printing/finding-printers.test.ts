// Printers are looked for: over real multicast with a responder of the tests' own, and with the commands of the operating system.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import makeMdns, { type MulticastDNS } from 'multicast-dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchCables } from '../../../src/adapters/find/cable-printers.ts';
import { searchComputer } from '../../../src/adapters/find/computer-printers.ts';
import {
  printerNamed,
  searchNetwork,
  type NetworkSearch,
} from '../../../src/adapters/find/network-printers.ts';
import { runCommand, type EndedCommand } from '../../../src/adapters/run-command.ts';

const GROUP = '224.0.0.251';
const LOOPBACK = { address: '127.0.0.1', netmask: '255.0.0.0' };
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
});

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  return port;
}

/** Answers on loopback as a printer would. */
async function startResponder(port: number, onQuery: (responder: MulticastDNS, asked: string[]) => void) {
  const responder = makeMdns({ interface: '127.0.0.1', bind: '0.0.0.0', port });
  await once(responder, 'ready');
  responder.on('query', ({ questions }) => onQuery(responder, questions?.map(({ name }) => name) ?? []));
  cleanUp.push(() => new Promise((done) => responder.destroy(done)));
}

const search = (port: number, durationMs = 800): Promise<NetworkSearch> =>
  searchNetwork({ networks: [LOOPBACK], port, durationMs });

const pointer = (service: string, instance: string) =>
  ({ name: service, type: 'PTR', data: `${instance}.${service}` }) as const;
const place = (name: string, port: number) =>
  ({ name, type: 'SRV', data: { target: 'zebra.local', port, priority: 0, weight: 0 } }) as const;
const address = { name: 'zebra.local', type: 'A', data: '127.0.0.3' } as const;
const RAW = '_pdl-datastream._tcp.local';
const IPP = '_ipp._tcp.local';

describe('a printer that is known by its name on the network', () => {
  const named = (port: number, name: string, durationMs = 800): Promise<string | null> =>
    printerNamed(name, { networks: [LOOPBACK], port, durationMs });

  it('is found by what answers to that name, on its own path, before the time is over', async () => {
    const port = await freePort();
    await startResponder(port, (responder, asked) => {
      if (asked.includes(`laser, room 2.${IPP}`)) {
        responder.respond([
          place(`Laser, room 2.${IPP}`, 8_631),
          { name: `Laser, room 2.${IPP}`, type: 'TXT', data: ['rp=printers/laser'] },
          address,
        ]);
      }
      // Another one, which nobody asked for.
      responder.respond([place(`Other.${IPP}`, 631), pointer(IPP, 'Other')]);
    });
    // Whoever listened to the end would not be back before the test is given up.
    expect(await named(port, 'Laser, Room 2', 600_000)).toBe('http://127.0.0.3:8631/printers/laser');
  });

  it('is nowhere where nobody answers, on no network, and where what answers is elsewhere', async () => {
    const port = await freePort();
    await startResponder(port, (responder) =>
      responder.respond([place(`Laser.${IPP}`, 631), { ...address, data: '8.8.8.8' }]),
    );
    expect(await named(port, 'Laser', 300)).toBeNull();
    expect(await named(port, 'Laser 2', 300)).toBeNull();
    expect(await printerNamed('Laser', { networks: [], port })).toBeNull();
  });
});

describe('printers that announce themselves on a network', () => {
  it('are found, with what they say only when they are asked for it by name', async () => {
    const port = await freePort();
    await startResponder(port, (responder, asked) => {
      if (asked.includes(RAW)) responder.respond([pointer(RAW, 'Zebra, room 2'), pointer(IPP, 'Laser')]);
      if (asked.includes(`zebra, room 2.${RAW}`)) responder.respond([place(`Zebra, room 2.${RAW}`, 9_100)]);
      if (asked.includes(`laser.${IPP}`)) {
        responder.respond({
          answers: [place(`Laser.${IPP}`, 631)],
          additionals: [{ name: `Laser.${IPP}`, type: 'TXT', data: ['rp=ipp/print', 'ty=Laser 40'] }],
        });
      }
      if (asked.includes('zebra.local')) responder.respond([address]);
    });
    expect(await search(port)).toEqual({
      found: [
        {
          name: 'Laser',
          model: 'Laser 40',
          prints: 'pages',
          address: 'ipp://127.0.0.3:631/ipp/print',
          place: 'network',
        },
        {
          name: 'Zebra, room 2',
          model: null,
          prints: 'raw',
          address: 'tcp://127.0.0.3:9100',
          place: 'network',
        },
      ],
      leftOut: 0,
      searched: { place: 'network', problem: null },
    });
  });

  it('are found between packets that are none', async () => {
    const port = await freePort();
    const noise = createSocket('udp4').bind(0, '127.0.0.1');
    await once(noise, 'listening');
    cleanUp.push(() => new Promise((done) => void noise.close(() => done())));
    await startResponder(port, (responder, asked) => {
      noise.setMulticastInterface('127.0.0.1');
      for (const packet of [Buffer.alloc(1), Buffer.alloc(9_000, 0xff), Buffer.from([0, 0, 0x84, 0, 0, 9])])
        noise.send(packet, port, GROUP);
      if (asked.includes(RAW))
        responder.respond([pointer(RAW, 'Zebra'), place(`Zebra.${RAW}`, 9_100), address]);
    });
    expect((await search(port)).found.map(({ name }) => name)).toEqual(['Zebra']);
  });

  it('end the search before its time when they say more than can be read, and the screen says so', async () => {
    const port = await freePort();
    const flooding = createSocket('udp4').bind(0, '127.0.0.1');
    await once(flooding, 'listening');
    flooding.setMulticastInterface('127.0.0.1');
    let stopped = false;
    cleanUp.push(() => {
      stopped = true;
      return new Promise((done) => void flooding.close(() => done()));
    });
    const flood = (): void => {
      if (!stopped) flooding.send(Buffer.alloc(400, 7), port, GROUP, () => setImmediate(flood));
    };
    await startResponder(port, (responder) => {
      responder.respond([pointer(RAW, 'Zebra'), place(`Zebra.${RAW}`, 9_100), address]);
      flood();
    });
    const answer = await search(port, 20_000);
    expect(answer.searched.problem).toBe(
      'the network said more than could be read, so a printer may be missing here',
    );
  });

  it('are not looked for where there is no network, or where listening is not allowed', async () => {
    expect(await searchNetwork({ networks: [], port: 5_353, durationMs: 100 })).toMatchObject({
      found: [],
      searched: { problem: 'this computer is on no network' },
    });
    // Nobody waits for it: it is not listened for twenty seconds.
    expect(
      await searchNetwork({
        networks: [LOOPBACK],
        port: await freePort(),
        durationMs: 20_000,
        signal: AbortSignal.abort(),
      }),
    ).toMatchObject({ found: [], searched: { place: 'network' } });
    const holder = createSocket('udp4').bind({ port: 0, exclusive: true });
    await once(holder, 'listening');
    cleanUp.push(() => new Promise((done) => void holder.close(() => done())));
    expect(await search((holder.address() as AddressInfo).port, 20_000)).toMatchObject({
      found: [],
      searched: { problem: 'this computer does not let the desk listen for printers on its network' },
    });
  });

  it('need not be there: nothing is found, and nothing was wrong', async () => {
    expect(await search(await freePort(), 200)).toEqual({
      found: [],
      leftOut: 0,
      searched: { place: 'network', problem: null },
    });
  });
});

describe('printers that this computer has set up', () => {
  const answering = (ended: Partial<EndedCommand>) => async (): Promise<EndedCommand> => ({
    exit: 0,
    output: '',
    failure: null,
    ...ended,
  });

  it('are the queues of its printing system; names that the desk cannot use are counted', async () => {
    const output = `Front_Office\nRoom2\n${'x'.repeat(200)}\nbad name;rm\n`;
    expect(await searchComputer(answering({ output }), 'linux')).toEqual({
      found: [
        {
          name: 'Front Office',
          model: null,
          prints: 'pages',
          address: 'queue:Front_Office',
          place: 'computer',
        },
        { name: 'Room2', model: null, prints: 'pages', address: 'queue:Room2', place: 'computer' },
      ],
      leftOut: 2,
      searched: { place: 'computer', problem: null },
    });
  });

  it.each<[Partial<EndedCommand>, string]>([
    [
      { exit: null, failure: 'not-there' },
      'this computer has no printing system (CUPS), so it knows of no printers',
    ],
    [{ exit: null, failure: 'too-slow' }, 'printing system (CUPS) did not answer in time'],
  ])('cannot always be told: %j', async (ended, problem) => {
    expect((await searchComputer(answering(ended), 'linux')).searched).toEqual({
      place: 'computer',
      problem,
    });
  });

  it('are for labels where the queue prints on a printer of such a maker', async () => {
    const answers: Readonly<Record<string, string>> = {
      '-e': 'Zebra_ZD421\nOffice\nTill\n',
      '-v': [
        'device for Zebra_ZD421: usb://Zebra%20Technologies/ZTC%20ZD421-203dpi?serial=D2J153',
        'device for Office: ipp://192.0.2.20/ipp/print',
        'device for Till: usb://EPSON/TM-T20III?serial=583450',
      ].join('\n'),
    };
    const run = async (_command: string, [option = '']: readonly string[]): Promise<EndedCommand> => ({
      exit: 0,
      output: answers[option] ?? '',
      failure: null,
    });
    const { found } = await searchComputer(run, 'linux');
    expect(found.map(({ address, prints }) => [address, prints])).toEqual([
      ['queue:Zebra_ZD421', 'raw'],
      ['queue:Office', 'pages'],
      ['queue:Till', 'raw'],
    ]);
  });

  it('are on Windows those at an address of the network', async () => {
    const output = JSON.stringify([
      { name: 'Zebra', model: 'ZDesigner ZD421', host: '192.0.2.10', port: 9100 },
      { name: 'Old', model: 'Old', host: 'old.example', port: null },
      { name: 'USB', model: 'X', host: '', port: 0 },
      { name: '', model: 'X', host: '192.0.2.9', port: 1 },
      null,
    ]);
    expect(await searchComputer(answering({ output: `\uFEFF${output}\r\n` }), 'win32')).toEqual({
      found: [
        {
          name: 'Zebra',
          model: 'ZDesigner ZD421',
          prints: 'raw',
          address: 'tcp://192.0.2.10:9100',
          place: 'computer',
        },
        { name: 'Old', model: null, prints: 'raw', address: 'tcp://old.example:9100', place: 'computer' },
      ],
      leftOut: 3,
      searched: { place: 'computer', problem: null },
    });
    expect((await searchComputer(answering({ output: '<html>' }), 'win32')).searched.problem).toBe(
      'what Windows tells of its printers cannot be read',
    );
  });

  it('are asked for with a command that is ended when it takes too long', async () => {
    const ended = await runCommand('sleep', ['30'], { limitMs: 50 });
    expect(ended).toMatchObject({ exit: null, failure: 'too-slow' });
    expect(await runCommand('no-such-command', [], { limitMs: 50 })).toMatchObject({ failure: 'not-there' });
  });
});

describe('printers at the cables of this computer', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'drawdesk-cables-'));
    cleanUp.push(async () => rmSync(folder, { recursive: true, force: true }));
  });

  /** As Linux tells of a USB printer: the class leads to a part of the device, and the device has the number. */
  function usb(file: string, said: { id?: string; serial?: string }): void {
    const device = join(folder, 'devices', file);
    mkdirSync(join(device, 'part'), { recursive: true });
    mkdirSync(join(folder, 'usbmisc', file), { recursive: true });
    symlinkSync(join(device, 'part'), join(folder, 'usbmisc', file, 'device'));
    if (said.id !== undefined) writeFileSync(join(device, 'part', 'ieee1284_id'), `${said.id}\n`);
    if (said.serial !== undefined) writeFileSync(join(device, 'serial'), `${said.serial}\n`);
  }
  const searchHere = () => searchCables(join(folder, 'by-id'), join(folder, 'usbmisc'));

  it('are known by their own number, because the number of their file may change', async () => {
    usb('lp10', { id: 'MFG:EPSON;CMD:ESC/POS;MDL:TM-T20;CLS:PRINTER;', serial: 'X1' });
    usb('lp0', { id: 'MANUFACTURER:Zebra Technologies ;MODEL:ZTC ZD421;', serial: 'D2J153' });
    // Two of a kind without numbers of their own, and one that says nothing.
    usb('lp1', { id: 'MFG:Maker;MDL:Maker L1;', serial: '0000' });
    usb('lp2', { id: 'MFG:Maker;MDL:Maker L1;', serial: '0000' });
    usb('lp3', {});
    usb('hiddev0', { id: 'MFG:No;MDL:printer;' });
    expect((await searchHere()).found.map(({ name, address }) => [name, address])).toEqual([
      ['Zebra Technologies ZTC ZD421', 'device:/dev/usb/lp0?serial=D2J153'],
      ['Maker L1', 'device:/dev/usb/lp1'],
      ['Maker L1', 'device:/dev/usb/lp2'],
      ['USB printer 3', 'device:/dev/usb/lp3'],
      ['EPSON TM-T20', 'device:/dev/usb/lp10?serial=X1'],
    ]);
  });

  it('may be behind serial ports, which have lasting names', async () => {
    mkdirSync(join(folder, 'by-id'));
    for (const name of ['usb-Prolific_Serial_Controller-if00-port0', '..bad', 'usb-\\x20odd-if00'])
      writeFileSync(join(folder, 'by-id', name), '');
    expect(await searchHere()).toEqual({
      found: [
        {
          name: 'Prolific Serial Controller',
          model: 'serial port',
          prints: 'raw',
          address: 'device:/dev/serial/by-id/usb-Prolific_Serial_Controller-if00-port0',
          place: 'cable',
        },
      ],
      leftOut: 2,
      searched: { place: 'cable', problem: null },
    });
  });

  it('need not be there, and nothing is said to be wrong', async () => {
    expect(await searchHere()).toEqual({
      found: [],
      leftOut: 0,
      searched: { place: 'cable', problem: null },
    });
  });
});
