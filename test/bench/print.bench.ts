// From the label command to the first byte at the printer, against a bare socket that only connects and writes; what making a
// label takes in each language, beside a bar code of bwip-js alone; and labels a second over TCP.
import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createRawSocketTransport } from '../../src/adapters/raw-socket.ts';
import { NINE_O_CLOCK_MS, openTestDesk } from '../support/test-desk.ts';
import { labelTables } from './support/label-bench.ts';
import { inTurn } from './measure.ts';
import type { BenchResult, BenchTable } from './measure.ts';

const ROUNDS = { count: 200, warmUps: 10 };

export async function run(): Promise<readonly (BenchResult | BenchTable)[]> {
  let firstByte: (() => void) | null = null;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () => firstByte?.());
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const arrival = (): Promise<void> =>
    new Promise((arrived) => {
      firstByte = arrived;
    });

  const desk = openTestDesk({}, { transport: createRawSocketTransport(), port }, { isMeasured: true });
  const visits = Array.from({ length: ROUNDS.count + ROUNDS.warmUps }, (_, index) =>
    // All of today: nobody is checked in for another day.
    desk.addVisit(index + 1, { startsAtMs: NINE_O_CLOCK_MS + index * 60_000 }),
  );
  for (const visitId of visits) {
    await desk.done('visits.checkIn', {
      visitId,
      seenVersion: 1,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'date-of-birth', stated: null },
      ],
    });
  }

  let next = 0;
  const taken = await inTurn(
    ROUNDS,
    async () => {
      const visitId = visits[next++] as string;
      const arrived = arrival();
      const start = performance.now();
      const answered = desk.done('labels.print', { visitId });
      await arrived;
      const elapsed = performance.now() - start;
      await answered;
      // The next label waits for this one's acknowledgement; that is the printer's time and not ours.
      while (desk.parts.printQueue.problemCount() === 0) {
        const jobs = await desk.done('printJobs.list', {});
        if (jobs.items.every((job) => job.state === 'sent')) break;
        await new Promise<void>((turn) => setImmediate(turn));
      }
      return elapsed;
    },
    async () => {
      const arrived = arrival();
      const start = performance.now();
      const socket = connect({ host: '127.0.0.1', port }, () => socket.end(Buffer.alloc(700, 0x41)));
      await arrived;
      const elapsed = performance.now() - start;
      await new Promise<void>((closed) => socket.once('close', () => closed()).resume());
      return elapsed;
    },
  );
  await desk.close();
  server.close();
  return [
    {
      title: 'Label command → first byte at the printer (real store, real socket)',
      measured: { name: 'labels.print', values: taken.measured },
      baseline: { name: 'bare socket: connect and write', values: taken.baseline },
      promisedP95: { ms: 5 },
      notes: [],
    },
    ...(await labelTables()),
  ];
}
