// Printers are looked for and asked, and stop being asked when nobody waits any more.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { openPrinterDesk, printerSteps, type TestLine } from './support/printer-desk.ts';

let desk: TestDesk;
let line: TestLine;
beforeEach(() => {
  ({ desk, line } = openPrinterDesk());
});
afterEach(() => desk.close());

const { add } = printerSteps(() => desk);

it('asks what is at an address, and says why it cannot', async () => {
  expect(await desk.done('printers.ask', { address: '192.0.2.10' })).toEqual({
    language: null,
    model: null,
    dotsPerMm: null,
    problem: null,
    says: false,
    trouble: null,
    labelLengthMm: null,
    loaded: [],
  });
  // An office printer is asked as one.
  expect(await desk.done('printers.ask', { kind: 'office', address: '192.0.2.20' })).toMatchObject({
    problem: 'there is no office printer',
  });
  line.delivery = { outcome: 'not-started', detail: 'the printer refuses the connection' };
  expect(await desk.done('printers.ask', { address: '192.0.2.10' })).toMatchObject({
    problem: 'the printer refuses the connection',
  });
  expect(await desk.refused('printers.ask', { address: 'http://192.0.2.10' })).toMatchObject({
    fields: { address: 'not-right' },
  });
  expect(line.sent).toEqual([]);
});

it('stops asking when somebody says so: the question under way ends, and no other follows', async () => {
  await desk.close();
  const questions: AbortSignal[] = [];
  desk = openTestDesk(
    { printers: [] },
    {
      transport: {
        // A printer that takes the connection and says nothing.
        deliver: (_address, { signal }) =>
          new Promise((resolve) => {
            if (!signal) throw new Error('it cannot be stopped');
            questions.push(signal);
            signal.addEventListener('abort', () => resolve({ outcome: 'withheld' }));
          }),
      },
    },
  );
  const asking = '00000000-0000-4000-8000-00000000000a';
  const answer = desk.done('printers.ask', { address: '192.0.2.10', asking });
  await eventually(() => questions.length === 1);
  // Another asking goes on.
  await desk.done('printers.stopAsking', { asking: '00000000-0000-4000-8000-00000000000b' });
  expect(questions[0]?.aborted).toBe(false);
  await desk.done('printers.stopAsking', { asking });
  expect(await answer).toMatchObject({ language: null, says: false });
  expect(questions).toHaveLength(1);
});

it('lists the printers that were found, and says which of them are set up already', async () => {
  await desk.close();
  const zebra = { name: 'Zebra', model: null, prints: 'raw', place: 'network' } as const;
  const laser = { name: 'Laser', model: 'Laser 40', prints: 'pages', place: 'computer' } as const;
  desk = openTestDesk(
    { printers: [] },
    {
      findPrinters: async () => ({
        found: [
          { ...zebra, address: 'tcp://192.0.2.10:9100' },
          { ...zebra, address: 'tcp://192.0.2.11:9100' },
          { ...laser, address: 'queue:Office' },
        ],
        leftOut: 3,
        searched: [{ place: 'network', problem: null }],
      }),
    },
  );
  await add();
  await add({ kind: 'office', name: 'Front office', address: 'queue:Office' });
  expect(await desk.done('printers.find', {})).toEqual({
    found: [
      { ...zebra, address: 'tcp://192.0.2.10:9100', setUpAs: 'Room 2' },
      { ...zebra, address: 'tcp://192.0.2.11:9100', setUpAs: null },
      { ...laser, address: 'queue:Office', setUpAs: 'Front office' },
    ],
    leftOut: 3,
    searched: [{ place: 'network', problem: null }],
  });
});

it('stops looking for printers when nobody waits for it any more', async () => {
  await desk.close();
  let stopped = false;
  desk = openTestDesk(
    { printers: [] },
    {
      findPrinters: (signal) =>
        new Promise((found) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            found({ found: [], leftOut: 0, searched: [] });
          });
        }),
    },
  );
  const asking = crypto.randomUUID();
  const search = desk.done('printers.find', { asking });
  await desk.done('printers.stopAsking', { asking });
  expect(await search).toEqual({ found: [], leftOut: 0, searched: [] });
  expect(stopped).toBe(true);
});
