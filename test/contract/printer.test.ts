// What every printer transport must do, tried on real listeners: say what is known of a delivery and no more.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createRawSocketTransport } from '../../src/adapters/raw-socket.ts';
import type {
  PrinterAddress,
  PrinterDelivery,
  PrinterLimits,
  PrinterTransport,
  StatusQuestion,
} from '../../src/core/ports/printers.ts';
import { openTrainingPrinter } from '../support/training-desk.ts';
import {
  deadAddress,
  startPrinterSink,
  type PrinterSink,
  type SinkBehaviour,
} from '../support/printer-sinks.ts';

const TRANSPORTS: readonly (readonly [string, () => PrinterTransport])[] = [
  ['raw socket', () => createRawSocketTransport({ goesOnWithinMs: 300 })],
];
const limits: PrinterLimits = { connectTimeoutMs: 1_000, acknowledgeTimeoutMs: 300, lingerMs: 10_000 };
const label = new TextEncoder().encode('^XA^FO8,8^A0N,28,28^FDOLIVER, James^FS^XZ\n');
const big = Buffer.alloc(8 * 1024 * 1024, 'label ');

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sink) => sink.close()));
});
async function sinkWith(behaviour?: SinkBehaviour): Promise<PrinterSink> {
  const sink = await startPrinterSink(behaviour);
  opened.push(sink);
  return sink;
}

