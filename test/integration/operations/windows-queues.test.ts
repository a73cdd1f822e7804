// A label printer behind a queue of Windows, set up at the desk: found, asked, added, proved by its test label, and refused where it cannot be
// reached so. What the queue is given is the label's picture.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import type { EnteredPrinter } from '../../../src/contract/printers.ts';
import type { LabelSheet } from '../../../src/core/ports/printers.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { eventually, openTestDesk, type TestDesk } from '../../support/test-desk.ts';

const QUEUE = 'ZDesigner ZD421-203dpi ZPL';
const ADDRESS = `queue:${QUEUE}`;

let desk: TestDesk;
let given: { readonly queue: string; readonly sheet: LabelSheet }[];
beforeEach(() => {
  given = [];
  desk = openTestDesk(
    { printers: [] },
    {
      draw: createDrawText(),
      labelQueues: {
        whyNotNow: async (queue) =>
          queue === QUEUE ? null : `this computer has no printer queue “${queue}”`,
        deliver: async (queue, job) => {
          const sheets = job.begin();
          if (!sheets) return { outcome: 'withheld' };
          given.push(...sheets.map((sheet) => ({ queue, sheet })));
          return { outcome: 'taken', printerJob: null };
        },
      },
      findPrinters: async () => ({
        found: [{ name: QUEUE, model: null, prints: 'pictures', address: ADDRESS, place: 'computer' }],
        leftOut: 0,
        searched: [{ place: 'computer', problem: null }],
      }),
    },
  );
});
afterEach(() => desk.close());

const setup = (change: Partial<EnteredPrinter> = {}): EnteredPrinter => ({
  ...enteredLabel,
  address: ADDRESS,
  language: 'pictures',
  ...change,
});
const printerWith = async (id: string) =>
  (await desk.done('printers.list', {})).printers.find((printer) => printer.id === id);

it('is found as one for labels, says by itself that it takes pictures, and is proved by the test label that came out', async () => {
  expect(await desk.done('printers.find', {})).toMatchObject({
    found: [{ prints: 'pictures', address: ADDRESS, setUpAs: null }],
  });
  expect(await desk.done('printers.ask', { address: ADDRESS })).toMatchObject({
    language: 'pictures',
    says: false,
    problem: null,
  });
  const { printerId, queues } = await desk.done('printers.add', { setup: setup() });
  expect(queues).toBe('windows');
  expect(await printerWith(printerId)).toMatchObject({
    kind: 'label',
    address: `this computer’s queue ${QUEUE}`,
    byQueue: true,
    setup: { address: ADDRESS, language: 'pictures' },
    prints: ['label'],
  });
  await desk.done('printers.printSheet', { printerId, sheet: 'test' });
  await eventually(() => given.length === 1);
  expect(given[0]).toMatchObject({
    queue: QUEUE,
    sheet: { widthMm: 50.8, heightMm: 25.4, dpi: 203, picture: { widthDots: 406, heightDots: 203 } },
  });
  const test = (await printerWith(printerId))?.test;
  expect(test).toMatchObject({ state: 'sent' });
  expect(
    await desk.done('scan.submit', { text: test?.code ?? '', visitId: null, source: 'scanner' }),
  ).toMatchObject({
    kind: 'printer-test',
    isProof: true,
  });
  expect((await printerWith(printerId))?.proved).not.toBeNull();
  await desk.done('printers.printSheet', { printerId, sheet: 'ruler' });
  await eventually(() => given.length === 2);
  expect(given[1]?.sheet).toMatchObject({ widthMm: 104, heightMm: 80 });
  expect((await desk.done('printers.find', {})).found[0]?.setUpAs).toBe(enteredLabel.name);
});

it('says of a queue that is not there why it cannot be asked', async () => {
  expect(await desk.done('printers.ask', { address: 'queue:Attic' })).toMatchObject({
    language: null,
    problem: 'this computer has no printer queue “Attic”',
  });
});

it.each<[string, Partial<EnteredPrinter>, Record<string, string>]>([
  ['its own language at a queue', { language: 'zpl' }, { language: 'takes-pictures' }],
  ['pictures at a network address', { address: '192.0.2.10' }, { address: 'no-queue' }],
  ['tickets at a queue', { kind: 'ticket', paperWidthMm: 80 }, { address: 'takes-pictures' }],
  ['labels too small for a code', { labelWidthMm: 25 }, { labelWidthMm: 'too-small' }],
])('refuses %s, and says at which field', async (_what, change, fields) => {
  expect(await desk.refused('printers.add', { setup: setup(change) })).toMatchObject({
    kind: 'rejected',
    fields,
  });
  expect((await desk.done('printers.list', {})).printers).toEqual([]);
});

it('is no way to print labels where the queues are those of CUPS', async () => {
  await desk.close();
  desk = openTestDesk({ printers: [] });
  expect(await desk.refused('printers.add', { setup: setup({ address: 'queue:Zebra' }) })).toMatchObject({
    fields: { language: 'takes-its-language' },
  });
  expect(await desk.refused('printers.add', { setup: setup({ language: 'zpl' }) })).toMatchObject({
    fields: { address: 'not-right' },
  });
});