describe.each(TRANSPORTS)('%s', (_name, createTransport) => {
  const transport = createTransport();
  const deliver = (
    address: PrinterAddress,
    bytes: Uint8Array,
    chosen: PrinterLimits,
  ): Promise<PrinterDelivery> => transport.deliver(address, { begin: () => bytes }, chosen);

  it('says sent when the printer took everything and closed', async () => {
    const sink = await sinkWith();
    const delivery = await deliver(sink.address, label, limits);
    expect(delivery.outcome).toBe('sent');
    expect(await sink.nextWholeJob()).toEqual(Buffer.from(label));
  });

  it('half-closes the connection, so that a printer that waits for the end of the job sees it', async () => {
    const sink = await sinkWith({ onConnection: (socket) => socket.on('end', () => socket.end('done')) });
    const delivery = await deliver(sink.address, label, limits);
    expect(delivery).toMatchObject({ outcome: 'sent' });
    expect('reply' in delivery && Buffer.from(delivery.reply).toString()).toBe('done');
  });

  it('closes the connection at once when what it asks is stopped, and sends nothing', async () => {
    const ended: Promise<unknown>[] = [];
    let asked: () => void = () => undefined;
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    const sink = await sinkWith({
      onConnection: (socket) => {
        ended.push(once(socket, 'end'));
        socket.on('data', () => asked());
      },
    });
    const stop = new AbortController();
    let begun = 0;
    const begin = (): Uint8Array => {
      begun += 1;
      return label;
    };
    const question = { bytes: label, timeoutMs: 600_000, read: () => ({ complete: false }) as const };
    const delivery = transport.deliver(sink.address, { question, begin, signal: stop.signal }, limits);
    await wasAsked;
    stop.abort();
    expect(await delivery).toEqual({ outcome: 'withheld' });
    await Promise.all(ended);
    expect([begun, ended.length]).toEqual([0, 1]);
    // What is stopped before it begins does not even reach the printer.
    expect(await transport.deliver(sink.address, { begin, signal: stop.signal }, limits)).toEqual({
      outcome: 'withheld',
    });
    expect([begun, ended.length]).toEqual([0, 1]);
  });

  it('sends a job to its end that has begun, whatever is stopped', async () => {
    const sink = await sinkWith();
    const stop = new AbortController();
    const begin = (): Uint8Array => {
      queueMicrotask(() => stop.abort());
      return label;
    };
    const delivery = await transport.deliver(sink.address, { begin, signal: stop.signal }, limits);
    expect(delivery.outcome).toBe('sent');
    expect(await sink.nextWholeJob()).toEqual(Buffer.from(label));
  });

  it('delivers many jobs one after another, each whole', async () => {
    const sink = await sinkWith();
    for (let number = 0; number < 20; number += 1) {
      const job = Buffer.from(`^XA^FD${number}^FS^XZ`);
      expect((await deliver(sink.address, job, limits)).outcome).toBe('sent');
      expect(await sink.nextWholeJob()).toEqual(job);
    }
  });

  it('says not-started when the printer refuses', async () => {
    expect(await deliver(await deadAddress(), label, limits)).toEqual({
      outcome: 'not-started',
      detail: 'the printer refuses the connection',
    });
  });

  it('says not-started for an unknown host name and an impossible port', async () => {
    const unknown = { host: 'printer.invalid', port: 9100 };
    expect((await deliver(unknown, label, { ...limits, connectTimeoutMs: 5_000 })).outcome).toBe(
      'not-started',
    );
    expect((await deliver({ host: '127.0.0.1', port: 70_000 }, label, limits)).outcome).toBe('not-started');
  });

  it('says unacknowledged, within a time limit, when a printer never reads', async () => {
    const sink = await sinkWith({ pauseOnConnect: true, onConnection: () => undefined });
    expect((await deliver(sink.address, label, limits)).outcome).toBe('unacknowledged');
  });

  it('says later that a printer which reads and closes late took the job after all', async () => {
    const sockets: Socket[] = [];
    const sink = await sinkWith({ onConnection: (socket) => void sockets.push(socket) });
    const delivery = await deliver(sink.address, label, limits);
    if (delivery.outcome !== 'unacknowledged') throw new Error(delivery.outcome);
    sockets[0]?.end();
    expect(await delivery.later).toBe('acknowledged');
  });

  it('says later, within a time limit, that a printer which never reads stayed silent, and closes the connection', async () => {
    let gone: (how: unknown) => void = () => undefined;
    const closedByDesk = new Promise((resolve) => {
      gone = resolve;
    });
    const sink = await sinkWith({
      pauseOnConnect: true,
      onConnection: (socket) => void socket.once('close', gone),
    });
    const delivery = await deliver(sink.address, label, { ...limits, lingerMs: 100 });
    if (delivery.outcome !== 'unacknowledged') throw new Error(delivery.outcome);
    expect(await delivery.later).toBe('silent');
    await sink.close();
    await closedByDesk;
  });

  it('says later that a printer which breaks the connection stayed silent', async () => {
    const sockets: Socket[] = [];
    const sink = await sinkWith({ onConnection: (socket) => void sockets.push(socket) });
    const delivery = await deliver(sink.address, label, limits);
    if (delivery.outcome !== 'unacknowledged') throw new Error(delivery.outcome);
    sockets[0]?.resetAndDestroy();
    expect(await delivery.later).toBe('silent');
  });

  it('asks for the bytes once the connection is open, only once, and sends nothing when there are none', async () => {
    let begun = 0;
    const job = {
      begin: () => {
        begun += 1;
        return null;
      },
    };
    expect((await transport.deliver(await deadAddress(), job, limits)).outcome).toBe('not-started');
    expect(begun).toBe(0);
    const sink = await sinkWith();
    expect(await transport.deliver(sink.address, job, limits)).toEqual({ outcome: 'withheld' });
    expect(begun).toBe(1);
    await expect.poll(() => sink.ended).toEqual([Buffer.alloc(0)]);
  });

  describe('that asks the printer first', () => {
    const question: StatusQuestion = {
      bytes: Buffer.from('how are you'),
      timeoutMs: 100,
      read: (reply) => {
        const text = Buffer.from(reply).toString();
        if (!text.endsWith('.')) return { complete: false };
        return { complete: true, problem: text === 'well.' ? null : text };
      },
    };
    const answering = (...parts: string[]): SinkBehaviour => ({
      onConnection: (socket) => {
        socket.once('data', () => parts.forEach((part) => socket.write(part)));
        socket.on('end', () => socket.end());
      },
    });
    const ask = (address: PrinterAddress, begin: () => Uint8Array | null) =>
      transport.deliver(address, { question, begin }, limits);

    it('sends the job after a good answer, however it is divided, and keeps none of it as the reply', async () => {
      const sink = await sinkWith(answering('we', 'll.'));
      expect(await ask(sink.address, () => label)).toMatchObject({ outcome: 'sent', reply: Buffer.alloc(0) });
      expect((await sink.nextWholeJob()).toString()).toBe(`how are you${Buffer.from(label).toString()}`);
    });

    it('sends nothing of the job after a bad one, and says what the printer said', async () => {
      const sink = await sinkWith(answering('out of paper.'));
      let begun = false;
      const delivery = await ask(sink.address, () => {
        begun = true;
        return label;
      });
      expect(delivery).toEqual({ outcome: 'not-started', detail: 'out of paper.', reached: true });
      expect(begun).toBe(false);
    });

    it('sends the job to a printer that says nothing in time', async () => {
      const sink = await sinkWith();
      expect((await ask(sink.address, () => label)).outcome).toBe('sent');
    });

    it('says not-started when the printer hangs up instead of answering', async () => {
      const sink = await sinkWith({ onConnection: (socket) => socket.once('data', () => socket.destroy()) });
      expect((await ask(sink.address, () => label)).outcome).toBe('not-started');
    });
  });

  it('says unsure when a printer stops reading in the middle of a job', async () => {
    const sink = await sinkWith({ pauseOnConnect: true, onConnection: () => undefined });
    expect(await deliver(sink.address, big, limits)).toMatchObject({
      outcome: 'unsure',
      detail: 'the printer stopped taking the job',
    });
  });

  it('says unacknowledged when a printer reads all and never closes', async () => {
    const sink = await sinkWith({ onConnection: () => undefined });
    expect((await deliver(sink.address, label, limits)).outcome).toBe('unacknowledged');
    expect(await sink.nextWholeJob()).toEqual(Buffer.from(label));
  });

  it('says unsure when the connection is reset in the middle of a job', async () => {
    const sink = await sinkWith({
      onConnection: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    });
    expect((await deliver(sink.address, big, limits)).outcome).toBe('unsure');
  });

  it('says unsure when the connection is reset after the last byte', async () => {
    const sink = await sinkWith({
      onConnection: (socket) => socket.on('end', () => socket.resetAndDestroy()),
    });
    expect((await deliver(sink.address, label, limits)).outcome).toBe('unsure');
  });

  it('never says sent of a printer that closes the connection at once', async () => {
    const hangUp: readonly ((socket: Socket) => void)[] = [
      (socket) => socket.destroy(),
      (socket) => socket.end(),
      (socket) => socket.resetAndDestroy(),
    ];
    for (const onConnection of hangUp) {
      for (const pauseOnConnect of [true, false]) {
        const sink = await sinkWith({ onConnection, pauseOnConnect });
        for (let round = 0; round < 10; round += 1) {
          const delivery = await deliver(sink.address, label, limits);
          // Hung up before the line stood: nothing left. After that: nobody knows.
          expect(['not-started', 'unsure']).toContain(delivery.outcome);
        }
      }
    }
  });

  it('waits for a slow printer as long as it goes on reading, whatever it is waited for at the end', async () => {
    const sink = await sinkWith({
      onConnection: (socket) => {
        socket.on('data', () => {
          socket.pause();
          setTimeout(() => socket.resume(), 4);
        });
        socket.on('end', () => socket.end());
      },
    });
    const patient = createRawSocketTransport({ goesOnWithinMs: 5_000 });
    const delivery = await patient.deliver(
      sink.address,
      { begin: () => big },
      { ...limits, acknowledgeTimeoutMs: 1 },
    );
    expect(['sent', 'unacknowledged']).toContain(delivery.outcome);
    expect((await sink.nextWholeJob()).equals(big)).toBe(true);
  });

  it('says that a printer takes nothing more in the middle, and that it goes on', async () => {
    const sink = await sinkWith({
      pauseOnConnect: true,
      onConnection: (socket) => {
        setTimeout(() => socket.resume(), 400);
        socket.on('end', () => socket.end());
      },
    });
    const said: (number | null)[] = [];
    const patient = createRawSocketTransport({ goesOnWithinMs: 60_000, stoppedAfterMs: 50 });
    const delivery = await patient.deliver(
      sink.address,
      { begin: () => big, stopped: (forMs) => void said.push(forMs) },
      limits,
    );
    expect(['sent', 'unacknowledged']).toContain(delivery.outcome);
    expect(said.slice(0, 2)).toEqual([50, null]);
    expect(said.at(-1)).toBeNull();
  });

  it('leaves a job in the middle in doubt at once when the desk is stopped', async () => {
    const transport = createRawSocketTransport();
    const sink = await sinkWith({ pauseOnConnect: true, onConnection: () => undefined });
    const begin = (): Uint8Array => {
      queueMicrotask(() => transport.close());
      return big;
    };
    expect(
      await transport.deliver(sink.address, { begin }, { ...limits, acknowledgeTimeoutMs: 600_000 }),
    ).toEqual({
      outcome: 'unsure',
      detail: 'the desk was stopped while it was being sent',
    });
  });

  it('sends every byte to a printer that writes back, and keeps the start of what it writes', async () => {
    const sink = await sinkWith({
      onConnection: (socket) => {
        socket.on('data', () => socket.write('\u0002030,0,0,0\u0003\r\n'.repeat(100)));
        socket.on('end', () => socket.end());
      },
    });
    const delivery = await deliver(sink.address, big.subarray(0, 400_000), limits);
    expect(delivery.outcome).toBe('sent');
    expect('reply' in delivery && delivery.reply.length).toBe(4096);
    expect((await sink.nextWholeJob()).equals(big.subarray(0, 400_000))).toBe(true);
  });

  it('drops no byte that this machine has not sent yet when the wait is over and the printer writes back', async () => {
    const sockets: Socket[] = [];
    const slow = await sinkWith({
      pauseOnConnect: true,
      onConnection: (socket) => void sockets.push(socket),
    });
    const job = big.subarray(0, 1_500_000);
    expect((await deliver(slow.address, job, limits)).outcome).toBe('unacknowledged');
    const socket = sockets[0] as Socket;
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
      socket.write('printing\r\n');
    });
    socket.on('end', () => socket.end());
    socket.resume();
    await once(socket, 'close');
    expect(read).toBe(job.length);
  });

  it('works against the training printer in each of its moods', async () => {
    const printer = await openTrainingPrinter();
    opened.push(printer);
    expect((await deliver(printer.address, label, limits)).outcome).toBe('sent');
    await printer.setMode('silent');
    expect((await deliver(printer.address, label, limits)).outcome).toBe('unacknowledged');
    await printer.setMode('breaks');
    expect((await deliver(printer.address, label, limits)).outcome).toBe('unsure');
    await printer.setMode('off');
    expect((await deliver(printer.address, label, limits)).outcome).toBe('not-started');
    await printer.setMode('ready');
    expect((await deliver(printer.address, label, limits)).outcome).toBe('sent');
  });
});
